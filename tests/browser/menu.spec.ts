// The menus of the header: the panel of wide windows and the levels of phones.
import { isAccessible } from "./support/axe.ts";
import { openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const field = (page: Page) => page.getByRole("banner").getByLabel("Cerca nel negozio");
const menuButton = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Menu", exact: true });
const mainMenu = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Menu principale" });
/** The entry with the panel of all categories. */
const entry = (page: Page) => mainMenu(page).locator("li:has(ul)").first();
const panelLink = (page: Page) => entry(page).locator("ul a").first();
const opener = (page: Page) => mainMenu(page).getByRole("button", { name: "Categorie" });

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

test.describe("in a wide window", () => {
  test("Tab passes a closed panel by, and the button leads into it", async ({ page }) => {
    await openPage(page, "/");
    const link = entry(page).locator("> a");
    await link.focus();
    await expect(panelLink(page)).toBeHidden();
    await page.keyboard.press("Tab");
    await expect(opener(page)).toBeFocused();
    await expect(opener(page)).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("Tab");
    await expect(entry(page).locator(":focus")).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
    await expect(panelLink(page)).toBeVisible();
    await isAccessible(page, { within: "header" });
    await page.keyboard.press("Tab");
    await expect(panelLink(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panelLink(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const inside = entry(page).locator("ul :focus");
    const name = (await inside.innerText()).trim();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(panelLink(page)).toBeHidden();
  });

  test("the open panel closes when the focus or a press goes elsewhere, and by its button", async ({ page }) => {
    await openPage(page, "/");
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(panelLink(page)).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(panelLink(page)).toBeHidden();
    await opener(page).click();
    await expect(panelLink(page)).toBeVisible();
    await page.mouse.click(20, 700);
    await expect(panelLink(page)).toBeHidden();
    await opener(page).click();
    await opener(page).click();
    await expect(opener(page)).toHaveAttribute("aria-expanded", "false");
  });

  test("hovering opens it, leaving closes it, a press on the button keeps it, Escape puts it away", async ({ page }) => {
    await openPage(page, "/");
    await entry(page).locator("> a").hover();
    await expect(panelLink(page)).toBeVisible();
    await page.mouse.move(600, 880);
    await expect(panelLink(page)).toBeHidden();
    await entry(page).locator("> a").hover();
    await opener(page).click();
    await page.mouse.move(600, 880);
    await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(panelLink(page)).toBeHidden();
  });

  test("every category and those under it are in the panel, within the window", async ({ page }) => {
    for (const size of [{ width: 1440, height: 900 }, { width: 921, height: 700 }]) {
      await page.setViewportSize(size);
      await openPage(page, "/");
      await opener(page).click();
      const links = entry(page).locator("ul a");
      expect(await links.count()).toBeGreaterThan(60);
      for (const link of [links.first(), links.last()]) {
        await link.scrollIntoViewIfNeeded();
        await expect(link).toBeInViewport({ ratio: 1 });
      }
    }
  });
});

test("another width of the window closes what is open: the panel, the phone's menu", async ({ page }) => {
  await openPage(page, "/");
  await entry(page).hover();
  await expect(panelLink(page)).toBeVisible();
  await page.setViewportSize({ width: 1270, height: 900 });
  await expect(panelLink(page)).toBeHidden();
  await page.mouse.move(600, 880);
  await entry(page).hover();
  await expect(panelLink(page)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await menuButton(page).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 390, height: 600 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 430, height: 600 });
  await expect(menu).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const dialog = (page: Page) => page.getByRole("dialog");
  const level = (page: Page, title: string) => page.getByRole("dialog", { name: title, exact: true });

  test("the menu is opened and left by keyboard, and a link of it leads on", async ({ page }) => {
    await openPage(page, "/");
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(level(page, "Menu")).toBeVisible();
    await isAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await menuButton(page).click();
    await page.mouse.click(385, 400);
    await expect(level(page, "Menu")).toBeVisible();
    await dialog(page).getByRole("link", { name: "Cesti regalo" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cesti regalo");
    await expect(dialog(page)).toBeHidden();
  });

  test("it begins with the main entries, and one with entries below opens them as a level of its own", async ({ page }) => {
    await openPage(page, "/");
    await menuButton(page).click();
    const entries = dialog(page).getByRole("navigation").getByRole("listitem");
    expect(await entries.count()).toBeLessThanOrEqual(22);
    const cheese = dialog(page).getByRole("button", { name: "Formaggi" });
    await expect(cheese).toHaveAttribute("aria-expanded", "false");
    await cheese.focus();
    await page.keyboard.press("Enter");

    const below = level(page, "Formaggi");
    await expect(below.getByRole("heading", { name: "Formaggi" })).toBeFocused();
    await isAccessible(page);
    // What is under the level is out of reach.
    await expect(below.getByRole("link", { name: "Tutti i prodotti" })).toHaveCount(0);
    const links = await below.getByRole("navigation").getByRole("link").allInnerTexts();
    expect(links).toEqual(["Tutto in Formaggi", "Stagionati", "Erborinati e molli", "Freschi", "Selezioni di formaggi"]);

    await below.getByRole("button", { name: "Indietro" }).click();
    await expect(level(page, "Menu")).toBeVisible();
    await expect(cheese).toBeFocused();
    await page.keyboard.press("Enter");
    await below.getByRole("link", { name: "Tutto in Formaggi" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Formaggi");
    await expect(dialog(page)).toBeHidden();
  });

  test("Escape goes a level back, then closes, as often as one likes", async ({ page }) => {
    await openPage(page, "/");
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    const wine = dialog(page).getByRole("button", { name: "Vini" });
    for (let time = 0; time < 2; time += 1) {
      await wine.focus();
      await page.keyboard.press("Enter");
      await expect(level(page, "Vini")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(level(page, "Menu")).toBeVisible();
      await expect(wine).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });

  test("the focus stays within the open level", async ({ page }) => {
    await openPage(page, "/");
    await menuButton(page).click();
    await dialog(page).getByRole("button", { name: "Olio", exact: true }).click();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      const where = await page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body || (at?.closest("dialog") !== null && at?.closest("[inert]") === null);
      });
      expect(where).toBe(true);
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1280]) {
    test(`at ${width} px every entry of the menu is reached`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/");
      if (width === 390) await menuButton(page).click();
      else await entry(page).hover();
      const links = entry(page).locator("ul a");
      await expect(links.first()).toBeVisible();
      await links.getByText("Ricettari").click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ricettari");
    });
  }
});
