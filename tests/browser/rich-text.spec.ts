// Attacks in texts that a merchant writes: nothing of them runs or asks for anything, whatever a browser makes of them. Without
// the page's policy, which would stop what the cleaning let through.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "./support/test.ts";

const written: { family: string; html: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/html_attacks.json"), "utf8"),
);
// A NUL never gets as far: the back office refuses it.
const attacks = written.filter(({ html }) => !html.includes("\0"));
const families = [...new Set(attacks.map(({ family }) => family))];

const ELEMENTS =
  "a abbr b blockquote br caption cite code col colgroup dd del div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins " +
  "kbd li mark ol p pre q s small strong sub sup table tbody td tfoot th thead tr u ul";
const ATTRIBUTES =
  "href rel target title src alt width height loading lang start reversed span colspan rowspan scope";

// Own pictures of the attacks are not there.
test.use({
  bypassCSP: true,
  viewport: { width: 1280, height: 900 },
  expectedMessages: [/Failed to load resource/],
});

/** Notes what runs, what is asked of other hosts, and windows that open. */
async function listen(page: Page, home: string): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("noted", (what: string) => seen.push(what));
  await page.addInitScript("window.hit = () => window.noted('ran')");
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("popup", () => seen.push("popup"));
  page.on("request", (request) => {
    if (!request.url().startsWith(home) && !request.url().startsWith("data:"))
      seen.push(`asked ${request.url()}`);
  });
  return seen;
}

test("nothing of an attack in a page's text runs or asks for anything", { tag: "@core" }, async ({ page, merchant, shop }) => {
  const seen = await listen(page, shop.url);
  for (const family of families) {
    // What swallows all that follows comes to its own end in a paragraph of its own page.
    const body = attacks.filter((attack) => attack.family === family).map(({ html }) => html);
    const fields = {
      kind: "page",
      slug: `attacchi-${family}`,
      title: family,
      body: `<p>Inizio</p>${body.join("\n")}`,
    };
    await merchant.post("/pages", { ...fields, status: "published" });
    await page.goto(`/attacchi-${family}/`);
    const main = page.getByRole("main");
    await expect(main.getByText("Inizio", { exact: true })).toBeVisible();
    await main.evaluate((element) => {
      for (const one of element.querySelectorAll("*")) {
        for (const name of [
          "mouseover",
          "mouseenter",
          "focus",
          "pointerenter",
          "animationstart",
          "toggle",
          "wheel",
          "copy",
        ]) {
          one.dispatchEvent(new Event(name));
        }
      }
    });
  }
  expect(seen).toEqual([]);
});

test("an attack stays harmless however often a browser writes and reads it", async ({
  page,
  merchant,
  shop,
}) => {
  const seen = await listen(page, shop.url);
  await page.goto("/cart/");
  const cleaned: string[] = [];
  for (const { html } of attacks) {
    cleaned.push(((await merchant.post("/pages/preview", { body: html })) as { html: string }).html);
  }
  const wrong = await page.evaluate(
    ({ cleaned, elements, attributes }) => {
      const found: string[] = [];
      const place = document.body.appendChild(document.createElement("div"));
      for (const html of cleaned) {
        let before = html;
        for (let reading = 0; reading < 3; reading += 1) {
          place.innerHTML = before;
          for (const one of place.querySelectorAll("*")) {
            const known =
              one.namespaceURI === "http://www.w3.org/1999/xhtml" && elements.includes(one.localName);
            const strange = [...one.attributes].filter(({ name }) => !attributes.includes(name));
            if (!known || strange.length > 0) found.push(one.outerHTML);
          }
          const after = place.innerHTML;
          if (reading > 0 && after !== before) found.push(`${before} became ${after}`);
          before = after;
        }
      }
      place.remove();
      return found;
    },
    { cleaned, elements: ELEMENTS.split(" "), attributes: ATTRIBUTES.split(" ") },
  );
  expect(wrong).toEqual([]);
  expect(seen).toEqual([]);
});

test("the same attacks run where nothing cleans them", async ({ page, shop }) => {
  const seen = await listen(page, shop.url);
  await page.goto("/cart/");
  await page.evaluate((html) => {
    document.body.appendChild(document.createElement("div")).innerHTML = html;
  }, "<img src='data:,x' onerror=hit()>");
  await expect.poll(() => seen).toEqual(["ran"]);
});
