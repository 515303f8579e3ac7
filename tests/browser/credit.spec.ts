// Coupons and store credit that a click applies, in the cart and at the checkout, with and without scripts.
import { looksRight } from "./support/axe.ts";
import type { Merchant } from "./support/office.ts";
import { comeToPay, fillCart, fillCheckout, openPage, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const total = (page: Page, region: string) =>
  page.getByRole("region", { name: region, exact: true }).locator("dl > div").last().locator("dd");
const coupon = (page: Page, code: string) => page.locator(`[data-code="${code}"]`);

/** A coupon that is offered to everybody, under a code of the test's own. */
async function offer({ post }: Merchant, code: string, more: object = {}): Promise<void> {
  await post("/coupons", { code, kind: "percent", amount: "10", description: "Per chi torna", shown_in_cart: true, ...more });
}

/** A store credit; gives its code. */
async function credit({ post, get }: Merchant, email: string, amount: string): Promise<string> {
  const { ids } = (await post("/credits", { emails: [email], amount })) as { ids: number[] };
  return ((await get(`/credits/${ids[0]}`)) as { code: string }).code;
}

test("at 390 px a click applies an offered coupon, which stays in its place, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await offer(merchant, "clic390");
  await offer(merchant, "mille390", { minimum: "1000" });
  await fillCart(page);
  await page.goto("/cart/");
  const full = await total(page, "Riepilogo").innerText();
  await expect(coupon(page, "mille390")).not.toHaveClass(/active-coupon/);
  await expect(coupon(page, "mille390")).toContainText("1.000,00");
  const button = coupon(page, "clic390");
  await expect(button).toHaveClass(/active-coupon/);
  await button.click();
  await expect(total(page, "Riepilogo")).not.toHaveText(full);
  await expect(button).toContainText("Applicato");
  await expect(button).toBeFocused();
  await expect(button).not.toHaveClass(/active-coupon/);
  await looksRight(page);
  await page.getByRole("link", { name: "Rimuovi il codice clic390" }).click();
  await expect(button).toHaveClass(/active-coupon/);
});

test("Enter applies a coupon, and a script of the page may ask for one by an event", async ({ page, merchant }) => {
  await offer(merchant, "invio");
  await offer(merchant, "evento");
  await fillCart(page);
  await page.goto("/cart/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await coupon(page, "invio").focus();
  await page.keyboard.press("Enter");
  await expect(coupon(page, "invio")).toContainText("Applicato");
  await page.evaluate(() =>
    document.dispatchEvent(
      new CustomEvent("bottega:coupon-clicked", { detail: { coupon_code: "evento", coupon_id: 0 } }),
    ),
  );
  await expect(coupon(page, "evento")).toContainText("Applicato");
});

test("a typed credit lowers what is to be paid, at the checkout too, and the order tells of it", async ({ page, merchant }) => {
  const code = await credit(merchant, "livia@example.com", "5");
  await fillCart(page);
  await page.goto("/cart/");
  await page.getByText("Hai un codice sconto?").click();
  await page.getByLabel("Codice sconto").fill(code);
  await page.getByLabel("Codice sconto").press("Enter");
  await expect(page.getByRole("region", { name: "Il tuo credito" })).toContainText("Applicato");
  await expect(page.getByRole("region", { name: "Riepilogo", exact: true })).toContainText(`Pagato con credito${code}`);
  await toCheckout(page);
  await fillCheckout(page, "livia@example.com");
  await placeOrder(page);
  await expect(page.getByRole("main")).toContainText(`Pagato con credito (${code})`);
});

test("an order that a credit covers is placed without a payment", { tag: "@core" }, async ({ page, merchant }) => {
  const code = await credit(merchant, "coperta@example.com", "500");
  await comeToPay(page, "coperta@example.com");
  await page.getByText("Hai un codice sconto?").click();
  await page.getByLabel("Codice sconto").fill(code);
  await page.getByLabel("Codice sconto").press("Enter");
  await expect(page.getByText("Non c’è niente da pagare.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /Bonifico|Carta/ })).toHaveCount(0);
  await placeOrder(page);
  await expect(page.getByRole("main")).toContainText(`Pagato con credito (${code})`);
});

test("the credit of another address is taken off as soon as the address is typed, with the reason", async ({ page, merchant }) => {
  const code = await credit(merchant, "ada@example.com", "5");
  await fillCart(page);
  await openPage(page, "/cart/");
  await page.getByText("Hai un codice sconto?").click();
  await page.getByLabel("Codice sconto").fill(code);
  await page.getByRole("button", { name: "Applica", exact: true }).click();
  await expect(page.getByRole("region", { name: "Riepilogo", exact: true })).toContainText(`Pagato con credito${code}`);
  await toCheckout(page);
  await fillCheckout(page, "livia@example.com");
  await expect(page.getByRole("alert").filter({ hasText: code }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Riepilogo dell’ordine" })).not.toContainText("Pagato con credito");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the buttons of the cart page apply a coupon", async ({ page, merchant }) => {
    await offer(merchant, "senza");
    await fillCart(page);
    await page.goto("/cart/");
    await coupon(page, "senza").click();
    await expect(page.getByText("Coupon applicato.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Riepilogo", exact: true })).toContainText("senza");
  });

  test("the checkout takes a typed and a clicked code and keeps what was typed", async ({ page, merchant }) => {
    const code = await credit(merchant, "livia@example.com", "5");
    await offer(merchant, "cassa");
    await fillCart(page);
    await page.goto("/checkout/");
    await page.getByLabel("Nome", { exact: true }).first().fill("Livia");
    await page.getByText("Hai un codice sconto?").click();
    await page.getByLabel("Codice sconto").fill(code);
    await page.getByRole("button", { name: "Applica", exact: true }).click();
    await expect(page.getByText("Credito applicato.")).toBeVisible();
    await expect(page.getByLabel("Nome", { exact: true }).first()).toHaveValue("Livia");
    await coupon(page, "cassa").click();
    await expect(page.getByText("Coupon applicato.")).toBeVisible();
    await expect(page.getByLabel("Nome", { exact: true }).first()).toHaveValue("Livia");
    await expect(page).toHaveURL(/\/checkout\/$/);
  });
});

// The refused order is a 409, which the browser mentions.
test.use({ expectedMessages: [/status of 409/] });
