// Consent to cookies in Chromium: what a visit leaves in the browser and asks of the network before and after each choice.
import type { BrowserContext } from "@playwright/test";
import { looksRight } from "./support/axe.ts";
import type { Merchant } from "./support/office.ts";
import { asPerson } from "./support/person.ts";
import { fillCart } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

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

const banner = (page: Page) => page.getByRole("dialog", { name: "I cookie di questo negozio" });
const press = (page: Page, name: string) => banner(page).getByRole("button", { name, exact: true }).click();
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor();
};
const names = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();
const value = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value;
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
    expect(await names(context), path).toEqual([]);
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
      const left = await names(context);
      const why = left.join() === functional.join() ? path : await inForce(page);
      expect([left, others], why).toEqual([functional, []]);
    }
    // What the last page does once it is quiet.
    await page.waitForLoadState("networkidle");
    expect([await names(context), await kept(page), others]).toEqual([functional, [[], []], []]);
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
      expect([await names(context), await kept(page), told, others], path).toEqual([[], [[], []], [], []]);
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
  expect(await names(context)).toEqual([
    "woocommerce_cart_hash",
    "woocommerce_items_in_cart",
    "wp_woocommerce_session_bottega",
  ]);
  expect(others).toEqual([]);
});

test("a visit with everything refused leaves the choice alone", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  await open(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Rifiuta");
  await tracked;
  await expect(banner(page)).toBeHidden();
  for (const path of KINDS) await page.goto(path, { waitUntil: "networkidle" });
  expect(await names(context)).toEqual(CHOICE);
  for (const name of ["preferences", "statistics", "marketing"]) {
    expect(await value(context, `cmplz_${name}`)).toBe("deny");
  }
  expect(others).toEqual([]);
});

test("a visit with everything accepted leaves what the policy lists, and no more", { tag: "@core" }, async ({ page, context, shop }) => {
  const others = foreign(page, shop.url);
  await open(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Accetta");
  await tracked;
  for (const path of KINDS) await page.goto(path, { waitUntil: "networkidle" });
  const listed = await (async () => {
    await open(page, "/cookie/");
    return page.getByRole("main").locator("dd code").allTextContents();
  })();
  const covers = (name: string) =>
    listed.some((pattern) => {
      const [head = "", tail] = pattern.split("*");
      return tail === undefined ? name === pattern : name.startsWith(head) && name.endsWith(tail);
    });
  const found = [...(await names(context))];
  expect(found.filter((name) => !covers(name))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining(CHOICE));
  for (const cookie of await context.cookies()) {
    if (!cookie.name.startsWith("cmplz_")) continue;
    expect(cookie.sameSite, cookie.name).toBe("Lax");
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400), cookie.name).toBe(365);
  }
  expect(others).toEqual([]);
});

test("the banner is first for the keyboard, traps nothing, moves nothing and is gone after a choice", async ({ page }) => {
  await open(page, "/negozio/");
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: /Chiudi/ })).toBeFocused();
  const inBanner = () => page.evaluate(() => Boolean(document.activeElement?.closest("[data-consent-banner]")));
  for (let steps = 0; (await inBanner()) && steps < 20; steps += 1) await page.keyboard.press("Tab");
  expect(await inBanner()).toBe(false);
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await press(page, "Rifiuta");
  await expect(banner(page)).toBeHidden();
  expect(await heading.boundingBox()).toEqual(before);
});

test("accepting and refusing are alike in size, letters and colours", async ({ page }) => {
  await open(page, "/");
  const look = (name: string) =>
    banner(page)
      .getByRole("button", { name, exact: true })
      .evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        const { fontSize, fontWeight, color, backgroundColor, borderColor } = getComputedStyle(button);
        return { width, height, fontSize, fontWeight, color, backgroundColor, borderColor };
      });
  expect(await look("Accetta")).toEqual(await look("Rifiuta"));
});

test("it looks right, and on a phone leaves the page's button free", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/prodotto/caviale-croccante/");
  await looksRight(page, { within: "[data-consent-banner]" });
  await banner(page).getByText("Visualizza le preferenze").click();
  await looksRight(page, { within: "[data-consent-banner]" });
  const buy = page.getByRole("main").getByRole("button", { name: "Aggiungi al carrello" }).first();
  await buy.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
  await banner(page).getByText("Visualizza le preferenze").click();
  const isFree = await buy.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isFree).toBe(true);
});

test("preferences are chosen one by one and come back as they were", async ({ page, context }) => {
  await open(page, "/");
  await banner(page).getByText("Visualizza le preferenze").click();
  await banner(page).getByRole("checkbox", { name: "Statistiche", exact: true }).check();
  await press(page, "Salva preferenze");
  await expect(banner(page)).toBeHidden();
  expect(await value(context, "cmplz_statistics")).toBe("allow");
  expect(await value(context, "cmplz_marketing")).toBe("deny");
  await page.getByRole("contentinfo").getByRole("button", { name: "Gestisci consenso" }).click();
  await expect(banner(page).getByRole("heading")).toBeFocused();
  await banner(page).getByText("Visualizza le preferenze").click();
  await expect(banner(page).getByRole("checkbox", { name: "Statistiche", exact: true })).toBeChecked();
  await expect(banner(page).getByRole("checkbox", { name: "Marketing" })).not.toBeChecked();
  await expect(banner(page).getByRole("checkbox", { name: /Tecnici/ })).toBeDisabled();
});

test("a service that is emptied stays refused though its category is ticked, and Enter on a box saves", async ({ page, context }) => {
  await open(page, "/");
  await banner(page).getByText("Visualizza le preferenze").click();
  await banner(page).getByRole("checkbox", { name: "Statistiche", exact: true }).check();
  const service = banner(page).getByRole("checkbox", { name: /Statistiche del negozio/ });
  await expect(service).toBeChecked();
  await service.uncheck();
  await service.press("Enter");
  await expect(banner(page)).toBeHidden();
  expect(await value(context, "cmplz_statistics")).toBe("allow");
  expect(await value(context, "cmplz_consented_services")).toBe(encodeURIComponent('{"shop-statistics":false}'));
});

test("a banner that was brought back gives the focus back to its button, each time", async ({ page }) => {
  await open(page, "/");
  await press(page, "Rifiuta");
  const button = page.getByRole("contentinfo").getByRole("button", { name: "Gestisci consenso" });
  for (const close of ["Rifiuta", "Chiudi e continua senza accettare"]) {
    await button.click();
    await expect(banner(page).getByRole("heading")).toBeFocused();
    await press(page, close);
    await expect(banner(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("what the keyboard reaches on a phone is never under the banner", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");
  const covered = () =>
    page.evaluate(() => {
      const box = document.querySelector("[data-consent-banner]") as HTMLElement;
      const focused = document.activeElement as HTMLElement;
      if (box.contains(focused)) return "";
      return focused.getBoundingClientRect().top >= box.getBoundingClientRect().top ? focused.outerHTML.slice(0, 200) : "";
    });
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    await expect.poll(covered).toBe("");
  }
});

test("the X accepts nothing", { tag: "@core" }, async ({ page, context }) => {
  await open(page, "/");
  await press(page, "Chiudi e continua senza accettare");
  await expect(banner(page)).toBeHidden();
  expect(await value(context, "cmplz_marketing")).toBe("deny");
  await open(page, "/negozio/");
  await expect(banner(page)).toBeHidden();
});

test("taking consent back loads the page anew half a second later", async ({ page, context }) => {
  await page.clock.install();
  await open(page, "/cookie/");
  await press(page, "Accetta");
  await expect(banner(page)).toBeHidden();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.getByRole("main").getByRole("button", { name: "Rifiuta", exact: true }).click();
  await expect.poll(() => value(context, "cmplz_marketing")).toBe("deny");
  await page.clock.runFor(499);
  await expect(page.locator("html[data-same]")).toHaveCount(1);
  expect(loads).toBe(0);
  const loaded = page.waitForEvent("load");
  await page.clock.runFor(1);
  await loaded;
  await expect(page.getByRole("main").getByRole("checkbox", { name: "Marketing" })).not.toBeChecked();
});

test("a browser that objects to tracking is asked nothing", async ({ page, context }) => {
  await page.setExtraHTTPHeaders({ "Sec-GPC": "1" });
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(banner(page)).toBeHidden();
  expect(await names(context)).toEqual([]);
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("button", { name: "Gestisci consenso" }).click();
  await expect(page).toHaveURL(/\/cookie\/#scelte-cookie$/);
  await expect(page.getByRole("main").getByText("Il tuo browser chiede di non essere tracciato")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the banner is answered, brought back and changed by its forms", { tag: "@core" }, async ({ page, context }) => {
    await page.goto("/negozio/");
    await press(page, "Accetta");
    await expect(page).toHaveURL(/\/negozio\/$/);
    await expect(banner(page)).toBeHidden();
    expect(await value(context, "cmplz_marketing")).toBe("allow");
    await page.getByRole("button", { name: "Gestisci consenso" }).click();
    await banner(page).getByText("Visualizza le preferenze").click();
    await expect(banner(page).getByRole("checkbox", { name: "Marketing" })).toBeChecked();
    await banner(page).getByRole("checkbox", { name: "Marketing" }).uncheck();
    await press(page, "Salva preferenze");
    expect(await value(context, "cmplz_marketing")).toBe("deny");
  });
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
    await open(page, "/il-frantoio/");
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
  await open(page, "/");
  const tracked = page.waitForResponse(/\/track$/);
  await press(page, "Accetta");
  await tracked;
  const id = (await value(context, "cmplz_id")) ?? "";
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
