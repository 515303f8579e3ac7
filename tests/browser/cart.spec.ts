// The cart page and the drawer. Also tested without a browser: web/src/features/cart/CartPageView.test.tsx, context/cart/cachedCart.test.tsx.
import { isAccessible } from "./support/axe.ts";
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// With the movements that most people see.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const quantity = (page: Page) => page.getByRole("textbox", { name: /^Quantità di/ });
const update = (page: Page) => page.getByRole("button", { name: "Aggiorna carrello" });
const count = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Carrello/ });

async function openCart(page: Page): Promise<void> {
  await fillCart(page);
  await openPage(page, "/cart/");
}

async function openCalculator(page: Page): Promise<void> {
  await page.getByText("Calcola la spedizione").click();
}

test("the button to update waits for a change, sends it, and waits again", async ({ page }) => {
  await openCart(page);
  await expect(update(page)).toBeDisabled();
  await quantity(page).fill("3");
  await expect(update(page)).toBeEnabled();
  await quantity(page).press("Enter");
  await expect(count(page)).toHaveText(/3/);
  await expect(update(page)).toBeDisabled();
  await page.reload();
  await expect(quantity(page)).toHaveValue("3");
});

test("by keyboard: a removed line is put back with its quantity", { tag: "@core" }, async ({ page }) => {
  await openCart(page);
  await page.getByRole("button", { name: /^Aumenta la quantità/ }).focus();
  await page.keyboard.press("Enter");
  await expect(count(page)).toHaveText(/2/);
  await page.getByRole("link", { name: /^Rimuovi «/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Annulla/ })).toBeFocused();
  await expect(page.getByText("Il tuo carrello è vuoto")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(quantity(page)).toHaveValue("2");
});

test("a line that waits for its answer lies under a white veil", async ({ page }) => {
  await openCart(page);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/cart/remove-item", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Rimuovi «/ }).click();
  const line = page.locator("li[aria-busy=true]");
  await expect(line.locator("> span").last()).toHaveCSS("background-color", "rgba(255, 255, 255, 0.6)");
  release();
  await expect(line).toHaveCount(0);
});

test("the destination brings its own fields, events and delivery", async ({ page }) => {
  await openCart(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of ["country_to_state_changing", "country_to_state_changed"])
      document.body.addEventListener(name, () => heard.push(name));
  });
  await openCalculator(page);
  await expect(page.getByLabel("Provincia")).toHaveJSProperty("tagName", "SELECT");
  await page.getByLabel("Paese/Regione").selectOption("FR");
  await expect(page.getByLabel("Provincia")).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    "country_to_state_changing",
    "country_to_state_changed",
  ]);
  await page.getByLabel(/^CAP|^Codice postale/).fill("75001");
  await page.getByRole("button", { name: "Calcola", exact: true }).click();
  await expect(page.getByText("Spese di spedizione aggiornate.")).toBeVisible();
});

test("a click beside the drawer closes it, and so does another width of the window", async ({ page }) => {
  await fillCart(page);
  await openPage(page, "/negozio/");
  const drawer = page.getByRole("dialog", { name: /Carrello/ });
  await count(page).click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(20, 450);
  await expect(drawer).toBeHidden();
  await expect(count(page)).toBeFocused();
  await count(page).click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 700 });
  await expect(drawer).toBeHidden();
});

test.describe("when a line of the drawer is not removed by its call", () => {
  test.use({ expectedMessages: [/status of 500/] });

  test("the browser follows its link, which removes it", async ({ page }) => {
    await fillCart(page);
    await openPage(page, "/negozio/");
    await count(page).click();
    const link = page.getByRole("dialog", { name: /Carrello/ }).getByRole("link", { name: /^Rimuovi «/ });
    await expect(link).toHaveAttribute("href", /^\/cart\/\?remove_item=\w+&_wpnonce=\w+$/);
    await page.route("**/cart/remove-item", (route) => route.fulfill({ status: 500, body: "{}" }));
    await link.click();
    await expect(page).toHaveURL(/\/cart\//);
    await expect(page.getByText("Il tuo carrello è vuoto")).toBeVisible();
  });
});

test("a change in one tab shows in the other", async ({ page, context }) => {
  await openCart(page);
  const other = await context.newPage();
  await openPage(other, "/negozio/");
  await expect(count(other)).toHaveText(/1/);
  await page.getByRole("button", { name: /^Aumenta la quantità/ }).click();
  await expect(count(page)).toHaveText(/2/);
  await expect(count(other)).toHaveText(/2/);
});

for (const width of [390, 1440]) {
  test(`at ${width} px axe finds nothing in the open calculator and the drawer`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openCart(page);
    await openCalculator(page);
    await isAccessible(page);
    await openPage(page, "/negozio/");
    await count(page).click();
    const opened = page.getByRole("dialog", { name: /Carrello/ });
    await expect(opened).toBeVisible();
    // While it comes in it is pale.
    await opened.evaluate((dialog) => Promise.all(dialog.getAnimations({ subtree: true }).map((one) => one.finished)));
    await isAccessible(page, { within: "dialog" });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("quantities, removing, putting back and the destination work", { tag: "@core" }, async ({ page }) => {
    await fillCart(page);
    await page.goto("/cart/");
    await quantity(page).fill("2");
    await update(page).click();
    await expect(page.getByText("Carrello aggiornato.")).toBeVisible();
    await page.getByRole("link", { name: /^Rimuovi «/ }).click();
    await expect(page.getByText("Il tuo carrello è vuoto")).toBeVisible();
    await page.getByRole("link", { name: "Annulla" }).click();
    await expect(quantity(page)).toHaveValue("2");
    await openCalculator(page);
    await page.getByLabel("Paese/Regione").selectOption("FR");
    await page.getByRole("button", { name: "Calcola", exact: true }).click();
    await expect(page.getByText("Spese di spedizione aggiornate.")).toBeVisible();
  });
});
