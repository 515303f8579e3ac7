// Where an order came from, in Chromium: from the first page through consent to the order and the back office's report.
import { looksRight } from "./support/axe.ts";
import { ARRIVALS, arrive, expected, originCookies, originOf } from "./support/origin.ts";
import { asPerson } from "./support/person.ts";
import { fillCart, fillCheckout, openPage, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { confirm, openSheet } from "./support/wallet.ts";

test.use({
  ...asPerson,
});

async function orderByForm(page: Page): Promise<string> {
  await fillCart(page);
  await openPage(page, "/cart/");
  await toCheckout(page);
  await fillCheckout(page, "livia@example.com");
  return placeOrder(page);
}

async function orderByWallet(page: Page): Promise<string> {
  await fillCart(page);
  await openPage(page, "/cart/");
  await confirm(page, await openSheet(page, "Google Pay"));
  return /order-received\/(\d+)/.exec(page.url())?.[1] ?? "";
}

for (const arrival of ARRIVALS) {
  test(`an order of the block form after ${arrival.way} says so`, async ({ page, merchant, shop }) => {
    await arrive(page, arrival, "Accetta");
    const order = await orderByForm(page);
    expect(await originOf(merchant, order)).toEqual(expected(arrival, shop.url));
  });

  test(`a wallet's order after ${arrival.way} says so`, async ({ page, merchant, shop }) => {
    await arrive(page, arrival, "Accetta");
    const order = await orderByWallet(page);
    expect(await originOf(merchant, order)).toEqual(expected(arrival, shop.url));
  });
}

test("an order of who refused says nothing, and nothing was stored on the way", async ({ page, context, merchant }) => {
  const [campaign] = ARRIVALS;
  if (!campaign) throw new Error("no campaign");
  await arrive(page, campaign, "Rifiuta");
  const order = await orderByForm(page);
  expect(await originCookies(context)).toEqual([]);
  expect(await originOf(merchant, order)).toEqual({ label: "Origine sconosciuta" });
});

test("consent that comes pages later knows the first one, and taking it back deletes the cookies", async ({ page, context, merchant, shop }) => {
  await page.goto("/?utm_source=tardi", { referer: "https://blog.example.org/" });
  await page.locator("html[data-hydrated]").waitFor();
  // Within the document: what is held in memory goes along.
  await page.getByRole("dialog").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/cookie\/$/);
  expect(await originCookies(context)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Accetta", exact: true }).click();
  await expect.poll(async () => (await originCookies(context)).length).toBe(7);
  const order = await orderByForm(page);
  expect(await originOf(merchant, order)).toMatchObject({
    label: "Campagna: tardi",
    session_entry: `${shop.url}/?utm_source=tardi`,
    referrer: "https://blog.example.org/",
  });
  await openPage(page, "/cookie/");
  const loaded = page.waitForEvent("load");
  await page.getByRole("main").getByRole("button", { name: "Rifiuta", exact: true }).click();
  await expect.poll(() => originCookies(context)).toEqual([]);
  await loaded;
});

test("the order's page and the report show where orders came from", async ({ page, context, merchant }) => {
  const [campaign] = ARRIVALS;
  if (!campaign) throw new Error("no campaign");
  await arrive(page, campaign, "Accetta");
  const order = await orderByWallet(page);
  // The order's page goes on telling what was consented to, as long as it stands.
  await page.goto("about:blank");
  await context.clearCookies();
  await merchant.open(page, `/ordini/${order}`);
  const card = page.getByRole("region", { name: "Origine" });
  await expect(card).toContainText("Campagna: lettera");
  await expect(card.getByRole("term").filter({ hasText: "Pubblico" }).locator("+ dd")).toHaveText("fedeli");
  await looksRight(page, { within: "main" });
  await merchant.open(page, "/provenienza");
  const row = page.getByRole("row").filter({ hasText: "Campagna: lettera" });
  await expect(row).toContainText("natale");
  await expect(page.getByRole("row").filter({ hasText: "Tutte le origini" })).toContainText("€");
  await looksRight(page, { within: "main" });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^provenienza-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});
