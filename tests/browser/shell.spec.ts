// The frame of every page: what stays in the window, what the keyboard meets first, the way back to the top.
import type { Locator } from "@playwright/test";
import { addButton, fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const PRODUCT = "/prodotto/caviale-croccante/";
const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
/** How far the page can be scrolled: more once pictures, wallets or notices have come. */
const scrollable = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
/** Until what a scrolling set off is drawn: its event comes with a frame, what it changes with the one after. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
const toTop = (page: Page) => page.getByRole("button", { name: "Torna all’inizio della pagina" });

/** How often Tab is pressed until a control has the focus. */
async function tabsTo(page: Page, control: Locator): Promise<number> {
  for (let presses = 0; presses <= 100; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press("Tab");
  }
  throw new Error("the control is not reached by Tab");
}

test.describe("how far it is by keyboard from the top of the page", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("to the button that buys a product with choices and pictures: at most 25 steps, 6 by the short cut", async ({ page }) => {
    await openPage(page, PRODUCT);
    expect(await tabsTo(page, addButton(page))).toBeLessThanOrEqual(25);

    await openPage(page, PRODUCT);
    const shortCut = page.getByRole("link", { name: "Vai all’acquisto" });
    const first = await tabsTo(page, shortCut);
    await expect(shortCut).toBeInViewport();
    await page.keyboard.press("Enter");
    expect(first + (await tabsTo(page, addButton(page)))).toBeLessThanOrEqual(6);
    await expect(addButton(page)).toBeInViewport({ ratio: 1 });
  });

  test("to the button of a list's first product: at most 25 steps, 6 by the link to the content", async ({ page }) => {
    const first = page.getByRole("main").getByRole("article").first().locator("a, button").last();
    await openPage(page, "/negozio/");
    expect(await tabsTo(page, first)).toBeLessThanOrEqual(25);
    await openPage(page, "/negozio/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(1 + (await tabsTo(page, first))).toBeLessThanOrEqual(6);
  });
});

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("the header's bar stays at the top, and what is jumped to stands below it", async ({ page }) => {
      await openPage(page, PRODUCT);
      const bar = page.getByRole("banner").getByRole("link", { name: "Bottega" });
      await scrollTo(page, 1200);
      await expect(bar).toBeInViewport({ ratio: 1 });
      const below = await bottomOfHeader(page);
      expect(below).toBeGreaterThan(40);
      // Notices are scrolled to with 100 px above them.
      expect(below).toBeLessThanOrEqual(100);
      await page.goto(`${PRODUCT}#reviews`);
      await expect(page.getByRole("tab", { name: /^Recensioni/ })).toHaveAttribute("aria-selected", "true");
      const heading = await page.locator("#reviews").boundingBox();
      expect(heading?.y).toBeGreaterThanOrEqual(below);
    });

    test("the header's own stops leave the page where it is", async ({ page }) => {
      await openPage(page, "/negozio/");
      await scrollTo(page, 1200);
      await page.getByRole("banner").getByRole("link", { name: "Bottega" }).focus();
      for (let presses = 0; presses < 3; presses += 1) {
        await page.keyboard.press("Tab");
        await expect(page.getByRole("banner").locator(":focus")).toBeVisible();
        expect(await page.evaluate(() => window.scrollY)).toBe(1200);
      }
    });

    test("nothing that has the focus is under the header, on the way back up a page", async ({ page }) => {
      await openPage(page, "/negozio/");
      await page.getByRole("contentinfo").getByRole("link").first().focus();
      for (let presses = 0; presses < 45; presses += 1) {
        await page.keyboard.press("Shift+Tab");
        expect(await hiddenFocus(page)).toBe("");
      }
    });

    test("the button to the top comes after the header and 100 px, and leads there by keyboard", async ({ page }) => {
      await openPage(page, "/negozio/");
      const height = (await page.getByRole("banner").boundingBox())?.height ?? 0;
      await expect(toTop(page)).toBeHidden();
      await scrollTo(page, Math.round(height) + 101);
      await expect(toTop(page)).toBeVisible();
      await scrollTo(page, Math.round(height) + 100);
      await expect(toTop(page)).toBeHidden();
      await scrollTo(page, 1500);
      await toTop(page).focus();
      await page.keyboard.press("Enter");
      await expect(toTop(page)).toBeHidden();
      expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(height + 100);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("banner").locator(":focus")).toBeVisible();
    });

    for (const path of ["/cart/", "/checkout/", PRODUCT, "/negozio/"]) {
      test(`${path}: the button to the top lies over no field, button or link`, async ({ page }) => {
        if (path === "/cart/" || path === "/checkout/") await fillCart(page);
        await openPage(page, path);
        // From the header's height and 100 px on it is shown, by what hears the scrolling: until then a look at it says nothing.
        await scrollTo(page, await scrollable(page));
        await expect(toTop(page)).toBeVisible();
        let seen = false;
        for (let top = 320; top < (await scrollable(page)) + 150; top += 150) {
          await scrollTo(page, top);
          await nextFrame(page);
          const [shown, covered] = await page.evaluate(coveredByTopButton);
          seen ||= shown;
          expect(covered, `scrolled by ${top}`).toEqual([]);
        }
        expect(seen).toBe(true);
      });
    }
  });
}

test("in a low window the header leaves the room to the page", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openPage(page, PRODUCT);
  await scrollTo(page, 1200);
  expect(await bottomOfHeader(page)).toBeLessThanOrEqual(0);
});

async function bottomOfHeader(page: Page): Promise<number> {
  const box = await page.getByRole("banner").boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

/** The focused element when the header lies over all of it. */
function hiddenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const header = document.querySelector("header#inizio");
    if (!header || header.contains(focused)) return "";
    return focused.getBoundingClientRect().bottom <= header.getBoundingClientRect().bottom ? focused.outerHTML : "";
  });
}

/** In the page: whether the button to the top is in sight, and the controls it lies over. */
function coveredByTopButton(): [boolean, string[]] {
  const button = [...document.querySelectorAll("button")].find((at) => /Torna all’inizio/.test(at.textContent ?? ""));
  if (!button) return [false, []];
  const box = button.getBoundingClientRect();
  const shown = getComputedStyle(button).visibility === "visible" && box.top < window.innerHeight && box.bottom > 0;
  if (!shown) return [false, []];
  const covered = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, label, [data-buy-bar]")]
    .filter((control) => control !== button)
    .filter((control) => {
      const other = control.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, other.left), Math.min(box.right, other.right)];
      const [top, bottom] = [Math.max(box.top, other.top), Math.min(box.bottom, other.bottom)];
      if (right - left < 1 || bottom - top < 1) return false;
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return button.contains(above);
    });
  return [true, covered.map((control) => control.outerHTML.slice(0, 120))];
}
