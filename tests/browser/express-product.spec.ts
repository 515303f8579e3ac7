// Express wallets on product pages: what is bought is what the form says, and the cart from before comes back.
import { fillCart } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { answered, area, confirm, declare, inCart, openSheet, payButton, walletButton } from "./support/wallet.ts";

test.use({
  // A refused payment is answered with 400, which Chromium mentions.
  expectedMessages: [/status of (?:400|500)/],
});

const alert = (page: Page) => area(page).getByRole("alert").filter({ hasText: /\S/ });

async function open(page: Page, slug: string): Promise<void> {
  await page.goto(`/prodotto/${slug}/`);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

const settled = (page: Page) => expect(area(page).locator("[aria-busy]")).toHaveCount(0);

test("a simple product is bought in the quantity of its form", async ({ page }) => {
  await open(page, "scatola-dolce-pausa");
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await page.getByRole("main").getByLabel(/^Quantità di/).first().fill("2");
  await settled(page);
  const sheet = await openSheet(page, "Google Pay");
  await expect(sheet.getByText("Scatola Dolce Pausa (x2)")).toBeVisible();
  await sheet.getByRole("radio", { name: /Via dei Mille 7/ }).check();
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText("Scatola Dolce Pausa");
});

test("a variable product has no buttons until a variation is chosen", async ({ page }) => {
  await open(page, "riso-carnaroli");
  const select = page.locator("main form select").first();
  await select.selectOption({ index: 0 });
  await expect(area(page)).toBeHidden();
  await select.selectOption({ index: 1 });
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await select.selectOption({ index: 0 });
  await expect(area(page)).toBeHidden();
  await select.selectOption({ index: 2 });
  await settled(page);
  const sheet = await openSheet(page, "Apple Pay");
  await expect(sheet.getByText(/Riso Carnaroli \(/)).toBeVisible();
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText("Riso Carnaroli");
});

test("a product with a required choice has no buttons until it is made, and the wallet buys the choice", async ({ page }) => {
  await open(page, "speck-del-maso");
  await expect(area(page)).toBeHidden();
  await page.getByRole("radio", { name: "Intero" }).check();
  await settled(page);
  await confirm(page, await openSheet(page, "Google Pay"));
  await expect(page.getByRole("main")).toContainText("Taglio");
});

test("a deposit is what the wallet asks for now", async ({ page }) => {
  await open(page, "cesto-di-natale");
  await settled(page);
  await page.getByRole("radio", { name: /Acconto e saldo/ }).check();
  await settled(page);
  const sheet = await openSheet(page, "Google Pay");
  await answered(sheet);
  await expect(payButton(sheet)).not.toContainText("128,00");
  const asked = (await payButton(sheet).innerText()).replace(/^Ordina e paga\s*/, "").replace(/\u00a0/g, " ");
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText(asked);
  await expect(page.getByRole("heading", { name: "Pagamenti successivi" })).toBeVisible();
});

test("a time is booked by a wallet, which asks for no delivery", async ({ page }) => {
  await open(page, "corso-assaggiare-lolio");
  await page.getByRole("radio", { name: /^11:00–12:30/ }).check();
  await settled(page);
  const sheet = await openSheet(page, "Google Pay");
  await expect(sheet.getByRole("group", { name: "Indirizzo di fatturazione" })).toBeVisible();
  await expect(sheet.getByRole("group", { name: "Spedizione" })).toHaveCount(0);
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText(/Quando: sabato .*, ore 11:00/);
});

test("the cart from before is back after a cancelled sheet, and after a declined card", async ({ page }) => {
  await fillCart(page);
  const before = await inCart(page);
  await open(page, "scatola-dolce-pausa");
  const first = await openSheet(page, "Google Pay");
  await answered(first);
  expect(await inCart(page)).toEqual(["Scatola Dolce Pausa"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => inCart(page)).toEqual(before);
  const second = await openSheet(page, "Google Pay");
  await second.getByRole("radio", { name: /0002/ }).check();
  await answered(second);
  await payButton(second).click();
  await expect(alert(page)).toContainText("La carta è stata rifiutata.");
  expect(await inCart(page)).toEqual(before);
  await confirm(page, await openSheet(page, "Google Pay"));
  expect(await inCart(page)).toEqual(before);
});

test("a subscription asks for an account first, and comes back after logging in", async ({ page }) => {
  await open(page, "cassetta-del-mese");
  await walletButton(page, "Google Pay").click();
  const prompt = page.getByRole("dialog", { name: "Serve un account" });
  await expect(prompt).toContainText("serve un account");
  await prompt.getByRole("button", { name: "Annulla" }).click();
  await expect(prompt).toHaveCount(0);
  await walletButton(page, "Google Pay").click();
  await prompt.getByRole("link", { name: "Accedi o registrati" }).click();
  await expect(page).toHaveURL(/\/my-account\/\?redirect_to=/);
});

test("a wallet whose frame cannot be loaded has no place, and the others work", async ({ page }) => {
  let frames = 0;
  await page.route(/\/elements\/wallet\?/, (route) => {
    frames += 1;
    return frames === 1 ? route.abort() : route.continue();
  });
  await open(page, "scatola-dolce-pausa");
  await expect(area(page).locator("[data-wallet]")).toHaveCount(2);
  await confirm(page, await openSheet(page, "Google Pay"));
});

/** Presses a wallet's button and declares what is asked, where no sheet may come. */
async function press(page: Page, wallet: string): Promise<void> {
  await walletButton(page, wallet).click();
  await expect(area(page).getByRole("group", { name: "Prima di pagare" })).toBeVisible();
  await declare(page);
  await walletButton(page, wallet).click();
}

test("a product that cannot be put into the cart is told, and nothing is paid", async ({ page }) => {
  await open(page, "scatola-dolce-pausa");
  await page.route("**/wc/store/v1/cart/add-item", (route) => route.fulfill({ status: 500, json: {} }));
  await press(page, "Google Pay");
  await expect(alert(page)).toContainText("Si è verificato un errore nell'aggiungere il prodotto al carrello.");
  await expect(page.getByRole("dialog", { name: "Google Pay" })).toHaveCount(0);
});

test("a product whose data cannot be read is told when the wallet is pressed", async ({ page }) => {
  await open(page, "scatola-dolce-pausa");
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await page.route(/wc-ajax=wc_stripe_get_selected_product_data/, (route) =>
    route.fulfill({ json: { success: false, data: {} } }),
  );
  const asked = page.waitForResponse(/wc_stripe_get_selected_product_data/);
  await page.getByRole("main").getByLabel(/^Quantità di/).first().fill("3");
  await asked;
  await settled(page);
  await walletButton(page, "Google Pay").click();
  await expect(alert(page)).toContainText("Si è verificato un errore nel leggere i dati del prodotto.");
  await expect(page.getByRole("dialog", { name: "Google Pay" })).toHaveCount(0);
});

test("scripts may change what a wallet puts into the cart", async ({ page }) => {
  await open(page, "scatola-dolce-pausa");
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await page.evaluate(() =>
    document.body.addEventListener("express_add_to_cart", (event) => {
      (event as CustomEvent<{ quantity: number }>).detail.quantity = 2;
    }),
  );
  const sheet = await openSheet(page, "Google Pay");
  await answered(sheet);
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText(/Scatola Dolce Pausa\s*×\s*2/);
});
