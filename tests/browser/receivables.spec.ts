// Payment by invoice, from the order of a trusted company to the payment that arrives.
import { newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/server.ts";
import { comeToPay, placeOrder } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test("at 390 px a company orders by invoice up to its limit, pays, and a wrong payment is taken back; all fits 1440 px too", async ({
  page,
  merchant,
  shop,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const email = newEmail("fattura");
  await register(page, merchant, email);
  makeCompany(shop.folder, email, "Osteria dei Conti");
  const office = await (await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 900 } })).newPage();
  await merchant.open(office, "/aziende");
  await office.getByRole("link", { name: "Osteria dei Conti" }).click();
  const terms = office.getByRole("form", { name: "Ruolo e fido" });
  await terms.getByLabel("Ruolo").selectOption("Ristorazione");
  await terms.getByLabel("Fido (€)").fill("30");
  await terms.getByRole("button", { name: "Salva" }).click();
  await expect(terms.getByText("Modifiche salvate.")).toBeVisible();

  await comeToPay(page, email);
  const byInvoice = page.getByRole("radio", { name: "Fattura, pagamento a 30 giorni" });
  await byInvoice.check();
  await page.getByLabel(/^Partita IVA/).fill("IT00743110157");
  const number = await placeOrder(page);
  await expect(page.getByText("Scadenza").first()).toBeVisible();
  await looksRight(page);

  await comeToPay(page, email);
  await expect(byInvoice).toBeDisabled();
  await expect(page.getByText(/supera il fido/)).toBeVisible();
  await looksRight(page);
  await page.goto("/my-account/invoices/");
  await expect(page.getByRole("heading", { level: 1, name: "Fatture da pagare" })).toBeVisible();
  await expect(page.getByText(`Ordine ${number}`, { exact: true })).toBeVisible();
  await looksRight(page);

  await office.reload();
  const card = office.getByRole("region", { name: "Fatture e pagamenti" });
  await expect(card.getByRole("link", { name: `Ordine ${number}` })).toBeVisible();
  await looksRight(office);
  const form = card.getByRole("form", { name: "Registra un pagamento" });
  await form.getByLabel("Importo (€)").fill("5000");
  await form.getByRole("button", { name: "Registra un pagamento" }).click();
  await expect(form.getByText(/È più di quanto resta da pagare/).first()).toBeVisible();
  await form.getByLabel("Importo (€)").fill("10");
  await form.getByLabel("Riferimento").fill("CRO 4711");
  await form.getByRole("button", { name: "Registra un pagamento" }).click();
  await expect(card.getByText(/CRO 4711/)).toBeVisible();
  await card.getByRole("button", { name: /^Storna/ }).click();
  await card.getByLabel("Perché è sbagliato").fill("Era di un altro cliente");
  await card.getByLabel("Perché è sbagliato").press("Enter");
  await expect(card.getByText(/Stornato da .*: Era di un altro cliente/)).toBeVisible();
  await looksRight(office);
  await office.context().close();
});
