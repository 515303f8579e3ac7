// What a shopper does, as in words on the page; and short cuts over the store API for tests about something else.
import { expect, type Locator, type Page } from "@playwright/test";

const api = "/wp-json/wc/store/v1";

/** Opens a page and waits until its scripts answer. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** Searches the crunchy caviar and opens its page. */
export async function findCaviar(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("searchbox", { name: "Cerca nel negozio" }).fill("caviale croccante");
  await page.getByRole("button", { name: "Cerca", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risultati per «caviale croccante»");
  await page.getByRole("main").getByRole("link", { name: "Caviale croccante", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Caviale croccante", exact: true })).toBeVisible();
}

export const addButton = (page: Page) => page.getByRole("button", { name: /^Aggiungi al carrello/ });

/** Follows the link to the checkout and waits until scripts answer there: until then the fields of another delivery address are
 * shown too. */
export async function toCheckout(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Vai alla cassa" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cassa");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.locator("#shipping_state")).toHaveCount(0);
}

/** Chooses by its words, in a plain list or in one that is searched by typing (which takes the list's place with scripts). */
export async function choose(labelled: Locator, label: string): Promise<void> {
  const page = labelled.page();
  // The open list is labelled too.
  const field = labelled.and(page.locator("input, select"));
  if (await page.evaluate(() => matchMedia("(scripting: enabled)").matches))
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  if ((await field.getAttribute("role")) !== "combobox") {
    await field.selectOption({ label });
    return;
  }
  await field.fill(label);
  await field.press("Enter");
  await expect(field).toHaveValue(label);
}

/** Fills the checkout with an Italian address and chooses the bank transfer. `plain`: no script will take the page over. */
export async function fillCheckout(page: Page, email: string, plain = false): Promise<void> {
  // Without scripts the fields of another delivery address follow, under the same names.
  const field = (label: string) => page.getByLabel(label, { exact: true }).first();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await field("Nome").fill("Livia");
  await field("Cognome").fill("Conti");
  await field("Indirizzo").fill("Via dei Mille 7");
  await field("CAP").fill("20129");
  await field("Città").fill("Milano");
  await field("Telefono").fill("02 5550 0100");
  if (plain) await field("Provincia").selectOption({ label: "Milano" });
  else await choose(field("Provincia"), "Milano");
  await page.getByRole("radio", { name: /Bonifico/ }).check();
  const terms = page.getByRole("checkbox", { name: /Ho letto e accetto/ });
  if ((await terms.count()) > 0) await terms.check();
}

const HOME = {
  first_name: "Livia",
  last_name: "Conti",
  address_1: "Via dei Mille 7",
  city: "Milano",
  state: "MI",
  postcode: "20129",
  country: "IT",
  phone: "02 5550 0100",
};

/** Comes to the checkout with the caviar and a known address, for tests about paying. `other`: what differs in the address. */
export async function comeToPay(page: Page, email: string, other: Partial<typeof HOME> = {}): Promise<void> {
  const headers = await fillCart(page);
  const place = { ...HOME, ...other };
  const data = { billing_address: { ...place, email }, shipping_address: place };
  const kept = await page.request.post(`${api}/cart/update-customer`, { headers, data });
  expect(kept.status(), await kept.text()).toBe(200);
  await openPage(page, "/checkout/");
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email);
  await page.getByRole("checkbox", { name: /Ho letto e accetto/ }).check();
}

/** Sends the order and gives its number. */
export async function placeOrder(page: Page): Promise<string> {
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  await page.waitForURL(/\/checkout\/order-received\/\d+\/\?key=wc_order_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grazie, abbiamo ricevuto il tuo ordine");
  const number = page.locator("dl > div").filter({ hasText: "Ordine numero" }).locator("dd");
  return (await number.innerText()).trim();
}

/** Pieces of a variation that can still be bought. */
export async function stockOf(page: Page, sku: string): Promise<number> {
  const found = await page.request.get(`${api}/products?type=variation&sku=${sku}`);
  return (await found.json())[0].add_to_cart.maximum;
}

/** Puts a product into the cart of this browser. */
export async function fillCart(page: Page, sku = "CAV-CUCC"): Promise<Record<string, string>> {
  const seen = await page.request.get(`${api}/cart`);
  const headers = { Nonce: seen.headers().nonce ?? "" };
  const [product] = await (await page.request.get(`${api}/products?sku=${sku}`)).json();
  const added = await page.request.post(`${api}/cart/add-item`, { headers, data: { id: product.id, quantity: 1 } });
  expect(added.status()).toBe(201);
  return headers;
}

/** Places an order without pages; gives the store API's answer. `extensions`: what the buyer adds beside the platform's fields. */
export async function orderByApi(page: Page, extensions: Record<string, unknown> = {}) {
  const headers = await fillCart(page);
  const data = {
    billing_address: { ...HOME, email: "livia@example.com" },
    shipping_address: HOME,
    payment_method: "bacs",
    extensions: { bottega: { terms: true, ...extensions } },
  };
  const placed = await page.request.post(`${api}/checkout`, { headers, data });
  expect(placed.status(), await placed.text()).toBe(200);
  return (await placed.json()) as { order_id: number; payment_result: { redirect_url: string } };
}

/** Places an order without pages and gives the path of its page. */
export async function orderPath(page: Page): Promise<string> {
  const { payment_result } = await orderByApi(page);
  const { pathname, search } = new URL(payment_result.redirect_url);
  return pathname + search;
}

/** The button that sends the order. */
export const orderButton = (page: Page) => page.getByRole("button", { name: /Ordine con obbligo di pagare/ });

/** A way of payment that is switched on, as the settings of a file's shop have it. */
export const wayOn = (id: string, title: string, instructions = "") => ({ id, enabled: true, title, instructions });

/** Pastes a text into a field, as from a spreadsheet. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}
