// The product page: reviews, gallery. Variations and tabs are tested without a browser (web/src/features/catalogue/product/choices.test.tsx,
// ProductTabs.test.tsx).
import { isAccessible, looksRight } from "./support/axe.ts";
import { addButton } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const PATH = "/prodotto/caviale-croccante/";
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const reviewsTab = (page: Page) => tab(page, /^Recensioni/);
const gallery = (page: Page) => page.getByRole("region", { name: "Immagini del prodotto" });
const opener = (page: Page) =>
  page.getByRole("link", { name: "Visualizza la galleria di immagini a schermo intero" });

/** Fills the form of a review, stars left out. */
async function writeReview(page: Page, name: string): Promise<void> {
  await page.getByLabel("La tua recensione").fill("Grani croccanti, profumo di mare.");
  await page.getByLabel("Nome").fill(name);
  await page.getByLabel("E-mail").fill(`${name.toLowerCase()}@example.com`);
}

test.describe("at 390 px, and all fits 1440 px too", () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test("a review without stars is not sent; mended, it waits and its writer sees it", { tag: "@core" }, async ({ page }) => {
    await page.goto(`${PATH}#reviews`);
    await expect(reviewsTab(page)).toHaveAttribute("aria-selected", "true");
    await looksRight(page);
    await writeReview(page, "Anna390");
    await page.getByRole("button", { name: "Invia la recensione" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Seleziona una valutazione" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "1 stella su 5" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "3 stelle su 5" })).toBeChecked();
    await expect(page.getByRole("alert").filter({ hasText: "Seleziona una valutazione" })).toBeHidden();
    await page.getByRole("button", { name: "Invia la recensione" }).click();
    await expect(page.getByText("La tua recensione sarà pubblicata dopo la verifica.")).toBeVisible();
    await expect(page.getByText("In attesa di verifica")).toBeVisible();
    await expect(page.getByText("Grani croccanti, profumo di mare.")).toBeVisible();
    await looksRight(page);
  });

  test("the gallery opens over the window, moves by buttons and gives the focus back", async ({ page }) => {
    await page.goto(PATH);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await opener(page).click();
    const dialog = page.getByRole("dialog", { name: "Immagini del prodotto" });
    await expect(dialog.getByRole("status")).toContainText("Immagine 1 di");
    await dialog.getByRole("button", { name: "Immagine successiva" }).click();
    await expect(dialog.getByRole("status")).toContainText("Immagine 2 di");
    await looksRight(page);
    await dialog.getByRole("button", { name: "Chiudi" }).click();
    await expect(dialog).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(gallery(page).getByRole("link", { name: "Mostra l’immagine 2" })).toHaveAttribute("aria-current", "true");
  });
});

test("keys alone open the gallery, move through it and close it", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await opener(page).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Immagini del prodotto" });
  await expect(dialog.getByRole("status")).toContainText("Immagine 1 di");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("status")).toContainText("Immagine 2 di");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByRole("status")).toContainText("Immagine 1 di");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

test("a small picture brings its large one into view", async ({ page }) => {
  await page.goto(PATH);
  const second = gallery(page).getByRole("link", { name: "Mostra l’immagine 2" });
  await second.click();
  await expect(second).toHaveAttribute("aria-current", "true");
  await expect(gallery(page).locator("[data-large_image]").nth(1)).toBeInViewport({ ratio: 0.9 });
  await expect(gallery(page).locator("[data-large_image]").nth(0)).not.toBeInViewport();
});

test("the mouse over a picture enlarges it, and leaving takes that back", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await gallery(page).locator("[data-large_image]").first().hover();
  await expect(gallery(page).locator("[data-zoom] > img")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(gallery(page).locator("[data-zoom] > img")).toHaveCount(0);
});

test.describe("under fingers", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a swipe moves on, and at the end it stays", async ({ page }) => {
    await page.goto(PATH);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    const box = await gallery(page).locator("[data-large_image]").first().boundingBox();
    if (!box) throw new Error("no picture");
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const y = box.y + box.height / 2;
      const at = (part: number) => [{ x: box.x + box.width * part, y }];
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      for (const part of [0.25, 0.5, 0.75, 1]) {
        const points = at(from + (to - from) * part);
        await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points });
      }
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    const current = (n: number) => gallery(page).getByRole("link", { name: `Mostra l’immagine ${n}` });
    await swipe(0.3, 0.8);
    await expect(current(1)).toHaveAttribute("aria-current", "true");
    await swipe(0.8, 0.2);
    await expect(current(2)).toHaveAttribute("aria-current", "true");
    await swipe(0.2, 0.8);
    await expect(current(1)).toHaveAttribute("aria-current", "true");
  });

  test("a tap enlarges, and another one takes that back", async ({ page }) => {
    await page.goto(PATH);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    const picture = gallery(page).locator("[data-large_image]").first();
    const large = gallery(page).locator("[data-zoom] > img");
    await picture.tap();
    await expect(large).toBeVisible();
    await picture.tap();
    await expect(large).toHaveCount(0);
  });
});

test("the badge of a product on offer lies on its large picture", async ({ page, request }) => {
  const [product] = await (await request.get("/wp-json/wc/store/v1/products?sku=CAV-TRO")).json();
  await page.goto(new URL(product.permalink).pathname);
  const badge = gallery(page).getByText("Offerta", { exact: true });
  await expect(badge).toBeVisible();
  const [small, large] = [await badge.boundingBox(), await gallery(page).locator("[data-large_image]").first().boundingBox()];
  if (!small || !large) throw new Error("nothing is shown");
  expect(small.x).toBeGreaterThanOrEqual(large.x);
  expect(small.y).toBeGreaterThanOrEqual(large.y);
  expect(small.x + small.width).toBeLessThanOrEqual(large.x + large.width);
  expect(small.y + small.height).toBeLessThanOrEqual(large.y + large.height);
});

test("on a phone a bar holds price and button while the form's own is out of sight, and covers no focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(PATH);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const bar = page.getByRole("region", { name: "Acquisto rapido" });
  const format = page.getByLabel("Formato");
  await format.selectOption("");
  const end = () => page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await end();
  await expect(bar).toBeVisible();
  await isAccessible(page);
  // The last link of the page stands above it.
  const last = page.getByRole("contentinfo").getByRole("link").last();
  await last.focus();
  const [low, top] = [await last.boundingBox(), await bar.boundingBox()];
  expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
  // What is still to be chosen is chosen in the form.
  await bar.getByRole("link", { name: /^Scegli ?: Caviale croccante$/ }).click();
  await expect(format).toBeInViewport();
  await addButton(page).scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await format.selectOption({ label: "15 g" });
  await end();
  await expect(bar).toContainText("34,00");
  await bar.getByRole("button", { name: /^Aggiungi ?: Caviale croccante$/ }).click();
  await expect(page.getByRole("dialog", { name: /Carrello/ })).toContainText("15 g");
});

test("on a wide window there is no bar", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expect(page.getByRole("region", { name: "Acquisto rapido" })).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedMessages: [/status of 422/] });

  test("a review with a mistake comes back filled, and is sent once it is mended", async ({ page, shopWith }) => {
    // A shop of its own: an address may write only so many reviews, and the other tests of a worker share theirs.
    await page.goto((await shopWith({})) + PATH);
    await writeReview(page, "Bruno");
    await page.getByRole("button", { name: "Invia la recensione" }).click();
    await expect(page.getByText("Seleziona una valutazione")).toBeVisible();
    await expect(page.getByLabel("La tua recensione")).toHaveValue("Grani croccanti, profumo di mare.");
    await page.getByRole("radio", { name: "5 stelle su 5" }).check();
    await page.getByRole("button", { name: "Invia la recensione" }).click();
    await expect(page.getByText("In attesa di verifica")).toBeVisible();
  });
});
