// The checkout: invoice, login, what is kept. Terms, events and the province of a postcode are tested without a browser
// (web/src/features/checkout/checkoutStates.test.tsx).
import { isAccessible } from "./support/axe.ts";
import { newEmail, register } from "./support/account.ts";
import { fillCart, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

async function openCheckout(page: Page) {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
}

test("a business asks for its invoice: a wrong number is told at its field, nothing is lost, and the order is placed", async ({
  page,
}) => {
  await openCheckout(page);
  await fillCheckout(page, "ditta@example.com");
  await page.getByRole("checkbox", { name: "Desidero la fattura elettronica" }).check();
  await page.getByRole("radio", { name: "Un’azienda o un professionista" }).check();
  const vat = page.getByLabel(/^Partita IVA/);
  await vat.fill("00743110158");
  await page.getByLabel("Codice destinatario (SDI)").fill("M5UXCR1");
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Partita IVA" }).or(page.locator("[role=alert]:has(a[href='#vat_number'])"));
  await expect(alert.first()).toBeFocused();
  await expect(vat).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Codice destinatario (SDI)")).toHaveValue("M5UXCR1");
  await isAccessible(page);
  await vat.fill("00743110157");
  await placeOrder(page);
});

test("who has an account logs in at the checkout and finds the cart there", { tag: "@core" }, async ({ page, merchant }) => {
  const email = newEmail("cassa");
  await register(page, merchant, email);
  await page.getByRole("button", { name: "Esci" }).click();
  await openCheckout(page);
  await page.getByText("Hai già un account? Accedi").click();
  const form = page.locator("details", { hasText: "Hai già un account?" });
  await form.getByLabel("E-mail o nome utente").fill(email);
  await form.getByLabel("Password", { exact: true }).fill("Tartufo-blu-e-7-sedie");
  await form.getByRole("button", { name: "Accedi" }).click();
  await expect(page).toHaveURL(/\/checkout\/$/);
  await expect(page.getByText("Hai già un account? Accedi")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Riepilogo dell’ordine" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email);
});

test("what is typed is there again after a reload, a look at the cart and a login, until the order is placed", async ({
  page,
  merchant,
}) => {
  const email = newEmail("ritorno");
  await register(page, merchant, email);
  await page.getByRole("button", { name: "Esci" }).click();
  await openCheckout(page);
  await fillCheckout(page, "scritta@example.com");
  await page.getByLabel(/^Telefono/).fill("02 123456");
  await page.getByLabel(/^Note sull/).fill("Citofono Conti");
  await page.getByRole("checkbox", { name: "Desidero la fattura elettronica" }).check();
  await page.getByRole("radio", { name: "Un’azienda o un professionista" }).check();
  await page.getByLabel(/^Partita IVA/).fill("00743110157");
  await page.getByLabel("Codice destinatario (SDI)").fill("M5UXCR1");
  const kept = async () => {
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("scritta@example.com");
    await expect(page.getByLabel("Nome", { exact: true })).toHaveValue("Livia");
    await expect(page.getByLabel("Cognome", { exact: true })).toHaveValue("Conti");
    await expect(page.getByLabel("Città", { exact: true })).toHaveValue("Milano");
    await expect(page.getByLabel("Provincia", { exact: true }).and(page.locator("input"))).toHaveValue("Milano");
    await expect(page.getByLabel(/^Telefono/)).toHaveValue("02 123456");
    await expect(page.getByLabel(/^Note sull/)).toHaveValue("Citofono Conti");
    await expect(page.getByLabel(/^Partita IVA/)).toHaveValue("00743110157");
    await expect(page.getByRole("checkbox", { name: /Ho letto e accetto/ })).not.toBeChecked();
  };
  await page.reload();
  await kept();
  await page.goto("/cart/");
  await toCheckout(page);
  await kept();
  await page.getByText("Hai già un account? Accedi").click();
  const form = page.locator("details", { hasText: "Hai già un account?" });
  await form.getByLabel("E-mail o nome utente").fill(email);
  await form.getByLabel("Password", { exact: true }).fill("Tartufo-blu-e-7-sedie");
  await form.getByRole("button", { name: "Accedi" }).click();
  await expect(page.getByText("Hai già un account? Accedi")).toHaveCount(0);
  await kept();
  await page.getByRole("checkbox", { name: /Ho letto e accetto/ }).check();
  await placeOrder(page);
  expect(await page.evaluate(() => sessionStorage.getItem("bottega_checkout_0"))).toBeNull();
});

test("a place typed and left before its sums were asked for is asked for after the return", async ({ page }) => {
  await openCheckout(page);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Indirizzo").fill("Via dei Mille 7");
  await field("Città").fill("Milano");
  // Within the wait that follows typing.
  await field("CAP").fill("20129");
  await page.goto("/negozio/");
  const asked = page.waitForRequest((request) => request.url().includes("/cart/update-customer"));
  await page.goto("/checkout/");
  expect((await asked).postData()).toContain("20129");
  await expect(page.getByRole("group", { name: "Metodo di spedizione" }).getByRole("radio").first()).toBeVisible();
});
