// The search field of the header and what it suggests. Which suggestions are shown is tested without a browser
// (web/src/features/shell/search/SuggestBox.test.tsx).
import { isAccessible } from "./support/axe.ts";
import { openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const field = (page: Page) => page.getByRole("banner").getByLabel("Cerca nel negozio");
const list = (page: Page) => page.getByRole("listbox", { name: "Suggerimenti" });
const chosen = (page: Page) => list(page).getByRole("option", { selected: true });

test("by keyboard alone: arrows choose, Escape closes and keeps the words, Enter follows", { tag: "@core" }, async ({ page }) => {
  await openPage(page, "/");
  await field(page).focus();
  await page.keyboard.type("tartuf");
  await expect(list(page)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Cerca nel negozio" })).toHaveAttribute("aria-expanded", "true");
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  const first = await chosen(page).innerText();
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).not.toHaveText(first);
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText(first);
  await expect(field(page)).toHaveAttribute("aria-activedescendant", /.+/);
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue("tartuf");
  // Up from the field is the last option: all results.
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText(/^Vedi tutti i \d+ risultati$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risultati per «tartuf»");
});

for (const width of [390, 1440]) {
  test(`at ${width} px the open list has nothing against it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, "/");
    if (width === 390) await page.getByRole("link", { name: "Apri la ricerca" }).click();
    await field(page).click();
    await page.keyboard.type("tart");
    await expect(list(page)).toBeVisible();
    await isAccessible(page, { within: "header" });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("on a phone the icon unfolds the field, which takes the focus, and Escape folds it again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/");
  await expect(field(page)).toBeHidden();
  await page.getByRole("link", { name: "Apri la ricerca" }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "Apri la ricerca" })).toBeFocused();
});

test("another width of the window folds the search", async ({ page }) => {
  await page.setViewportSize({ width: 430, height: 600 });
  await openPage(page, "/");
  await page.getByRole("link", { name: "Apri la ricerca" }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("tart");
  await expect(list(page)).toBeVisible();
  await page.setViewportSize({ width: 480, height: 600 });
  await expect(field(page)).toBeHidden();
  await expect(list(page)).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the icon shows the field, which searches", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Apri la ricerca" }).click();
    await field(page).fill("miele");
    await field(page).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risultati per «miele»");
  });
});
