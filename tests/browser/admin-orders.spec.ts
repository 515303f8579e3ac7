// The first page of the back office, and the orders as the merchant finds them.
import { readFileSync } from "node:fs";
import { isAccessible, looksRight } from "./support/axe.ts";
import { orderPath } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

async function order(page: Page): Promise<string> {
  return /order-received\/(\d+)/.exec(await orderPath(page))?.[1] ?? "";
}

test("at 390 px the first page says how the shop is doing, in a picture and in a table, and all fits 1440 px too", { tag: "@core" }, async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const number = await order(page);
  await merchant.post(`/orders/${number}/status`, { status: "processing" });
  await merchant.open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Panoramica");
  await expect(page.getByRole("img", { name: "Ricavi al giorno" })).toBeVisible();
  await expect(page.getByText("Il credito del negozio non è denaro e non conta.")).toBeVisible();
  await page.getByText("Mostra come tabella").click();
  const today = page.getByRole("table", { name: "Ricavi al giorno" }).getByRole("row").last();
  await expect(today).not.toContainText(/^0,00/);
  await looksRight(page);
  await page.getByRole("region", { name: "Ordini per stato" }).getByRole("link", { name: "In preparazione" }).click();
  await expect(page).toHaveURL(/\/admin\/ordini\?status=processing$/);
  await expect(page.getByRole("link", { name: `Ordine ${number}`, exact: true })).toBeVisible();
});

test("at 390 px the VAT of days is told by rate and comes as a file, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const number = await order(page);
  await merchant.post(`/orders/${number}/status`, { status: "processing" });
  await merchant.open(page, "/");
  await expect(page.getByRole("region", { name: "Nessun server di posta" })).toContainText("SHOP_SMTP_URL");
  await page.getByRole("link", { name: "IVA del mese, per aliquota" }).click();
  await expect(page.getByRole("table", { name: "IVA per aliquota" }).getByRole("row").last()).toContainText("Totale");
  await looksRight(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica CSV" }).click();
  expect(readFileSync(await (await waiting).path(), "utf8")).toContain("voce;aliquota;");
  await page.getByLabel("Al giorno", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page.getByText("La fine viene prima dell'inizio.").first()).toBeVisible();
  await merchant.open(page, "/mailbox");
  await expect(page.getByRole("region", { name: "Nessun server di posta" })).toContainText("i messaggi restano qui");
  await looksRight(page);
});

test("days and order of the list stay in its address, and it comes as a file", async ({ page, merchant }) => {
  const number = await order(page);
  await merchant.open(page, "/ordini");
  await page.getByLabel("Dal giorno", { exact: true }).fill("2020-01-02");
  await page.getByLabel("Al giorno", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page.getByText("La fine viene prima dell'inizio.")).toBeVisible();
  await expect(page.getByLabel("Al giorno", { exact: true })).toHaveValue("2020-01-01");
  await page.getByLabel("Al giorno", { exact: true }).fill("2020-12-31");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page.getByText("Nessun ordine corrisponde.")).toBeVisible();
  await isAccessible(page);
  await page.getByLabel("Al giorno", { exact: true }).fill("");
  await page.getByLabel("Ordina per").selectOption("Meno recenti");
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page).toHaveURL(/from=2020-01-02&sort=oldest$/);
  await expect(page.getByRole("link", { name: `Ordine ${number}`, exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Dal giorno", { exact: true })).toHaveValue("2020-01-02");
  await expect(page.getByLabel("Ordina per")).toHaveValue("oldest");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica CSV" }).click();
  const text = readFileSync(await (await waiting).path(), "utf8");
  expect(text).toContain(`\r\n${number};`);
  await expect(page.getByText("Il file è stato scaricato.")).toBeVisible();
  await page.getByRole("button", { name: "Togli i filtri" }).click();
  await expect(page).toHaveURL(/\/admin\/ordini$/);
});
