// What is done to a page before its scripts answer. They are held until everything is done.
import { actEarly } from "./support/answers.ts";
import { addButton, fillCart, orderButton } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Opens a page whose scripts wait; gives the function that lets them come. */
async function openBare(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await actEarly(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  return async () => {
    release();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  };
}

const terms = (page: Page) => page.getByRole("checkbox", { name: /Ho letto e accetto/ });
const elsewhere = (page: Page) => page.getByRole("checkbox", { name: /indirizzo diverso/ });

test("the pack and the pieces that were chosen are what goes into the cart", { tag: "@core" }, async ({ page }) => {
  const answer = await openBare(page, "/prodotto/caviale-croccante/");
  await page.getByLabel("Formato").selectOption({ label: "15 g" });
  await page.getByRole("textbox", { name: /^Quantità di/ }).fill("2");
  await answer();
  await expect(page.getByLabel("Formato")).toHaveValue("15-g");
  await addButton(page).click();
  const drawer = page.getByRole("dialog", { name: /Carrello/ });
  await expect(drawer.getByText("Formato: 15 g")).toBeVisible();
  await expect(drawer.getByRole("textbox", { name: /^Quantità di/ })).toHaveValue("2");
});

test("the pieces of a cart's line are saved", async ({ page }) => {
  await fillCart(page);
  const answer = await openBare(page, "/cart/");
  await page.getByRole("textbox", { name: /^Quantità di/ }).fill("3");
  await page.keyboard.press("Tab");
  await answer();
  await expect(page.getByRole("banner").getByRole("link", { name: /^Carrello/ })).toHaveText(/3/);
  await page.reload();
  await expect(page.getByRole("textbox", { name: /^Quantità di/ })).toHaveValue("3");
});

test("the checkout keeps texts, lists, boxes and the way of payment, and orders by them", async ({ page }) => {
  await fillCart(page);
  const answer = await openBare(page, "/checkout/");
  const field = (label: string, at = 0) => page.getByLabel(label, { exact: true }).nth(at);
  await field("E-mail").fill("livia@example.com");
  for (const [label, text] of Object.entries({
    Nome: "Livia",
    Cognome: "Conti",
    Indirizzo: "Via dei Mille 7",
    CAP: "20129",
    Città: "Milano",
    Telefono: "02 5550 0100",
  }))
    await field(label).fill(text);
  await field("Provincia").selectOption({ label: "Milano" });
  await elsewhere(page).check();
  for (const [label, text] of Object.entries({
    Nome: "Anna",
    Cognome: "Rossi",
    Indirizzo: "Via Garibaldi 12",
    CAP: "43121",
    Città: "Parma",
  }))
    await field(label, 1).fill(text);
  await field("Provincia", 1).selectOption({ label: "Parma" });
  await page.getByRole("radio", { name: /Bonifico/ }).check();
  await terms(page).check();
  await answer();
  await expect(elsewhere(page)).toBeChecked();
  await expect(terms(page)).toBeChecked();
  await expect(page.getByRole("radio", { name: /Bonifico/ })).toBeChecked();
  await expect(page.locator("#shipping_city")).toHaveValue("Parma");
  await expect(page.locator("#billing_state")).toHaveValue("Milano");
  await expect(page.locator("#shipping_state")).toHaveValue("Parma");
  await orderButton(page).click();
  await page.waitForURL(/order-received/);
  await expect(page.getByRole("main")).toContainText("Via Garibaldi 12");
});

test("a box that shows fields keeps them open", async ({ page }) => {
  await fillCart(page);
  const answer = await openBare(page, "/checkout/");
  await page.getByRole("checkbox", { name: /Crea(re)? un account/ }).check();
  await page.locator("#account_password").fill("Tartufo-blu-e-7-sedie");
  await answer();
  await expect(page.getByRole("checkbox", { name: /Crea(re)? un account/ })).toBeChecked();
  await expect(page.locator("#account_password")).toHaveValue("Tartufo-blu-e-7-sedie");
});

test("an order of the list that was chosen is sent once scripts answer", async ({ page }) => {
  const answer = await openBare(page, "/negozio/");
  await page.getByLabel("Ordina per").selectOption("price");
  await answer();
  await expect(page).toHaveURL(/orderby=price/);
  await expect(page.getByLabel("Ordina per")).toHaveValue("price");
});

test("stars and words of a review, and words of a search, stay", async ({ page }) => {
  const answer = await openBare(page, "/prodotto/caviale-croccante/#reviews");
  await page.getByRole("radio", { name: "4 stelle su 5" }).check({ force: true });
  await page.locator("#comment").fill("Buono");
  await page.getByRole("searchbox", { name: "Cerca nel negozio" }).fill("tartufo");
  await answer();
  await expect(page.getByRole("radio", { name: "4 stelle su 5" })).toBeChecked();
  await expect(page.locator("input[type=hidden][name=rating]")).toHaveValue("4");
  await expect(page.locator("#comment")).toHaveValue("Buono");
  await expect(page.locator("#cerca")).toHaveValue("tartufo");
});

test("presses on pictures that nothing answered are done once something does", async ({ page }) => {
  const answer = await openBare(page, "/prodotto/caviale-croccante/");
  const second = page.getByRole("link", { name: "Mostra l’immagine 2" });
  await second.click();
  await page.getByRole("link", { name: "Visualizza la galleria di immagini a schermo intero" }).click();
  await expect(second).not.toHaveAttribute("aria-current");
  await expect(page).toHaveURL(/\/prodotto\/caviale-croccante\/$/);
  await answer();
  await expect(second).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("dialog", { name: "Immagini del prodotto" }).getByRole("status")).toContainText("Immagine 2 di");
});
