// Conversations of a company with the shop, and quotes of a cart.
import { linkFor, newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/server.ts";
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

const PDF = { name: "listino.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 listino") };

test.describe("a company's conversation", () => {
  test.use({ expectedMessages: [/status of 422/] });
  test("is begun with a file, answered by the merchant from a template, and read and replied to", async ({ page, merchant, shop, browser }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const email = newEmail("osteria");
    await register(page, merchant, email);
    makeCompany(shop.folder, email, "Osteria dell'Orso");
    await merchant.post("/message-templates", { name: "Listino", body: "Gentile {nome}, ecco il listino (n. {numero})." });
    await openPage(page, "/my-account/conversation/");
    await expect(page.getByText("Non hai ancora conversazioni.")).toBeVisible();
    const opener = page.getByRole("button", { name: "Scrivi una richiesta" });
    await opener.click();
    await expect(page.getByLabel("Oggetto")).toBeFocused();
    await page.getByRole("link", { name: "Chiudi", exact: true }).click();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    // Without title and message nothing happens, and nothing is said.
    await page.getByRole("button", { name: "Invia la richiesta" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByLabel("Oggetto").fill("Listino per ristoranti");
    await page.getByLabel("Tipo").selectOption({ label: "Prodotto" });
    await page.getByLabel("Messaggio").fill("Avete un listino?\nGrazie");
    await looksRight(page);
    const wrong = { name: "virus.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") };
    await page.getByLabel("Allega file").setInputFiles([wrong]);
    await page.getByRole("button", { name: "Invia la richiesta" }).click();
    await expect(page.getByRole("alert")).toContainText("«virus.pdf» non si può allegare");
    await expect(page.getByLabel("Oggetto")).toHaveValue("Listino per ristoranti");
    await page.getByLabel("Allega file").setInputFiles([PDF]);
    await page.getByRole("button", { name: "Invia la richiesta" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Listino per ristoranti");
    await expect(page.getByRole("link", { name: "listino.pdf" })).toBeVisible();
    await looksRight(page);

    const office = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await merchant.open(office, "/conversazioni");
    await expect(office.getByRole("navigation", { name: "Sezioni" }).getByText(/[1-9]\d* da leggere/)).toBeAttached();
    await looksRight(office);
    await office.getByRole("link", { name: "Listino per ristoranti" }).click();
    await expect(office.getByText("Avete un listino?")).toBeVisible();
    await office.getByLabel("Usa un modello").selectOption({ label: "Listino" });
    await expect(office.getByLabel("Risposta", { exact: true }).and(office.locator("textarea"))).toHaveValue(/^Gentile \S.*, ecco il listino \(n\. \d+\)\.$/);
    await office.getByRole("button", { name: "Invia la risposta" }).click();
    await expect(office.getByText("La risposta è in partenza.")).toBeVisible();
    await expect(office.getByText(/ecco il listino/)).toBeVisible();
    await looksRight(office);
    await office.getByRole("button", { name: "Chiudi la conversazione" }).click();
    await expect(office.getByText("La conversazione è chiusa.")).toBeVisible();
    await office.context().close();

    await openPage(page, "/my-account/");
    const entry = page.getByRole("navigation", { name: "Menu dell’account" }).getByRole("link", { name: /Conversazioni/ });
    await expect(entry).toContainText("1 conversazione non letta");
    await looksRight(page);
    await entry.click();
    await expect(page.getByText("non letta", { exact: true })).toBeVisible();
    await looksRight(page);
    await page.getByRole("link", { name: "Listino per ristoranti" }).click();
    await expect(page.getByText(/ecco il listino/)).toBeInViewport();
    await page.getByLabel("Il tuo messaggio").fill("Perfetto, grazie.");
    await page.getByRole("button", { name: "Invia", exact: true }).click();
    await expect(page.getByRole("region", { name: "Messaggi" }).getByText("Perfetto, grazie.")).toBeInViewport();
    await expect(page.getByLabel("Il tuo messaggio")).toHaveValue("");
    await expect(page.getByText("La conversazione è chiusa")).toHaveCount(0);
  });
});

test("a guest asks for a quote by two presses, and reads and answers by the link of the message", { tag: "@core" }, async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillCart(page);
  await openPage(page, "/cart/");
  const first = page.getByRole("button", { name: "Richiedi un preventivo personalizzato" });
  await first.click();
  await expect(page.getByLabel("Messaggio")).toBeFocused();
  const send = page.getByRole("button", { name: "Invia la richiesta di preventivo personalizzato" });
  await send.click();
  const alert = page.getByRole("alert").filter({ hasText: "Compila tutti i campi" });
  await expect(alert).toContainText("Compila tutti i campi per inviare la richiesta di preventivo");
  const quote = page.locator("#preventivo");
  await quote.getByLabel("Nome", { exact: true }).fill("Livia Conti");
  await quote.getByLabel("E-mail").fill("livia@example.museum");
  await send.click();
  await expect(quote.getByRole("alert")).toContainText("L'indirizzo e-mail inserito non è valido");
  await looksRight(page);
  await quote.getByLabel("E-mail").fill("livia.preventivo@example.com");
  await quote.getByLabel("Messaggio").fill("Per un matrimonio");
  await send.click();
  await expect(page.getByText("Abbiamo ricevuto la tua richiesta di preventivo.")).toBeVisible();
  await expect(first).toBeVisible();

  await openPage(page, await linkFor(merchant, "livia.preventivo@example.com"));
  await expect(page.getByRole("heading", { name: "Prodotti richiesti" })).toBeVisible();
  await expect(page.getByText("Per un matrimonio")).toBeVisible();
  await looksRight(page);
  await page.getByLabel("Il tuo messaggio").fill("Entro sabato, grazie.");
  await page.getByRole("button", { name: "Invia", exact: true }).click();
  await expect(page.getByText("Messaggio inviato.")).toBeVisible();
  await expect(page.getByText("Entro sabato, grazie.")).toBeVisible();
});

test.describe("when the connection is gone for a moment", () => {
  // What comes by itself may still be on its way, and is missed too.
  test.use({ expectedMessages: [/Failed to (?:load resource|fetch)/] });
  test("a press whose script cannot be fetched says so, and the next one fetches it", async ({ page, context }) => {
    await fillCart(page);
    await openPage(page, "/cart/");
    await context.setOffline(true);
    const first = page.getByRole("button", { name: "Richiedi un preventivo personalizzato" });
    await first.click();
    await expect(page.locator("#preventivo").getByRole("alert")).toHaveText("Probabilmente sei offline.");
    await context.setOffline(false);
    await first.click();
    await expect(page.getByLabel("Messaggio")).toBeFocused();
    await expect(page.locator("#preventivo").getByRole("alert")).toBeEmpty();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the quote's fields are shown by the first press and sent by the next", async ({ page, merchant }) => {
    await fillCart(page);
    await page.goto("/cart/");
    await page.getByRole("button", { name: "Richiedi un preventivo personalizzato" }).click();
    await page.locator("#quote_name").fill("Livia Conti");
    await page.locator("#quote_email").fill("senza.script@example.com");
    await page.getByRole("button", { name: "Invia la richiesta di preventivo personalizzato" }).click();
    await expect(page.getByText("Abbiamo ricevuto la tua richiesta di preventivo.")).toBeVisible();
    await page.goto(await linkFor(merchant, "senza.script@example.com"));
    await page.locator("#message").fill("Grazie!");
    await page.getByRole("button", { name: "Invia", exact: true }).click();
    await expect(page.getByText("Messaggio inviato.")).toBeVisible();
  });
});
