// Conversations of a company with the shop.
import { register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/company.ts";
import { openPage } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

const PDF = { name: "listino.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 listino") };

test.describe("a company's conversation", () => {
  test.use({ expectedMessages: [/status of 422/] });
  test("is begun with a file, answered by the merchant from a template, and read and replied to", async ({ page, merchant, shop, browser }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const email = "osteria@example.com";
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
    await expect(office.getByRole("navigation", { name: "Sezioni" }).getByText("1 da leggere")).toBeAttached();
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
    await entry.click();
    await page.getByRole("link", { name: "Listino per ristoranti" }).click();
    await expect(page.getByText(/ecco il listino/)).toBeInViewport();
    await page.getByLabel("Il tuo messaggio").fill("Perfetto, grazie.");
    await page.getByRole("button", { name: "Invia", exact: true }).click();
    await expect(page.getByRole("region", { name: "Messaggi" }).getByText("Perfetto, grazie.")).toBeInViewport();
    await expect(page.getByLabel("Il tuo messaggio")).toHaveValue("");
    await expect(page.getByText("La conversazione è chiusa")).toHaveCount(0);
  });
});
