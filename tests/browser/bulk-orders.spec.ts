// Trade buyers: the bulk order form by keyboard alone, lines from a spreadsheet, purchase lists. Which
// answers of a search are shown is tested without a browser (web/src/features/accounts/trade/bulk/bulkRows.test.tsx).
import { newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { pasteInto } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

/** The main account of an approved company, logged in. */
async function tradeBuyer(page: Page, merchant: Parameters<typeof register>[1]): Promise<void> {
  const email = newEmail("rosa");
  await register(page, merchant, email);
  merchant.makeCompany(email);
}

const product = (page: Page, row: number) => page.getByRole("combobox", { name: `Prodotto, riga ${row}`, exact: true });
const quantity = (page: Page, row: number) => page.getByRole("spinbutton", { name: `Quantità, riga ${row}`, exact: true });
const options = (page: Page) => page.getByRole("option").filter({ visible: true });

/** Pastes into the first row. */
const paste = (page: Page, text: string) => pasteInto(product(page, 1), text);

test("a bulk order is filled, saved as a list and put into the cart by keyboard alone", async ({ page, merchant }) => {
  await tradeBuyer(page, merchant);
  await page.goto("/my-account/bulkorder/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await looksRight(page);
  await product(page, 1).focus();
  await page.keyboard.type("caviale");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await expect(product(page, 1)).toHaveValue("caviale");
  await page.keyboard.type(" ");
  await expect(options(page).first()).toBeVisible();
  const chosen = (await options(page).first().locator("span").first().textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(product(page, 1)).toHaveValue(chosen);
  await expect(product(page, 1)).not.toBeEditable();
  await expect(quantity(page, 1)).toBeFocused();
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(product(page, 2)).toBeFocused();
  await page.keyboard.type("miele");
  await page.keyboard.press("Enter");
  await expect(quantity(page, 2)).toBeFocused();
  for (let row = 2; row < 5; row++) {
    await quantity(page, row).focus();
    await page.keyboard.press("Enter");
    await expect(product(page, row + 1)).toBeFocused();
  }
  await quantity(page, 5).focus();
  await page.keyboard.press("Enter");
  await expect(product(page, 6)).toBeFocused();

  const clear = page.getByRole("button", { name: /^Svuota X/ });
  await expect(clear).toHaveCount(2);
  await clear.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(product(page, 2)).toHaveValue("");
  await expect(product(page, 2)).toBeFocused();
  await page.keyboard.type("zzzzqqqq");
  await expect(page.getByRole("status").filter({ hasText: "Nessun prodotto trovato" })).toBeAttached();

  await page.getByRole("button", { name: "Salva come lista" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Nome della lista" });
  await dialog.getByLabel("Nome della lista").fill("Settimana");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Salva come lista" }).press("Enter");
  await dialog.getByLabel("Nome della lista").fill("Settimana");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "La lista è stata salvata" })).toBeVisible();
  await page.getByRole("link", { name: "Settimana" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Settimana" })).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: "Aggiungi tutto al carrello" }).press("Enter");
  await expect(page).toHaveURL(/\/cart\/$/);
  await expect(page.getByRole("status").filter({ hasText: "Righe aggiunte al carrello: 1." })).toBeVisible();
});

test("lines pasted from a spreadsheet become rows, and what could not be read is told line by line", async ({ page, merchant }) => {
  await tradeBuyer(page, merchant);
  await page.goto("/my-account/bulkorder/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const skus = await page.evaluate(async () => {
    const answer = await fetch("/wp-json/wc/store/v1/products?per_page=40&type=simple&stock_status=instock");
    const found = (await answer.json()) as { sku: string; is_purchasable: boolean }[];
    return found.filter(({ sku, is_purchasable }) => sku && is_purchasable).slice(0, 2).map(({ sku }) => sku);
  });
  const text = `${skus[0]}\t2\n${skus[1]}\t1\nnon-esiste\t4`;
  await paste(page, text);
  const report = page.getByRole("status", { name: "Esito della lettura" });
  await expect(report).toContainText("2 righe pronte");
  await expect(report).toContainText("Riga 3: «non-esiste» non corrisponde a nessun prodotto.");
  await expect(quantity(page, 1)).not.toHaveValue("");
  await looksRight(page);
  await page.setInputFiles('input[type="file"]', {
    name: "ordine.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`SKU;Quantità\n${skus[0]};5\n`),
  });
  await expect(report).toContainText("1 riga pronta");
  await page.getByRole("button", { name: "Aggiungi al carrello", exact: true }).click();
  await expect(page).toHaveURL(/\/cart\/$/);

  await page.getByRole("button", { name: "Aggiungi il carrello a una lista d'acquisto" }).click();
  const dialog = page.getByRole("dialog", { name: "Nome della lista" });
  await dialog.getByLabel("Nome della lista").fill("Dal carrello");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Lista salvata" })).toBeDisabled();

  await page.goto("/my-account/purchase-lists/");
  await looksRight(page);
  const row = page.getByRole("row").filter({ hasText: "Dal carrello" });
  const download = page.waitForEvent("download");
  await row.getByRole("link", { name: /^Excel/ }).click();
  expect((await download).suggestedFilename()).toBe("dal-carrello.xlsx");
  await row.getByRole("link", { name: "Dal carrello", exact: true }).click();
  await page.getByText("Elimina la lista").click();
  await expect(page.getByText("Vuoi davvero eliminare questa lista d'acquisto?")).toBeVisible();
  await page.getByRole("button", { name: "Sì, elimina" }).click();
  await expect(page.getByRole("status").filter({ hasText: "La lista è stata eliminata" })).toBeVisible();
});

test("a thousand lines stay fluid", async ({ page, merchant }) => {
  await tradeBuyer(page, merchant);
  await page.goto("/my-account/bulkorder/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const sku = await page.evaluate(async () => {
    const answer = await fetch("/wp-json/wc/store/v1/products?per_page=40&type=simple&stock_status=instock");
    const found = (await answer.json()) as { sku: string; is_purchasable: boolean }[];
    return found.find(({ sku, is_purchasable }) => sku && is_purchasable)?.sku ?? "";
  });
  await paste(page, `${sku}\t1\n`.repeat(1_000));
  // By id: a search by role looks at each of the thousand rows. A shop built without optimisation reads them in seconds.
  const last = page.locator("#bulk-quantity-999");
  await expect(last).toHaveAttribute("aria-label", "Quantità, riga 1.000", { timeout: 30_000 });
  await page.locator("#bulk-quantity-499").focus();
  const total = page.locator('p[role="status"]', { hasText: "Totale" });
  const before = await total.textContent();
  await page.keyboard.press("2");
  await expect(total).not.toHaveText(before ?? "");
});
