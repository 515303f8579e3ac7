// The header: the search field and what it suggests, the menus, the way back to the top. Which suggestions are shown is tested without
// a browser (web/src/features/search/SuggestBox.test.tsx).
import { isAccessible } from "./support/axe.ts";
import { openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const field = (page: Page) => page.getByRole("banner").getByLabel("Cerca nel negozio");
const list = (page: Page) => page.getByRole("listbox", { name: "Suggerimenti" });
const menuButton = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Menu", exact: true });
const mainMenu = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Menu principale" });
const chosen = (page: Page) => list(page).getByRole("option", { selected: true });

test("by keyboard alone: arrows choose, Escape closes and keeps the words, Enter follows", async ({ page }) => {
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

test("the header is the phone's below 921 px, and the wide one from there on", async ({ page }) => {
  await page.setViewportSize({ width: 920, height: 800 });
  await openPage(page, "/");
  await expect(menuButton(page)).toBeVisible();
  await expect(mainMenu(page)).toBeHidden();
  await expect(field(page)).toBeHidden();
  await page.setViewportSize({ width: 921, height: 800 });
  await expect(menuButton(page)).toBeHidden();
  await expect(mainMenu(page)).toBeVisible();
  await expect(field(page)).toBeVisible();
});

test("by keyboard the entries under a category are reached, and Escape puts them away", async ({ page }) => {
  await openPage(page, "/");
  const entry = mainMenu(page).locator("li:has(ul)").first();
  const [top, children] = [entry.locator("> a"), entry.locator("ul a")];
  await expect(children.first()).toBeHidden();
  await top.focus();
  await expect(children.first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(children.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(children.first()).toBeHidden();
  await expect(top).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(children.first()).toBeFocused();
  const name = (await children.first().innerText()).trim();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("another width of the window closes what is open: entries, the phone's menu, the search", async ({ page }) => {
  await openPage(page, "/");
  const entry = mainMenu(page).locator("li:has(ul)").first();
  await entry.hover();
  await expect(entry.locator("ul a").first()).toBeVisible();
  await page.setViewportSize({ width: 1270, height: 900 });
  await expect(entry.locator("ul a").first()).toBeHidden();
  await page.mouse.move(600, 700);
  await entry.hover();
  await expect(entry.locator("ul a").first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await menuButton(page).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 390, height: 600 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 430, height: 600 });
  await expect(menu).toBeHidden();

  await page.getByRole("link", { name: "Apri la ricerca" }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("tart");
  await expect(list(page)).toBeVisible();
  await page.setViewportSize({ width: 480, height: 600 });
  await expect(field(page)).toBeHidden();
  await expect(list(page)).toBeHidden();
});

test("the phone's menu is opened and left by keyboard, and a link of it leads on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menuButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("link", { name: "Caviale", exact: true })).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
  await menuButton(page).click();
  await page.mouse.click(385, 400);
  await expect(menu).toBeVisible();
  await menu.getByRole("link", { name: "Caviale", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Caviale");
  await expect(menu).toBeHidden();
});

for (const width of [390, 1440]) {
  test(`at ${width} px the button to the top comes after the header and 100 px, and leads there by keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, "/negozio/");
    const button = page.getByRole("button", { name: "Torna all’inizio della pagina" });
    const height = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    const scroll = (to: number) => page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), to);
    await expect(button).toBeHidden();
    await scroll(Math.round(height) + 101);
    await expect(button).toBeVisible();
    await scroll(Math.round(height) + 100);
    await expect(button).toBeHidden();
    await scroll(1500);
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toBeHidden();
    expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(height + 100);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("banner").locator(":focus")).toBeVisible();
  });
}

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
