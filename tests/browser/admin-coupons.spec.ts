// Coupons, store credit and refunds as the merchant makes them in the back office.
import { readFileSync } from "node:fs";
import { isAccessible, looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { orderPath } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

test("at 390 px a coupon is made, found, copied and deleted, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const code = "banco390";
  await merchant.open(page, "/coupon/nuovo");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nuovo coupon");
  await page.getByRole("button", { name: "Salva" }).click();
  await isRefused(page, page.getByLabel("Codice", { exact: true }));
  await expect(page.getByText("Questo dato è obbligatorio.").first()).toBeVisible();
  await looksRight(page);
  await page.getByLabel("Codice", { exact: true }).fill(code);
  await page.getByLabel("Sconto (%)").fill("12,5");
  await page.getByLabel("Solo per questi prodotti").fill("caviale croccante");
  await page.getByLabel("Solo per questi prodotti").press("Enter");
  await page.getByRole("button", { name: /^\+ Caviale croccante/ }).first().click();
  await page.getByLabel("Solo per queste categorie").selectOption({ label: "Caviale" });
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(code);
  await expect(page.getByLabel("Sconto (%)")).toHaveValue("12,5");
  await looksRight(page);
  await page.getByRole("button", { name: "Duplica" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${code}-2`);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Elimina" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coupon");
  await page.getByRole("searchbox", { name: "Codice" }).fill(code);
  await page.getByRole("button", { name: "Cerca" }).click();
  await expect(page.getByRole("link", { name: code, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: `${code}-2` })).toHaveCount(0);
  await looksRight(page);
});

test("many coupons come as a file of as many codes", async ({ page, merchant }) => {
  await merchant.open(page, "/coupon/generatore");
  await page.getByLabel("Quanti").fill("25");
  await page.getByLabel("Inizio dei codici").fill("fiera-");
  await page.getByLabel("Sconto (%)").fill("15");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Genera e scarica" }).click();
  const text = readFileSync(await (await waiting).path(), "utf8");
  expect(text.trim().split("\r\n").filter((row) => row.startsWith("fiera-"))).toHaveLength(25);
  await expect(page.getByText("25 coupon generati")).toBeVisible();
  await isAccessible(page);
});

test("a credit is issued, told by e-mail and taken back in part", async ({ page, merchant }) => {
  await merchant.open(page, "/credito");
  await page.getByText("Emetti un credito").click();
  await page.getByLabel("Indirizzi e-mail").fill("nessuno");
  await page.getByLabel("Importo (€)").fill("20");
  await page.getByRole("button", { name: "Emetti", exact: true }).click();
  await expect(page.getByText("«nessuno» non è un indirizzo e-mail.")).toBeVisible();
  await page.getByLabel("Indirizzi e-mail").fill("marta@example.com");
  await page.getByRole("button", { name: "Emetti", exact: true }).click();
  await expect(page.getByText("Crediti emessi: 1.")).toBeVisible();
  await isAccessible(page);
  await page.getByRole("row").filter({ hasText: "marta@example.com" }).getByRole("link").click();
  await page.getByLabel("Importo (€)").fill("20,01");
  await page.getByLabel("Motivo").fill("Errore");
  await page.getByRole("button", { name: "Ritira un importo" }).click();
  await expect(page.getByText(/Sul credito restano 20,00/)).toBeVisible();
  await page.getByLabel("Importo (€)").fill("5");
  await page.getByRole("button", { name: "Ritira un importo" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ritirato" })).toContainText("5,00");
  await isAccessible(page);
});

test("a part of a paid order is given back, and no more than was paid", async ({ page, merchant }) => {
  const path = await orderPath(page);
  const number = /order-received\/(\d+)/.exec(path)?.[1];
  await merchant.open(page, `/ordini/${number}`);
  await expect(page.getByRole("heading", { name: "Rimborsi" })).toHaveCount(0);
  await page.getByRole("button", { name: "In preparazione" }).click();
  await page.getByRole("button", { name: /Passa a/ }).click();
  await page.getByText("Nuovo rimborso").click();
  await page.getByLabel("Altro importo (€)").fill("1000");
  await page.getByRole("button", { name: "Registra il rimborso" }).click();
  await expect(page.getByText(/Si possono ancora rimborsare al massimo/)).toBeVisible();
  await page.getByLabel("Altro importo (€)").fill("2");
  await page.getByRole("button", { name: "Registra il rimborso" }).click();
  const asked = page.getByRole("dialog");
  await expect(asked).toContainText("Rimborsare 2,00");
  await expect(asked).toContainText("Il rimborso viene solo registrato");
  await asked.getByRole("button", { name: "Registra il rimborso" }).click();
  await expect(page.getByText("rimborsati in denaro")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Rimborsato" }).first()).toContainText("2,00");
  const vat = page.getByRole("table", { name: "IVA per aliquota" });
  await expect(vat.getByText("Al netto dei rimborsi")).toBeVisible();
  await isAccessible(page);
});
