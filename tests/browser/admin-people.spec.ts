// People as the merchant looks after them, papers about orders.
import { readFileSync } from "node:fs";
import { isAccessible, looksRight } from "./support/axe.ts";
import { newEmail, register } from "./support/account.ts";
import { waitForScripts } from "./support/answers.ts";
import { orderByApi } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// A dead login is a 401, a refused field a 422, which the browser mentions; the frame of a message runs no script, also not
// that of the tests.
test.use({ expectedMessages: [/status of (401|409|422)|Blocked script execution/] });

test("at 390 px a customer is found, blocked and let in again, and all fits 1440 px too", async ({ page, browser, baseURL, merchant }) => {
  const email = newEmail("nora");
  const shopper = await (await browser.newContext({ baseURL: baseURL ?? "", locale: "it-IT" })).newPage();
  await waitForScripts(shopper);
  await register(shopper, merchant, email);
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/clienti");
  await page.getByRole("searchbox", { name: "Nome o e-mail" }).fill(email);
  await page.getByRole("button", { name: "Cerca" }).click();
  await expect(page.getByText("Risultati: 1")).toBeVisible();
  await looksRight(page);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  await looksRight(page);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Blocca l’account" }).click();
  await expect(page.getByText("L’account è bloccato e gli accessi sono chiusi.")).toBeVisible();
  await shopper.goto("/my-account/orders/");
  await expect(shopper.getByRole("heading", { name: "Accedi al tuo account" })).toBeVisible();
  await page.getByRole("button", { name: "Sblocca l’account" }).click();
  await page.getByRole("button", { name: "Invia il link per una nuova password" }).click();
  await expect(page.getByText(`Il link è in partenza per ${email}: il messaggio dice per quanto vale.`)).toBeVisible();
  await page.getByLabel("Ruolo").selectOption("Gestore del negozio");
  await page.getByRole("button", { name: "Cambia il ruolo" }).click();
  await expect(page.getByText("Ora il ruolo è «Gestore del negozio».")).toBeVisible();
  await merchant.open(page, "/mailbox");
  await page.getByRole("link").filter({ hasText: email }).first().click();
  await page.getByRole("button", { name: "Solo testo" }).click();
  await expect(page.getByText(/\?key=\w{20}/)).toBeVisible();
  await shopper.context().close();
});

test("at 390 px a breach of personal data is refused by field, noted and changed, and all fits 1440 px too", async ({ page, merchant }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16);
  const [known, told] = [daysAgo(5), daysAgo(4)];
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/dati-personali");
  await looksRight(page);
  await page.getByRole("link", { name: "Registro delle violazioni" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Registro delle violazioni" })).toBeVisible();
  await expect(page.getByText("Nessuna violazione annotata.")).toBeVisible();
  const form = page.getByRole("form", { name: "Annota una violazione" });
  const facts = form.getByLabel("Che cosa è successo");
  await form.getByLabel("Lo sapete da").fill(known);
  await form.getByRole("button", { name: "Salva" }).click();
  await expect(facts).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Lo sapete da")).toHaveValue(known);
  await facts.fill("Un portatile perduto in treno");
  await form.getByLabel("Di chi sono i dati, e quali").fill("Trenta indirizzi di clienti");
  await form.getByLabel("Conseguenze possibili").fill("Pubblicità non voluta");
  await form.getByLabel("Che cosa avete fatto").fill("Il disco era cifrato");
  await form.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Annotata.", { exact: true })).toBeVisible();
  await expect(page.getByText("Le 72 ore sono passate")).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: /^Modifica Violazione del / }).click();
  const changed = page.getByRole("form", { name: /^Violazione del / });
  await changed.getByLabel("Notificata al Garante").fill(told);
  await changed.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Notificata in tempo")).toBeVisible();
  await expect(page.getByText("Un portatile perduto in treno")).toBeVisible();
});

test("an invoice is issued once, and its buyer fetches it", async ({ page, merchant }) => {
  const { order_id: number, payment_result: result } = await orderByApi(page, {
    invoice: { requested: true, tax_code: "RSSMRA80A01H501U" },
  });
  await merchant.open(page, `/ordini/${number}`);
  await expect(page.getByText("La fattura si emette quando l’ordine è pagato.")).toBeVisible();
  await merchant.post(`/orders/${number}/status`, { status: "processing" });
  await page.reload();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Emetti la fattura" }).click();
  await expect(page.getByText(/^Fattura \d+\/\d{4} emessa\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Emetti la fattura" })).toHaveCount(0);
  await isAccessible(page);
  const pdf = async (name: RegExp) => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    return readFileSync(await (await waiting).path()).subarray(0, 5).toString();
  };
  expect(await pdf(/^Distinta di imballaggio/)).toBe("%PDF-");
  const { pathname, search } = new URL(result.redirect_url);
  await page.goto(pathname + search);
  expect(await pdf(/^Fattura \d+\/\d{4} \(PDF\)$/)).toBe("%PDF-");
  expect(await pdf(/^Riepilogo dell'ordine/)).toBe("%PDF-");
});
