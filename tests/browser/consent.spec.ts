// Consent to cookies in Chromium: what a visit leaves in the browser and asks of the network before and after each choice.
import { looksRight } from "./support/axe.ts";
import { banner, cookieNames, cookieValue, openPage, press } from "./support/consent.ts";
import type { Merchant } from "./support/office.ts";
import { asPerson } from "./support/person.ts";
import { fillCart } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// They take longest of all that comes last: each may run beside another, in a shop of its own.
test.describe.configure({ mode: "parallel" });
test.use({
  ...asPerson,
  expectedMessages: [/status of (?:404|422)/],
});

const KINDS = [
  "/",
  "/negozio/",
  "/categoria-prodotto/caviale/",
  "/negozio/?s=tartufo",
  "/prodotto/caviale-croccante/",
  "/prodotto/degustazione-di-caviali-italiani/",
  "/cart/",
  "/my-account/",
  "/ordine/",
  "/recesso/",
  "/cookie/",
  "/privacy/",
  "/niente-qui/",
];
const CHOICE = [
  "cmplz_banner-status",
  "cmplz_decided",
  "cmplz_functional",
  "cmplz_id",
  "cmplz_marketing",
  "cmplz_policy_id",
  "cmplz_preferences",
  "cmplz_saved_categories",
  "cmplz_saved_services",
  "cmplz_statistics",
];

/** What holds of consent on a page, for who reads a failure. */
const inForce = async (page: Page) => {
  const [address, agent, cookies, data] = await page.evaluate(() => [
    window.location.href,
    navigator.userAgent,
    document.cookie,
    document.getElementById("page-data")?.textContent ?? "{}",
  ]);
  const { consent, attribution } = JSON.parse(data ?? "").shell ?? {};
  return JSON.stringify({ address, agent, cookies, settings: consent?.settings, attribution }, null, 1);
};
const kept = (page: Page) => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);

/** The provider's buttons and fields, by which a visitor pays: they belong to buying, and need no consent. */
const PAYING = /^http:\/\/127\.0\.0\.1:\d+\/elements\//;

/** Addresses that the page asks other than the shop's and the payment provider's. */
function foreign(page: Page, shop: string): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(shop) && !url.startsWith("data:") && !PAYING.test(url)) asked.push(url);
  });
  return asked;
}

test("before any choice every kind of page asks, and leaves no cookie, nothing stored and nothing asked of others", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  for (const path of KINDS) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(banner(page), path).toBeVisible();
    expect(await cookieNames(context), path).toEqual([]);
    expect(others, path).toEqual([]);
  }
});

for (const prefix of ["", "/en"]) {
  test(`before any choice no page of the whole shop${prefix && " in English"} leaves more than a functional cookie, or asks anything of others`, async ({ page, context, shop }) => {
    test.setTimeout(240_000);
    const others = foreign(page, shop.url);
    const sitemap = await (await page.request.get("/sitemap.xml")).text();
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
      .map(([, address = ""]) => address.replace(shop.url, ""))
      .filter((path) => path.startsWith("/en/") === (prefix === "/en"));
    expect(pages.length).toBeGreaterThan(130);
    // Whoever is led to a page in the other language keeps it.
    const functional = prefix === "/en" ? ["bottega_language"] : [];
    for (const path of pages) {
      await page.goto(path);
      const left = await cookieNames(context);
      const why = left.join() === functional.join() ? path : await inForce(page);
      expect([left, others], why).toEqual([functional, []]);
    }
    // What the last page does once it is quiet.
    await page.waitForLoadState("networkidle");
    expect([await cookieNames(context), await kept(page), others]).toEqual([functional, [[], []], []]);
  });
}

test.describe("a browser that names itself a bot", () => {
  test.use({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });

  test("is asked nothing, and leaves nothing either: nobody has chosen", async ({ page, context, shop }) => {
    const others = foreign(page, shop.url);
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") told.push(request.url());
    });
    for (const path of ["/?utm_source=x", "/negozio/", "/prodotto/caviale-croccante/"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expect(banner(page), path).toBeHidden();
      expect([await cookieNames(context), await kept(page), told, others], path).toEqual([[], [[], []], [], []]);
    }
  });
});

test("a cart and the checkout before any choice leave functional cookies alone", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  await fillCart(page);
  for (const path of ["/cart/", "/checkout/"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(banner(page), path).toBeVisible();
  }
  expect(await cookieNames(context)).toEqual([
    "woocommerce_cart_hash",
    "woocommerce_items_in_cart",
    "wp_woocommerce_session_bottega",
  ]);
  expect(others).toEqual([]);
});

test("a visit with everything refused leaves the choice alone", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  await openPage(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Rifiuta");
  await tracked;
  await expect(banner(page)).toBeHidden();
  for (const path of KINDS) await page.goto(path, { waitUntil: "networkidle" });
  expect(await cookieNames(context)).toEqual(CHOICE);
  for (const name of ["preferences", "statistics", "marketing"]) {
    expect(await cookieValue(context, `cmplz_${name}`)).toBe("deny");
  }
  expect(others).toEqual([]);
});

test("a visit with everything accepted leaves what the policy lists, and no more", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  await openPage(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Accetta");
  await tracked;
  for (const path of KINDS) await page.goto(path, { waitUntil: "networkidle" });
  const listed = await (async () => {
    await openPage(page, "/cookie/");
    return page.getByRole("main").locator("dd code").allTextContents();
  })();
  const covers = (name: string) =>
    listed.some((pattern) => {
      const [head = "", tail] = pattern.split("*");
      return tail === undefined ? name === pattern : name.startsWith(head) && name.endsWith(tail);
    });
  const found = [...(await cookieNames(context))];
  expect(found.filter((name) => !covers(name))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining(CHOICE));
  for (const cookie of await context.cookies()) {
    if (!cookie.name.startsWith("cmplz_")) continue;
    expect(cookie.sameSite, cookie.name).toBe("Lax");
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400), cookie.name).toBe(365);
  }
  expect(others).toEqual([]);
});

test.describe("content of others", () => {
  // Of any frame that may run scripts under its own name Chromium says so, whoever's it is.
  test.use({ expectedMessages: [/can escape its sandboxing/] });
  const FILM = "https://video.example.com/embed/7";

  const written = (merchant: Merchant) =>
    merchant.post("/pages", {
      kind: "page",
      title: "Il frantoio",
      slug: "il-frantoio",
      status: "published",
      body: `<p>Guarda il film.</p><iframe src="${FILM}" title="Il frantoio"></iframe>`,
    });

  test("is not asked for until it is accepted, then it is shown, and is gone once that is taken back", async ({ page, merchant, context }) => {
    const asked: string[] = [];
    await context.route("https://video.example.com/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<p>Film</p>" });
    });
    await written(merchant);
    await openPage(page, "/il-frantoio/");
    const tracked = page.waitForResponse(/\/track$/);
    await press(page, "Rifiuta");
    await tracked;
    expect(asked).toEqual([]);
    await looksRight(page);
    await page.getByRole("button", { name: "Accetta e mostra" }).click();
    await expect(page.frameLocator("iframe").getByText("Film")).toBeVisible();
    expect(asked).toEqual([FILM]);
    await page.getByRole("button", { name: "Gestisci consenso" }).click();
    await press(page, "Rifiuta");
    await expect(page.getByRole("button", { name: "Accetta e mostra" })).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
  });
});

test("the back office shows the choices as proof, and the services whose list the policy is made of", async ({ page, context, merchant }) => {
  await openPage(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Accetta");
  await tracked;
  const id = (await cookieValue(context, "cmplz_id")) ?? "";
  await merchant.open(page, "/consensi");
  const row = page.getByRole("row").filter({ hasText: id });
  await expect(row).toContainText("Ha accettato tutto");
  await looksRight(page, { within: "main" });
  await merchant.open(page, "/impostazioni/cookie");
  await page.getByText("Provenienza degli ordini").click();
  await expect(page.getByLabel("Cookie, uno per riga")).toHaveValue("sbjs_*");
  await looksRight(page, { within: "main" });
  await page.getByRole("button", { name: "Aggiungi un servizio" }).click();
  await page.getByLabel("Nome", { exact: true }).last().fill("Mappa");
  await page.getByRole("button", { name: "Salva" }).last().click();
  await expect(page.getByLabel("Nome breve").last()).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Nome breve").last().fill("mappa");
  await page.getByLabel("Scopo", { exact: true }).last().fill("Mostra dove siamo.");
  await page.getByRole("button", { name: "Salva" }).last().click();
  await expect(page.getByText("Salvato: vale da subito.").last()).toBeVisible();
  await page.goto("/cookie/");
  await expect(page.getByRole("definition").filter({ hasText: "Mostra dove siamo." })).toBeVisible();
});

test("nothing of the shop is kept in the browser's stores before a choice but what a visit needs", async ({ page }) => {
  await page.goto("/negozio/", { waitUntil: "networkidle" });
  const [local, session] = await kept(page);
  expect(local).toEqual([]);
  expect(session).toEqual([]);
});
