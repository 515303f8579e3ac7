// What a visit tells of itself in Chromium: a whole purchase, event by event, and nothing without consent. What each event says is
// tested without a browser (web/src/context/analytics/analytics.test.ts).
import { looksRight } from "./support/axe.ts";
import { answer, listen } from "./support/layer.ts";
import { asPerson } from "./support/person.ts";
import { fillCart, fillCheckout, openPage, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// A shop of its own: the sums are of these visits alone.
test.use({
  ...asPerson,
  settings: { analytics: { own: true } },
});

/** From a search to the page of an order; `seen`: waits until the quick view was told. */
async function purchase(
  page: Page,
  choice: "Accetta" | "Rifiuta",
  seen: () => Promise<void> = async () => {},
): Promise<void> {
  await openPage(page, "/negozio/?s=caviale+croccante");
  await answer(page, choice);
  const quick = page.getByRole("link", { name: "Anteprima di «Caviale croccante»" }).first();
  await quick.click();
  const view = page.getByRole("dialog", { name: "Caviale croccante" });
  await expect(view.getByRole("button", { name: /^Aggiungi al carrello/ })).toBeVisible();
  await seen();
  await view.getByRole("button", { name: "Chiudi" }).click();
  await expect(view).toBeHidden();
  await expect(page).not.toHaveURL(/#/);
  await page.getByRole("main").getByRole("link", { name: "Caviale croccante", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Caviale croccante", exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: /^Aggiungi al carrello/ }).first().click();
  await page.getByRole("dialog", { name: /Carrello/ }).getByRole("link", { name: "Visualizza carrello" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Carrello");
  await page.getByRole("main").getByRole("link", { name: /^Rimuovi «/ }).click();
  await page.getByRole("button", { name: /^Annulla/ }).click();
  await expect(page.getByRole("textbox", { name: /^Quantità di/ })).toHaveValue("1");
  await toCheckout(page);
  await fillCheckout(page, "livia@example.com");
  await placeOrder(page);
}

test("a whole purchase tells its events in their order, the purchase once, and the back office sums them up", async ({ page, merchant, shop }) => {
  const heard = await listen(page);
  const names = () => heard.map(({ event }) => event).filter(Boolean);
  await purchase(page, "Accetta", () => expect.poll(names).toContain("view_item"));
  await expect.poll(names).toContain("purchase");
  const lists = (all: string[]) => all.filter((name) => name !== "view_item_list");
  expect(names()).not.toContain(undefined);
  expect(lists(names())).toEqual([
    "search",
    "select_item",
    "view_item",
    "select_item",
    "select_content",
    "view_item",
    "add_to_cart",
    "remove_from_cart",
    "add_to_cart",
    "begin_checkout",
    "add_payment_info",
    "add_shipping_info",
    "purchase",
  ]);
  expect(names().slice(0, 2)).toEqual(["search", "view_item_list"]);
  const said = (name: string) => heard.find(({ event }) => event === name);
  expect(said("view_item_list").ecommerce.item_list_name).toBe("Product List");
  expect(said("add_shipping_info").ecommerce.shipping_tier).not.toMatch(/not found/);
  expect(said("add_payment_info").ecommerce.payment_type).toMatch(/Bonifico/);
  const bought = said("purchase").ecommerce;
  expect(page.url()).toContain(`/order-received/${bought.transaction_id}/`);
  expect(bought.value).toBe(said("add_shipping_info").ecommerce.value);
  expect(bought.items[0]).toMatchObject({ quantity: 1, item_name: "Caviale croccante" });
  const before = heard.length;
  const asked = page.waitForResponse(/\/purchase$/);
  await page.reload();
  expect(await (await asked).json()).toEqual({ purchase: null });
  expect(heard.length).toBe(before);

  const gathered = page.waitForRequest(/\/bottega\/v1\/events$/);
  await openPage(page, "/negozio/?s=qwertyuiop");
  await gathered;
  expect(heard).toContainEqual({ event: "search", search_term: "qwertyuiop" });
  await shop.work();
  await merchant.open(page, "/statistiche");
  const step = (name: string) => page.getByRole("listitem").filter({ hasText: name }).locator("strong");
  for (const name of ["Prodotto visto", "Messo nel carrello", "Alla cassa", "Ordine concluso"]) {
    await expect(step(name), name).toHaveText("1");
  }
  await expect(page.getByRole("region", { name: "Ricerche più frequenti" })).toContainText("caviale croccante");
  const empty = page.getByRole("region", { name: "Ricerche senza risultati" });
  await expect(empty).toContainText("qwertyuiop");
  await expect(empty).not.toContainText("caviale");
  await expect(page.getByRole("row").filter({ hasText: "Caviale croccante" })).toBeVisible();
  await looksRight(page, { within: "main" });
});

test("a checkout that is left before what counts has come is told by the next page, once", async ({ page }) => {
  const heard = await listen(page);
  const names = () => heard.map(({ event }) => event).filter((name) => name && name !== "view_item_list");
  await fillCart(page);
  await openPage(page, "/cookie/");
  await answer(page, "Accetta");
  let goOn = () => {};
  const isLeft = new Promise<void>((left) => {
    goOn = left;
  });
  let asked = 0;
  await page.route(/\/counting-[^/]*\.js$/, async (route) => {
    asked += 1;
    if (asked === 1) await isLeft;
    await route.continue();
  });
  await page.goto("/checkout/");
  await expect.poll(() => asked).toBe(1);
  expect(names()).toEqual([]);
  const gathered = page.waitForRequest(/\/bottega\/v1\/events$/);
  await openPage(page, "/prodotto/caviale-croccante/");
  goOn();
  await expect.poll(names).toEqual(["begin_checkout", "view_item"]);
  const { events } = (await gathered).postDataJSON();
  expect(events).toContainEqual(expect.objectContaining({ event: "begin_checkout", product_id: 0, first: true }));
  await openPage(page, "/prodotto/caviale-croccante/");
  await expect.poll(names).toEqual(["begin_checkout", "view_item", "view_item"]);
});

test("without consent a whole purchase tells nothing to anybody and keeps nothing of it", async ({ page }) => {
  const heard = await listen(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/bottega\/v1|googletagmanager|google-analytics/.test(request.url())) asked.push(request.url());
  });
  await purchase(page, "Rifiuta");
  await page.reload({ waitUntil: "networkidle" });
  expect(heard).toEqual([]);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem("bottega_visit"))).toBeNull();
});
