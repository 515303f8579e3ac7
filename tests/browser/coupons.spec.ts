// Coupons in the cart and at the checkout, with and without scripts. The shop opens with those of crates/shop-server/seed.
import { looksRight } from "./support/axe.ts";
import { fillCart, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const summary = (page: Page) => page.getByRole("region", { name: "Riepilogo" });
const code = (page: Page) => page.getByLabel("Codice sconto");

async function typeCode(page: Page, text: string): Promise<void> {
  await code(page).fill(text);
  await code(page).press("Enter");
}

async function openCoupons(page: Page): Promise<void> {
  await page.getByText("Hai un codice sconto?").click();
}

test("at 390 px a typed coupon lowers the total, and taking it off restores it, and all fits 1440 px too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await fillCart(page);
  await page.goto("/cart/");
  const full = await summary(page).locator("dl > div").last().locator("dd").innerText();
  await openCoupons(page);
  await typeCode(page, "BENVENUTO10");
  await expect(summary(page)).toContainText("benvenuto10");
  await expect(summary(page).locator("dl > div").last().locator("dd")).not.toHaveText(full);
  await looksRight(page);
  await page.getByRole("link", { name: "Rimuovi il codice benvenuto10" }).click();
  await expect(summary(page).locator("dl > div").last().locator("dd")).toHaveText(full);
});

test("a coupon of the cart still holds at the checkout, and can be taken off there", async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await openCoupons(page);
  await typeCode(page, "benvenuto10");
  await expect(summary(page)).toContainText("benvenuto10");
  await toCheckout(page);
  const review = page.getByRole("region", { name: "Riepilogo dell’ordine" });
  await expect(review).toContainText("benvenuto10");
  await page.getByRole("link", { name: "Rimuovi il codice benvenuto10" }).click();
  await expect(review).not.toContainText("benvenuto10");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form of the cart page takes a coupon, and a link takes it off", async ({ page }) => {
    await fillCart(page);
    await page.goto("/cart/");
    await openCoupons(page);
    await code(page).fill("benvenuto10");
    await page.getByRole("button", { name: "Applica" }).click();
    await expect(page.getByText("Coupon applicato.")).toBeVisible();
    await expect(summary(page)).toContainText("benvenuto10");
    await page.getByRole("link", { name: "Rimuovi il codice benvenuto10" }).click();
    await expect(page.getByText("Il coupon è stato tolto.")).toBeVisible();
    await expect(summary(page)).not.toContainText("benvenuto10");
  });
});
