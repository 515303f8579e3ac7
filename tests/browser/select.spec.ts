// Lists of many choices, searched by typing.
import { isAccessible } from "./support/axe.ts";
import { fillCart } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

async function province(page: Page) {
  await page.goto("/negozio/");
  await fillCart(page);
  await page.goto("/checkout/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  return page.getByRole("combobox", { name: "Provincia" });
}

test("by keyboard, letters narrow the list and Enter takes the marked choice", async ({ page }) => {
  const field = await province(page);
  await field.focus();
  await page.keyboard.type("forli ce");
  const list = page.getByRole("listbox", { name: "Provincia" });
  await expect(list.getByRole("option")).toHaveText(["Forlì-Cesena"]);
  // Sums that are being asked for are pale for a moment.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await isAccessible(page);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Forlì-Cesena");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator('input[name="billing_state"]')).toHaveValue("FC");
});

test("a code in capitals finds its province first, and leaving the field takes it", async ({ page }) => {
  const field = await province(page);
  await field.focus();
  await page.keyboard.type("ro");
  const options = page.getByRole("listbox", { name: "Provincia" }).getByRole("option");
  await expect(options.first()).toHaveText("Roma");
  await field.fill("RO");
  await expect(options.first()).toHaveText("Rovigo");
  await expect(options.first()).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue("Rovigo");
  await expect(page.locator('input[name="billing_state"]')).toHaveValue("RO");
});

test("Enter in a closed list keeps the choice and does not send the form", async ({ page }) => {
  const field = await province(page);
  const list = page.getByRole("listbox", { name: "Provincia" });
  await field.fill("Milano");
  await field.press("Enter");
  await expect(list).toBeHidden();
  await field.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Milano");
  await expect(page.locator("form#cassa [aria-invalid=true]")).toHaveCount(0);
  await field.press("ArrowDown");
  await expect(list).toBeVisible();
});

test("nothing found is said, and Escape brings the choice back", async ({ page }) => {
  const field = await province(page);
  await field.fill("Milano");
  await field.press("Enter");
  await field.fill("xyz");
  await expect(page.getByRole("status").filter({ hasText: "Nessun riscontro trovato" })).toBeVisible();
  await field.press("Escape");
  await expect(field).toHaveValue("Milano");
  await expect(page.getByText("Nessun riscontro trovato")).toBeHidden();
  await expect(page.locator('input[name="billing_state"]')).toHaveValue("MI");
});

test("arrows walk through the whole list, and a click takes what is under the mouse", async ({ page }) => {
  const field = await province(page);
  await field.click();
  const options = page.getByRole("listbox", { name: "Provincia" }).getByRole("option");
  await expect(options.nth(100)).toBeAttached();
  await field.press("End");
  await field.press("ArrowUp");
  await field.press("ArrowUp");
  await field.press("Enter");
  await expect(field).not.toHaveValue("");
  await field.click();
  await options.filter({ hasText: /^Bari$/ }).click();
  await expect(field).toHaveValue("Bari");
});

test("an emptied field chooses nothing, and the order names it as missing", async ({ page }) => {
  const field = await province(page);
  await field.fill("Milano");
  await field.press("Enter");
  await field.fill("");
  await field.press("Tab");
  await expect(page.locator('input[name="billing_state"]')).toHaveValue("");
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test.describe("under fingers", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the phone's own list is used", async ({ page }) => {
    await page.goto("/negozio/");
    await fillCart(page);
    await page.goto("/checkout/");
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.getByLabel("Provincia", { exact: true }).selectOption({ label: "Milano" });
    await expect(page.getByLabel("Provincia", { exact: true })).toHaveValue("MI");
  });
});
