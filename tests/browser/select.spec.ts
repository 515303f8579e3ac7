// Lists of many choices, searched by typing. What typing, arrows and leaving do is tested without a browser
// (web/src/features/checkout/province.test.tsx).
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
  const list = page.getByRole("listbox", { name: "Provincia" });
  // The first of what is left is in sight, however far the list had been scrolled.
  await page.keyboard.press("End");
  await page.keyboard.type("ro");
  await expect(list.getByRole("option").first()).toBeInViewport();
  await field.fill("");
  await page.keyboard.type("forli ce");
  await expect(list.getByRole("option")).toHaveText(["Forlì-Cesena"]);
  // Sums that are being asked for are pale for a moment.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await isAccessible(page);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Forlì-Cesena");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator('input[name="billing_state"]')).toHaveValue("FC");
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
