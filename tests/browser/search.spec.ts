// The search field of the header and what it suggests.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "./support/test.ts";

const field = (page: Page) => page.getByRole("banner").getByLabel("Cerca nel negozio");
const list = (page: Page) => page.getByRole("listbox", { name: "Suggerimenti" });
const chosen = (page: Page) => list(page).getByRole("option", { selected: true });

test("by keyboard alone: arrows choose, Escape closes and keeps the words, Enter follows", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
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

test("Enter without a choice searches for what was typed", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await field(page).fill("caviale croccante");
  await field(page).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risultati per «caviale croccante»");
});

test("a mistyped word is suggested as it is meant, and a click leads to the product", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await field(page).click();
  await page.keyboard.type("cavaile croccante");
  await expect(list(page)).toContainText("Suggerimenti per «caviale croccante»");
  await list(page).getByRole("option", { name: /^Caviale croccante da/ }).click();
  await expect(page).toHaveURL(/\/prodotto\/caviale-croccante\/$/);
  await expect(list(page)).toBeHidden();
});

test("only the latest answer is shown, however late an earlier one comes", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/api/search?s=ol", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await field(page).click();
  const early = page.waitForRequest("**/api/search?s=ol");
  await page.keyboard.type("ol");
  await early;
  await field(page).fill("miele");
  await expect(list(page).getByRole("option", { name: /^Miele di acacia|^Miele/ }).first()).toBeVisible();
  release();
  await expect(list(page).getByRole("option", { name: /^Olio/ })).toHaveCount(0);
});

test("words that fit nothing suggest nothing and say so", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await field(page).click();
  await page.keyboard.type("zzzzqqqq");
  await expect(page.getByRole("status").filter({ hasText: "Nessun suggerimento" })).toBeAttached();
  await expect(list(page)).toBeHidden();
});

for (const width of [390, 1440]) {
  test(`at ${width} px the open list has nothing against it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/", { waitUntil: "networkidle" });
    if (width === 390) await page.getByRole("link", { name: "Apri la ricerca" }).click();
    await field(page).click();
    await page.keyboard.type("tart");
    await expect(list(page)).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include("header").analyze();
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }))).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("on a phone the icon unfolds the field, which takes the focus, and Escape folds it again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(field(page)).toBeHidden();
  await page.getByRole("link", { name: "Apri la ricerca" }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "Apri la ricerca" })).toBeFocused();
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
