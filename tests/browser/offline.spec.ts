// The shop without a connection: pages that were seen, a page for the others, and a cart whose changes wait and are made once.
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { looksRight } from "./support/axe.ts";
import { expect, type Page, test } from "./support/test.ts";

// What cannot be fetched is mentioned by the browser.
test.use({ serviceWorkers: "allow", expectedMessages: [/Failed to load resource|net::ERR_|Failed to fetch/] });

/** Opens a page and waits until the worker keeps it. */
async function seen(page: Page, address: string, path = address): Promise<void> {
  await page.goto(address);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => kept(page)).toContain(path);
}

/** Addresses of everything that is kept, by cache. */
const keptByCache = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      all[name] = requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
    }
    return all;
  });

async function kept(page: Page): Promise<string[]> {
  const all = await keptByCache(page);
  return Object.entries(all).flatMap(([name, urls]) => (/-(?:pages|offline)$/.test(name) ? urls : []));
}

const lines = async (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const cart = (await (await fetch("/wp-json/wc/store/v1/cart")).json()) as { items: { name: string; quantity: number }[] };
    return Object.fromEntries(cart.items.map(({ name, quantity }) => [name, quantity]));
  });

const firstProduct = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLAnchorElement>('main a[href^="/prodotto/"]')?.pathname ?? "");

test("a page that was seen is read again without a connection, any other is stood in for", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await seen(page, "/negozio/");
  const product = await firstProduct(page);
  await page.goto(product);
  await expect.poll(() => kept(page)).toContain(product);
  const title = await page.title();
  await context.setOffline(true);
  await expect(page.getByText("Sei offline: vedi le pagine come le avevi lasciate.")).toBeVisible();
  await page.reload();
  await expect(page).toHaveTitle(title);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await looksRight(page);
  await page.goto("/negozio/");
  await expect(page.getByRole("heading", { level: 1, name: "Negozio" })).toBeVisible();
  for (const path of ["/blog/", "/cart/", "/my-account/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Sei offline" })).toBeVisible();
  }
  await looksRight(page);
  await page.goto("/en/blog/");
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  // Once there is a connection, the page that was asked for comes by itself.
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toHaveCount(0);
});

test("a page that was moved to within the app is kept too", async ({ page, context }) => {
  await seen(page, "/negozio/");
  await page.reload();
  await page.locator('main h3 a[href^="/prodotto/"]').first().click();
  await expect(page.locator("main[data-kind=product]")).toBeVisible();
  const path = new URL(page.url()).pathname;
  await expect.poll(() => kept(page)).toContain(path);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator("main[data-kind=product]")).toBeVisible();
});

test("nothing personal is kept: no cart, checkout, account, back office, call or answer to a form", async ({ page, merchant }) => {
  await seen(page, "/negozio/");
  await page.getByRole("link", { name: /^Aggiungi «/ }).first().click();
  await expect.poll(async () => Object.keys(await lines(page)).length).toBe(1);
  for (const path of ["/cart/", "/checkout/", "/my-account/", "/ordine/", "/recesso/"]) {
    await page.goto(path);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  }
  await page.goto("/ordine/");
  await page.locator("main form button[type=submit]").first().click();
  await merchant.open(page, "/ordini");
  await page.goto("/");
  await expect.poll(() => kept(page)).toContain("/");
  const all = Object.values(await keptByCache(page)).flat();
  expect(all.filter((url) => !/^\/(?:$|negozio\/|(?:en\/)?offline\/|assets\/|theme\/|pictures\/)/.test(url))).toEqual([]);
});

test("changes of the cart wait for a connection, in their order, and are made once", async ({ page, context }) => {
  await seen(page, "/negozio/");
  await page.reload();
  const button = page.getByRole("link", { name: /^Aggiungi «/ }).first();
  await button.click();
  await expect.poll(async () => Object.values(await lines(page))).toEqual([1]);
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText("Una modifica del carrello parte appena torna la rete.")).toBeVisible();
  await button.click();
  await expect(page.getByText("2 modifiche del carrello partono appena torna la rete.")).toBeVisible();
  // They outlive the page.
  await page.reload();
  await expect(page.getByText("2 modifiche del carrello partono appena torna la rete.")).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/cart/add-item")) sent.push(request.headers()["idempotency-key"] ?? "");
  });
  await context.setOffline(false);
  await expect(page.getByText(/modifiche del carrello partono/)).toHaveCount(0);
  expect(Object.values(await lines(page))).toEqual([3]);
  expect(new Set(sent).size).toBe(2);
  await page.reload();
  expect(Object.values(await lines(page))).toEqual([3]);
});

/** The shop behind a door that can say that it is of another release. */
async function releases(shop: string) {
  let release = "";
  const server = createServer((from, to) => {
    const headers = { ...from.headers, "accept-encoding": "identity" };
    from.pipe(
      ask(new URL(from.url ?? "/", shop), { method: from.method, headers }, async (answer) => {
        const { "content-length": _, ...rest } = answer.headers;
        to.writeHead(answer.statusCode ?? 500, rest);
        if (from.url !== "/service-worker.js" || !release) return void answer.pipe(to);
        let script = "";
        for await (const part of answer.setEncoding("utf8")) script += part;
        to.end(script.replace(/"release":"[^"]+"/, `"release":"${release}"`));
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (name: string) => {
      release = name;
    },
    end: () => server.closeAllConnections(),
  };
}

test("another release's worker takes the place of the one before, and its caches go", async ({ page, shop }) => {
  const door = await releases(shop.url);
  await seen(page, `${door.url}/`, "/");
  const before = Object.keys(await keptByCache(page));
  expect(before.length).toBeGreaterThan(1);
  await page.evaluate(async () => {
    await (await caches.open("bottega-0000-pages")).put("/", new Response("old"));
    await caches.open("of-somebody-else");
  });
  door.next("next");
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const gone = [...before, "bottega-0000-pages"];
  await expect.poll(async () => Object.keys(await keptByCache(page)).filter((name) => gone.includes(name))).toEqual([]);
  const after = await keptByCache(page);
  expect(after["bottega-next-offline"]).toEqual(["/offline/", "/en/offline/"]);
  expect(Object.keys(after)).toContain("of-somebody-else");
  await page.close();
  door.end();
});

test("the shop can be installed: its manifest, its icons and its worker are as browsers want them", async ({ page, request }) => {
  await seen(page, "/");
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}") as { icons: { src: string; sizes: string }[]; start_url: string; display: string };
  expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/png"]);
  }
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  await page.goto("/en/");
  expect((await (await request.get("/en/site.webmanifest")).json()).start_url).toBe("/en/");
});
