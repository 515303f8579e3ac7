// Electronic invoices in the back office: found, fetched, sent by hand, answered, corrected.
import { readFileSync } from "node:fs";
import { looksRight } from "./support/axe.ts";
import { orderByApi } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

test("an electronic invoice is followed from its order to its correction, on a phone and at a desk", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const { order_id: order } = await orderByApi(page, {
    invoice: { requested: true, tax_code: "RSSMRA80A01H501U" },
  });
  await merchant.post(`/orders/${order}/status`, { status: "processing" });
  await merchant.post(`/orders/${order}/invoice`, {});
  await merchant.open(page, `/ordini/${order}`);
  const documents = page.getByRole("region", { name: "Documenti" });
  await expect(documents.getByText("Da inviare")).toBeVisible();
  await documents.getByRole("link", { name: /^Fattura \d+\/\d{4}$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Fattura \d+\/\d{4}$/);
  await looksRight(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "File XML" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^IT\d{11}_[0-9A-Z]{5}\.xml$/);
  expect(readFileSync(await file.path(), "utf8")).toContain("<TipoDocumento>TD01</TipoDocumento>");

  await page.getByRole("button", { name: "Segna come inviata" }).press("Enter");
  const answer = page.getByRole("region", { name: "Risposta del Sistema di Interscambio" });
  await answer.getByLabel("Esito").selectOption("Scartata");
  await answer.getByLabel("Codice dello scarto").fill("00311");
  await answer.getByLabel("Descrizione").fill("Codice destinatario non valido");
  await answer.getByRole("button", { name: "Registra l’esito" }).click();
  const correction = page.getByRole("region", { name: "Correggi e rimanda" });
  await expect(correction).toBeVisible();
  await looksRight(page);
  await correction.getByLabel("Codice destinatario").fill("M5");
  await correction.getByRole("button", { name: "Correggi" }).click();
  await expect(correction.getByLabel("Codice destinatario")).toHaveAttribute("aria-invalid", "true");
  await expect(correction.getByLabel("Codice destinatario")).toHaveValue("M5");
  await correction.getByLabel("Codice destinatario").fill("M5UXCR1");
  await correction.getByRole("button", { name: "Correggi" }).click();
  await expect(page.getByRole("button", { name: "Segna come inviata" })).toBeVisible();

  await page.getByRole("link", { name: "← Tutte le fatture elettroniche" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fatture elettroniche");
  await page.getByRole("navigation", { name: "Fatture elettroniche per stato" }).getByRole("link", { name: "Da inviare" }).click();
  await expect(page).toHaveURL(/\/admin\/fatture\?state=ready$/);
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("Fattura");
  await looksRight(page);
  const archive = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica ZIP" }).click();
  expect(readFileSync(await (await archive).path()).subarray(0, 2).toString()).toBe("PK");
  await page.getByLabel("Al giorno", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page.getByText("Nessuna fattura elettronica.")).toBeVisible();
});
