// Paying by card in the classic form, and on the page that pays an order which is placed already.
import { ASKED, answerBank, DECLINED, fillCard, GOOD } from "./support/card.ts";
import { fillCart, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  settings: { checkout_form: "classic" },
  expectedMessages: [/status of 4\d\d/],
});

const place = (page: Page) => page.getByRole("button", { name: /Ordine con obbligo di pagare/ });

async function open(page: Page, email: string): Promise<void> {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await fillCheckout(page, email);
}

test("a refused card is told at the top of the page, and the next one pays", async ({ page }) => {
  await open(page, "classica-carta@example.com");
  await fillCard(page, DECLINED);
  await place(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "La carta è stata rifiutata." });
  await expect(alert).toBeFocused();
  await fillCard(page, ASKED);
  await place(page).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(/\/checkout\/order-received\/\d+\//);
});

test("an order that waits for a transfer is paid by card on its page", async ({ page }) => {
  await open(page, "dopo@example.com");
  await placeOrder(page);
  await page.getByRole("link", { name: "Paga ora" }).click();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const pay = page.getByRole("button", { name: /^Paga l’ordine/ });
  const terms = page.getByRole("checkbox", { name: /Ho letto e accetto/ });
  if ((await terms.count()) > 0) await terms.check();
  await fillCard(page, ASKED);
  await pay.click();
  await answerBank(page, "Rifiuta");
  await expect(page.getByRole("alert").filter({ hasText: "verificare la tua identità" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  if ((await terms.count()) > 0) await terms.check();
  await fillCard(page, GOOD);
  await pay.click();
  await page.waitForURL(/\/checkout\/order-received\/\d+\//);
});
