// An analytics service and a tag manager of others in Chromium: they are loaded only where they are set and the visitor allows each.
import { answer, banner, listen } from "./support/layer.ts";
import { asPerson } from "./support/person.ts";
import { openPage, orderPath } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  ...asPerson,
  settings: { analytics: { measurement_id: "G-ABC1234567", tag_manager_id: "GTM-ABC1234" } },
});

async function loaded(page: Page): Promise<string[]> {
  const addresses: string[] = [];
  await page.route(/googletagmanager\.com/, (route) => {
    addresses.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  return addresses;
}

/** Accepts everything, and waits until both services are loaded. The page is loaded anew under a policy that lets them in, maybe
 * before the shop has its proof: of an answer that comes then a page hears nothing. */
async function accept(page: Page, addresses: string[]): Promise<void> {
  await banner(page).getByRole("button", { name: "Accetta", exact: true }).click();
  await expect.poll(() => addresses.length).toBe(2);
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
  await expect.poll(() => addresses).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-ABC1234567&l=gtagLayer"]);
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
  await accept(page, addresses);
  expect([...addresses].sort()).toEqual([
    "https://www.googletagmanager.com/gtag/js?id=G-ABC1234567&l=gtagLayer",
    "https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234",
  ]);
});

test.describe("an address without its key", () => {
  // It is not found before the page's script goes back to the whole one.
  test.use({ expectedMessages: [/status of 404/] });

  test("an order's page is shown without its key, tells its purchase, and is found again when it is loaded anew", async ({ page }) => {
    const addresses = await loaded(page);
    const heard = await listen(page);
    await openPage(page, "/");
    await accept(page, addresses);
    await openPage(page, await orderPath(page));
    await expect.poll(() => heard.map(({ event }) => event)).toContain("purchase");
    await expect(page).toHaveURL(/order-received\/\d+\/$/);
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(/order-received\/\d+\/$/);
    expect(JSON.stringify(heard)).not.toContain("wc_order_");
  });
});
