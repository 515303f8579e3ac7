// Both languages, page by page: no text of the other one, no key in place of a text, no link that leads nowhere or elsewhere.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { looksRight } from "./support/axe.ts";
import { openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const WORDS = join(import.meta.dirname, "../../crates/shop-core/words");
const PRODUCT = "/prodotto/caviale-croccante/";
/** Pages that the sitemap does not name. */
const MORE = ["/cart/", "/my-account/", "/my-account/lost-password/", "/ordine/", "/recesso/", "/negozio/?s=olio"];

/** The whole texts without placeholders of a language, by file and key. */
function texts(lang: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(join(WORDS, lang), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".txt") || /^(?:admin|answers)/.test(file)) continue;
    for (const line of readFileSync(join(WORDS, lang, file), "utf8").split("\n")) {
      const [, key, text] = /^(\w+) = (.+)$/.exec(line) ?? [];
      if (key && text && !/[{|]/.test(text)) found.set(`${file}:${key}`, text.trim());
    }
  }
  return found;
}

/** What is said in one language alone. */
function onlyIn(lang: "it" | "en"): string[] {
  const [own, other] = [texts(lang), texts(lang === "it" ? "en" : "it")];
  const both = new Set(other.values());
  return [...own.values()].filter((text) => text.length > 3 && !both.has(text));
}

interface Seen {
  path: string;
  lang: string;
  texts: string[];
  links: string[];
}

/** Fetches pages and reads them as a browser does. Texts that say that they are in another language, and names in code, are left out. */
const read = (page: Page, paths: string[]) =>
  page.evaluate(async (all) => {
    const seen: Seen[] = [];
    for (const path of all) {
      const response = await fetch(path, { headers: { Accept: "text/html" } });
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      const document = new DOMParser().parseFromString(await response.text(), "text/html");
      const lang = document.documentElement.lang;
      for (const element of document.body.querySelectorAll("script, style, address, code, [lang]")) {
        if (!element.matches("a[hreflang]") && element.getAttribute("lang") !== lang) element.remove();
      }
      const links = [...document.body.querySelectorAll("a[href]:not([hreflang])")].map((a) => a.getAttribute("href") ?? "");
      for (const element of document.body.querySelectorAll("a[hreflang]")) element.remove();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent?.trim();
        if (text) texts.push(text);
      }
      for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
        for (const name of ["aria-label", "title", "placeholder", "alt"]) {
          const text = element.getAttribute(name)?.trim();
          if (text) texts.push(text);
        }
      }
      seen.push({ path, lang, texts, links });
    }
    return seen;
  }, paths);

/** Names of the catalogue in a language. */
async function names(page: Page, prefix: string): Promise<Map<number, string>> {
  return new Map(
    await page.evaluate(async (base) => {
      const found: [number, string][] = [];
      for (let number = 1; ; number += 1) {
        const answer = await fetch(`${base}/wp-json/wc/store/v1/products?per_page=100&page=${number}`);
        const products = (await answer.json()) as { id: number; name: string }[];
        found.push(...products.map(({ id, name }): [number, string] => [id, name]));
        if (products.length < 100) return found;
      }
    }, prefix),
  );
}

for (const [lang, prefix, foreign] of [
  ["it", "", "en"],
  ["en", "/en", "it"],
] as const) {
  test(`${lang}: each page is in its language, and leads to pages of it that are there`, async ({ page, shop }) => {
    test.setTimeout(240_000);
    await page.goto(`${prefix}/ordine/`);
    const sitemap = await page.evaluate(async () => await (await fetch("/sitemap.xml")).text());
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
      .map(([, address = ""]) => address.replace(shop.url, ""))
      .filter((path) => path.startsWith("/en/") === (prefix === "/en"));
    expect(listed.length).toBeGreaterThan(130);
    const seen = await read(page, [...listed, ...MORE.map((path) => prefix + path)]);

    const own = await names(page, prefix);
    const others = await names(page, prefix === "" ? "/en" : "");
    const spoken = new Set(own.values());
    const foreignNames = [...others.values()].filter((name) => !spoken.has(name));
    expect(foreignNames.length).toBeGreaterThan(100);
    const foreignTexts = new Set([...onlyIn(foreign), ...foreignNames]);
    const wrong = seen.flatMap(({ path, texts }) =>
      texts.filter((text) => foreignTexts.has(text)).map((text) => `${path}: ${text}`),
    );
    expect(wrong).toEqual([]);
    const keys = seen.flatMap(({ path, texts }) =>
      texts.filter((text) => /^[a-z]+(?:_[a-z0-9]+)+$|\{\w+\}/.test(text)).map((text) => `${path}: ${text}`),
    );
    expect(keys).toEqual([]);
    expect(seen.filter((one) => one.lang !== lang)).toEqual([]);

    const links = [...new Set(seen.flatMap(({ links }) => links))].filter(
      (link) => link.startsWith("/") && !/^\/pictures\/|[?&](?:add-to-cart|remove_item|filter_|min_price|orderby)/.test(link),
    );
    expect(links.filter((link) => link.startsWith("/en/") !== (prefix === "/en"))).toEqual([]);
    const broken: string[] = [];
    for (const link of links) {
      const { status } = await page.evaluate(
        async (to) => ({ status: (await fetch(to, { headers: { Accept: "text/html" } })).status }),
        link.split("#")[0] ?? "",
      );
      if (status >= 400) broken.push(`${link}: ${status}`);
    }
    expect(broken).toEqual([]);
  });
}

test("without scripts the switcher leads to the same page in the other language and back", async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto(PRODUCT);
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(`/en${PRODUCT}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("contentinfo").getByRole("link", { name: "Italiano" }).click();
  await expect(page).toHaveURL(PRODUCT);
  await context.close();
});

test("an English shopper stays in English from the list to the cart, and so does what scripts say", { tag: "@core" }, async ({ page }) => {
  await openPage(page, "/en/negozio/");
  await page.getByRole("banner").getByRole("link", { name: "Bottega" }).click();
  await expect(page).toHaveURL("/en/");
  await openPage(page, `/en${PRODUCT}`);
  await page.getByRole("button", { name: /^Add to cart/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/en/cart/");
  await drawer.getByRole("link", { name: "View cart" }).click();
  await expect(page).toHaveURL("/en/cart/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("changing the language by script loads a document of the other one, with the query", async ({ page }) => {
  await openPage(page, "/negozio/?s=olio");
  await page.getByRole("banner").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/en/negozio/?s=olio");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
});

for (const width of [390, 1440]) {
  test(`at ${width} px the switcher stands in header and footer, and nothing sticks out`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, "/en/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Italiano" })).toBeVisible();
    const current = page.getByRole("contentinfo").getByRole("link", { name: "English" });
    await expect(current).toHaveAttribute("aria-current", "true");
    await looksRight(page);
  });
}
