// An offer from the merchant's desk to the order of the company that it is for.
import { newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("at 390 px an offer is written, sent, seen, put into the cart and withdrawn, and all fits 1440 px too", async ({ page, merchant, shop, browser }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const email = newEmail("trattoria");
  await register(page, merchant, email);
  makeCompany(shop.folder, email, "Trattoria da Nicolò");

  const office = await (await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 900 } })).newPage();
  office.on("dialog", (dialog) => dialog.accept());
  await merchant.open(office, "/offerte");
  await expect(office.getByText("Nessuna offerta corrisponde.")).toBeVisible();
  await office.getByRole("link", { name: "Nuova offerta" }).click();
  await office.getByLabel("Titolo").fill("Cena di Natale");
  await office.getByLabel("Ultimo giorno di validità").fill("2099-12-24");
  await office.getByLabel("Azienda").fill("nicol");
  await office.getByRole("button", { name: "+ Trattoria da Nicolò" }).click();
  await office.getByLabel("Aggiungi un prodotto").fill("caviale croccante");
  await office.getByRole("button", { name: /^\+ Caviale croccante - 35 g/ }).first().click();
  await office.getByLabel("Quantità").fill("2");
  await office.getByLabel("Prezzo al pezzo").fill("60,50");
  await expect(office.getByText("Listino: 72,00 € · sconto 16%")).toBeVisible();
  await looksRight(office);
  await office.getByRole("button", { name: "Salva" }).click();
  await expect(office.getByRole("heading", { level: 1, name: /^Offerta n\. \d+/ })).toBeVisible();
  await office.getByRole("button", { name: "Invia al cliente" }).click();
  await expect(office.getByText("Inviata", { exact: true })).toBeVisible();
  await expect(office.getByLabel("Prezzo al pezzo")).toBeDisabled();
  await looksRight(office);
  expect(merchant.newestText(email)).toContain("Caviale croccante");

  await page.goto("/my-account/");
  await page.getByRole("link", { name: "Offerte (1 nuova)" }).click();
  await expect(page.getByRole("heading", { level: 2, name: /Cena di Natale/ })).toBeVisible();
  await expect(page.getByText("121,00 €")).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: /Aggiungi l'offerta al carrello/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/cart/");
  await expect(page.getByText("n. ", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("121,00 €").first()).toBeVisible();

  await office.getByRole("button", { name: "Ritira l’offerta" }).click();
  await expect(office.getByText("Ritirata", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/non vale più/)).toBeVisible();
  await page.goto("/my-account/offers/");
  await expect(page.getByText("Stato: Ritirata")).toBeVisible();
  await expect(page.getByRole("button", { name: /Aggiungi l'offerta/ })).toHaveCount(0);
  await office.context().close();
});
