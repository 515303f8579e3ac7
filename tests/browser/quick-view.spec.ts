// The quick view of products on lists. What opens it and what it says is tested without a browser
// (web/src/app/quickView/QuickViewHost.test.tsx).
import { isAccessible, looksRight } from "./support/axe.ts";
import { addButton } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const LIST = "/categoria-prodotto/caviale/";
const NAME = "Caviale croccante";
const button = (page: Page, name = NAME) => page.getByRole("link", { name: `Anteprima di «${name}»` });
const view = (page: Page, name: string | RegExp = NAME) => page.getByRole("dialog", { name });

async function visit(page: Page, path = LIST): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

test("at 390 px a button shows the product over the list, and arrows lead to its neighbours, and all fits 1440 px too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await visit(page);
  const names = await page.getByRole("main").getByRole("heading", { level: 3 }).allInnerTexts();
  const at = names.indexOf(NAME);
  await button(page).click();
  await expect(view(page)).toContainText("72,00");
  await expect(view(page).getByLabel("Formato")).toBeVisible();
  await expect(page).toHaveURL(/#woosq$/);
  await looksRight(page);
  const overflow = await view(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await view(page).getByRole("button", { name: "Prodotto successivo" }).click();
  const next = view(page, names[at + 1]);
  await expect(next.getByRole("link", { name: "Vedi la scheda completa" })).toBeVisible();
  await next.getByRole("button", { name: "Prodotto precedente" }).click();
  await expect(view(page)).toContainText("72,00");
  await view(page).getByRole("button", { name: "Chiudi" }).click();
  await expect(view(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await expect(page).not.toHaveURL(/#woosq/);
});

test("keys alone open and close it, and going back closes it too", async ({ page }) => {
  await visit(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(view(page)).toContainText("72,00");
  await page.keyboard.press("Escape");
  await expect(view(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view(page)).toBeVisible();
  await page.goBack();
  await expect(view(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

test("what is added from it is in the cart, and the view closes", async ({ page }) => {
  await visit(page);
  await button(page).click();
  await view(page).getByLabel("Formato").selectOption({ label: "15 g" });
  await view(page).getByRole("button", { name: /^Aumenta la quantità/ }).click();
  await view(page).locator("form").getByRole("button", { name: /^Aggiungi al carrello/ }).click();
  const drawer = page.getByRole("dialog", { name: /Carrello/ });
  await expect(drawer).toContainText("15 g");
  await expect(drawer).toContainText("68,00");
  await expect(view(page)).toBeHidden();
});

test("a click beside it closes it", async ({ page }) => {
  await visit(page);
  await button(page).click();
  await expect(view(page)).toContainText("72,00");
  await page.mouse.click(5, 450);
  await expect(view(page)).toBeHidden();
});

test("at the side, it waits visibly and asks by the general endpoint", async ({ page, shopWith }) => {
  const shop = await shopWith({ quick_view: { view: "sidebar", hash_change: false, next_prev: false } });
  await visit(page, shop + LIST);
  let go = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route("**/wp-admin/admin-ajax.php", async (route) => {
    expect(route.request().postData()).toMatch(/product_id=\d+&nonce=\w+&action=woosq_quickview&context=default/);
    await held;
    await route.continue();
  });
  await button(page).click();
  await expect(view(page, "Anteprima").locator("[aria-busy=true]")).toBeVisible();
  go();
  await expect(view(page)).toContainText("72,00");
  await expect(page).not.toHaveURL(/#woosq/);
  await expect(view(page).getByRole("button", { name: "Prodotto successivo" })).toHaveCount(0);
  await isAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the button leads to the product's page", async ({ page }) => {
    await page.goto(LIST);
    await button(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(NAME);
    await expect(addButton(page)).toBeVisible();
  });
});
