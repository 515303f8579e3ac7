// The checkout: invoice, login, terms, further fields. The same rules in the block form.
import AxeBuilder from "@axe-core/playwright";
import { register } from "./support/account.ts";
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
  await vat.fill("00743110157");
  await placeOrder(page);
});

test("the terms unfold without leaving the form, and fold again", async ({ page }) => {
  await openCheckout(page);
  const link = page.getByRole("link", { name: "Leggi le condizioni di vendita" });
  await link.click();
  await expect(page.getByRole("region", { name: "Leggi le condizioni di vendita" })).toContainText("recesso");
  await expect(link).toHaveAttribute("aria-expanded", "true");
  await link.press("Enter");
  await expect(link).toHaveAttribute("aria-expanded", "false");
});

test("who has an account logs in at the checkout and finds the cart there", async ({ page, merchant }) => {
  const email = `cassa${process.pid}@example.com`;
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

test("the server is told the chosen payment, and scripts hear of it afterwards", async ({ page }) => {
  await openCheckout(page);
  const told = page.evaluate(
    () => new Promise((heard) => document.addEventListener("checkout_values_updated", () => heard(true), { once: true })),
  );
  // The values are told once when the page opens, too.
  const call = page.waitForRequest(
    (request) =>
      request.url().includes("wbte_sc_set_block_checkout_values") &&
      request.postData()?.includes("payment_method=cod") === true,
  );
  await page.getByRole("radio", { name: /Contrassegno/ }).check();
  await call;
  expect(await told).toBe(true);
});
