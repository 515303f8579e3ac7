// Lists of products: add buttons, order, filters. Also tested without a browser: web/src/features/catalogue/addFromList.test.tsx.
import { isAccessible } from "./support/axe.ts";
import { openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const LIST = "/categoria-prodotto/formaggi/";
const add = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Aggiungi «/ });
const drawer = (page: Page) => page.getByRole("dialog", { name: /Carrello/ });

test("a button adds, says so, and then leads to the cart", async ({ page }) => {
  await openPage(page, LIST);
  const sent = page.waitForRequest((request) => request.url().includes("wc-ajax=add_to_cart"));
  await add(page).first().click();
  const fields = new URLSearchParams((await sent).postData() ?? "");
  expect([...fields.keys()].sort()).toEqual(["product_id", "product_sku", "quantity"]);
  await expect(drawer(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await page.keyboard.press("Escape");
  await expect(add(page).first()).toHaveClass(/\badded\b/);
  await expect(page.getByRole("main").getByRole("link", { name: "Visualizza carrello" })).toHaveAttribute("href", "/cart/");
});

test("the list follows the chosen order at once, and the number of results is told", async ({ page }) => {
  await openPage(page, "/negozio/");
  await page.getByLabel("Ordina per").selectOption({ label: "Prezzo crescente" });
  await expect(page).toHaveURL(/orderby=price/);
  await expect(page.getByRole("status").filter({ hasText: /di \d+ prodotti$/ })).toBeAttached();
});

test("by keyboard: a filter narrows the list, its chip takes it away again", { tag: "@core" }, async ({ page }) => {
  await openPage(page, "/negozio/");
  await page.getByRole("complementary").getByRole("link", { name: /^In offerta/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/on_sale=1/);
  const chip = page.getByRole("list", { name: "Filtri attivi" }).getByRole("link", { name: "Rimuovi il filtro In offerta" });
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/negozio\/$/);
});

test("on a phone the filters are a dialog that stays open while choosing", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/negozio/");
  await page.getByRole("link", { name: "Filtri" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtri" });
  await sheet.getByRole("link", { name: /^In offerta/ }).click();
  await expect(page).toHaveURL(/on_sale=1/);
  await isAccessible(page);
  await sheet.getByRole("button", { name: /^Mostra \d+ prodott/ }).click();
  await expect(sheet).toBeHidden();
});

test("a search without results offers other words and categories", async ({ page }) => {
  await openPage(page, "/negozio/?s=miele+xqzwk");
  await page.getByRole("main").getByRole("link", { name: "miele", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risultati per «miele»");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a button of the list adds and shows the cart", async ({ page }) => {
    await page.goto(LIST);
    await add(page).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Carrello");
    await expect(page.getByText(/è stato aggiunto al carrello/)).toBeVisible();
  });
});
