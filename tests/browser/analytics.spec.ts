// What a visit tells of itself in Chromium: a whole purchase, event by event, and nothing without consent. What each event says is
// tested without a browser (web/src/context/analytics/analytics.test.ts).
import { looksRight } from "./support/axe.ts";
import { fillCheckout, openPage, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// Chromium without a window names itself a program that visits pages, and is asked nothing.
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
test.use({ userAgent: PERSON, expectedMessages: [/status of 404/] });

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it reads
type Entry = any;

/** Everything that pages put into the data layer, in its order, over all documents of a visit. */
async function listen(page: Page): Promise<Entry[]> {
  const heard: Entry[] = [];
  await page.exposeFunction("heardInLayer", (entry: string) => heard.push(JSON.parse(entry)));
  await page.addInitScript(() => {
    const layer: unknown[] = [];
    layer.push = (...entries: unknown[]) => {
      for (const entry of entries) {
        const words = Object.prototype.toString.call(entry) === "[object Arguments]";
        const told = words ? { call: [...(entry as unknown[])] } : entry;
        (window as unknown as { heardInLayer: (entry: string) => void }).heardInLayer(JSON.stringify(told));
      }
      return Array.prototype.push.apply(layer, entries);
    };
    Object.assign(window, { dataLayer: layer });
  });
  return heard;
}

const banner = (page: Page) => page.getByRole("dialog", { name: "I cookie di questo negozio" });

async function answer(page: Page, name: "Accetta" | "Rifiuta"): Promise<void> {
  const tracked = page.waitForResponse(/\/track$/);
  await banner(page).getByRole("button", { name, exact: true }).click();
  await tracked;
}

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
  await view.getByRole("button", { name: /^Chiudi/ }).click();
  await page.getByRole("main").getByRole("link", { name: "Caviale croccante", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Caviale croccante", exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: /^Aggiungi al carrello/ }).first().click();
  await page.getByRole("link", { name: "Vai al carrello" }).first().click();
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
    "add_shipping_info",
    "add_payment_info",
    "purchase",
  ]);
  expect(names().slice(0, 2)).toEqual(["search", "view_item_list"]);
  const said = (name: string) => heard.find(({ event }) => event === name);
  expect(said("view_item_list").ecommerce.item_list_name).toBe("Product List");
  expect(said("add_shipping_info").ecommerce.shipping_tier).not.toMatch(/not found/);
  expect(said("add_payment_info").ecommerce.payment_type).toMatch(/Bonifico/);
  const bought = said("purchase").ecommerce;
  expect(page.url()).toContain(`/order-received/${bought.transaction_id}/`);
  expect(bought.value).toBe(said("add_payment_info").ecommerce.value);
  expect(bought.items[0]).toMatchObject({ quantity: 1, item_name: "Caviale croccante" });
  const before = heard.length;
  await page.reload();
  const asked = page.waitForResponse(/\/purchase$/);
  expect(await (await asked).json()).toEqual({ purchase: null });
  expect(heard.length).toBe(before);

  await openPage(page, "/negozio/?s=qwertyuiop");
  await expect.poll(names).toContain("search");
  // Leaving tells what was gathered.
  await page.goto("about:blank");
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

test.describe("services of others", () => {
  test.use({ settings: { analytics: { measurement_id: "G-ABC1234567", tag_manager_id: "GTM-ABC1234" } } });

  async function loaded(page: Page): Promise<string[]> {
    const addresses: string[] = [];
    await page.route(/googletagmanager\.com/, (route) => {
      addresses.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    return addresses;
  }

  test("are loaded only once they are allowed, each by its own category", async ({ page }) => {
    const addresses = await loaded(page);
    const heard = await listen(page);
    await openPage(page, "/negozio/");
    await page.waitForLoadState("networkidle");
    expect(addresses).toEqual([]);
    await banner(page).getByText("Visualizza le preferenze").click();
    await banner(page).getByRole("checkbox", { name: "Statistiche", exact: true }).check();
    await banner(page).getByRole("button", { name: "Salva preferenze" }).click();
    // The page is loaded anew under a policy that lets the service in.
    await expect.poll(() => addresses).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-ABC1234567"]);
    const calls = () => heard.filter(({ call }) => call).map(({ call }) => call);
    await expect.poll(() => calls().map((call) => call[1])).toContain("view_item_list");
    const last = calls().slice(calls().findLastIndex((call) => call[1] === "default"));
    expect(last[0][2]).toMatchObject({ analytics_storage: "denied", ad_storage: "denied", wait_for_update: 500 });
    expect(last[1][2]).toMatchObject({ analytics_storage: "granted", ad_storage: "denied" });
    expect(heard).toContainEqual({ logged_in: false });
    expect(calls().find((call) => call[1] === "page_view")[2].page_location).toMatch(/\/negozio\/$/);
  });

  test("are not loaded where everything is refused, and the policy stays closed", async ({ page }) => {
    const addresses = await loaded(page);
    await openPage(page, "/");
    await answer(page, "Rifiuta");
    const again = await page.reload({ waitUntil: "networkidle" });
    expect(again?.headers()["content-security-policy"]).not.toContain("google");
    expect(addresses).toEqual([]);
  });

  test("both are loaded where everything is accepted", async ({ page }) => {
    const addresses = await loaded(page);
    await openPage(page, "/");
    await answer(page, "Accetta");
    await expect
      .poll(() => [...addresses].sort())
      .toEqual([
        "https://www.googletagmanager.com/gtag/js?id=G-ABC1234567",
        "https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234",
      ]);
  });
});
