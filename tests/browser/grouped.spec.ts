// A product that is several: each with its own quantity, one button for all. The product is that of crates/shop-server/seed.
import { addButton } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

const PATH = "/prodotto/degustazione-di-caviali-italiani/";

for (const width of [390, 1280]) {
  test(`at ${width} px one button adds every chosen product of a group with its own quantity`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(PATH);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    const quantities = page.getByRole("main").getByRole("textbox", { name: /^Quantità/ });
    await expect(quantities).toHaveCount(3);
    await quantities.nth(0).fill("2");
    await quantities.nth(2).fill("1");
    await addButton(page).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer).toBeVisible();
    await expect(drawer.getByRole("listitem")).toHaveCount(2);
    await expect(drawer.getByRole("textbox").first()).toHaveValue("2");
    await expect(drawer.getByRole("textbox").last()).toHaveValue("1");
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the group's form adds every chosen product", async ({ page }) => {
    await page.goto(PATH);
    const quantities = page.getByRole("main").getByRole("textbox", { name: /^Quantità/ });
    await quantities.nth(0).fill("1");
    await quantities.nth(1).fill("2");
    await addButton(page).click();
    await page.goto("/cart/");
    const cart = page.getByRole("main").getByRole("textbox", { name: /^Quantità/ });
    await expect(cart).toHaveCount(2);
    await expect(cart.nth(1)).toHaveValue("2");
  });
});
