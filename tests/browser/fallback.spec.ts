// The shop without its scripts, and without its core.
import { addButton, fillCheckout, findCaviar, placeOrder, stockOf } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Buys two packs by plain forms and links. */
async function buyByForms(page: Page): Promise<void> {
  const before = await stockOf(page, "CAV-CROC-35");
  await findCaviar(page);
  await page.getByLabel("Formato").selectOption({ label: "35 g" });
  await addButton(page).click();
  await page.goto("/cart/");
  await page.getByRole("textbox", { name: "Quantità di «Caviale croccante»" }).fill("2");
  await page.getByRole("button", { name: "Aggiorna carrello" }).click();
  await expect(page.getByRole("region", { name: "Riepilogo" })).toContainText("144,00");
  await page.getByRole("link", { name: "Vai alla cassa" }).click();
  await fillCheckout(page, "livia@example.com", true);
  await placeOrder(page);
  expect(await stockOf(page, "CAV-CROC-35")).toBe(before - 2);
}

test.describe("without JavaScript", () => {
  // A refused form is answered with 422, which the browser mentions; what was preloaded for scripts stays unused.
  test.use({ javaScriptEnabled: false, expectedMessages: [/status of 422/] });

  test("a guest buys up to the placed order", { tag: "@core" }, async ({ page }) => {
    await buyByForms(page);
  });

  test("a form with mistakes comes back filled, with the mistakes named", async ({ page }) => {
    await findCaviar(page);
    await page.getByLabel("Formato").selectOption({ label: "15 g" });
    await addButton(page).click();
    await page.goto("/checkout/");
    await fillCheckout(page, "livia@example.com", true);
    await page.getByLabel("CAP", { exact: true }).first().fill("2012");
    await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
    await expect(page.getByLabel("CAP", { exact: true }).first()).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Indirizzo", { exact: true }).first()).toHaveValue("Via dei Mille 7");
  });

  test("the order of a list is changed with a button", async ({ page }) => {
    await page.goto("/negozio/");
    await page.getByLabel("Ordina per").selectOption("price");
    await page.getByRole("button", { name: "Applica" }).first().click();
    await expect(page).toHaveURL(/orderby=price/);
  });
});

test.describe("when the core cannot load", () => {
  test.use({ expectedMessages: [/wasm|ERR_FAILED|Failed to (load|fetch)/i] });

  test("a guest buys through the server", { tag: "@core" }, async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await buyByForms(page);
  });
});
