// What stands around every page: the shop's notice, the banner at the foot, the chat. Each state and time of them, and what they leave
// in the browser before any consent.
import type { BrowserContext } from "@playwright/test";
import { looksRight } from "./support/axe.ts";
import { PERSON } from "./support/person.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  settings: {
    notices: { notice: "Chiusi dal 10 al 20 agosto.", notice_en: "Closed from 10 to 20 August.", coming_soon: "Presto: i panettoni artigianali." },
    chat: { phone: "+39 02 1234567" },
  },
});

const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

const notice = (page: Page) => page.getByRole("complementary", { name: "Avviso del negozio" });
const banner = (page: Page) => page.getByRole("complementary", { name: "In arrivo" });
const hydrated = (page: Page) => page.locator("html[data-hydrated]").waitFor();
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await hydrated(page);
};
const names = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();

test("the notice stands at the top of every page until it is closed, and stays hidden on later visits", async ({ page, context }) => {
  await open(page, "/negozio/");
  await expect(notice(page)).toContainText("Chiusi dal 10 al 20 agosto.");
  await expect(notice(page)).toBeInViewport();
  await looksRight(page);
  const id = await notice(page).getAttribute("data-notice-id");
  await notice(page).getByRole("button", { name: "Ignora l'avviso" }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.locator("#inizio")).toBeFocused();
  const cookie = (await context.cookies()).find(({ name }) => name === `store_notice${id}`);
  expect([cookie?.value, cookie?.path, cookie?.sameSite]).toEqual(["hidden", "/", "Lax"]);
  // The cookie outlives the visit.
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 300 * 86_400);

  await page.getByRole("contentinfo").getByRole("link", { name: "Spedizioni" }).click();
  await expect(page).toHaveURL(/\/spedizioni\/$/);
  await expect(notice(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/negozio\/$/);
  await expect(notice(page)).toHaveCount(0);
  await page.goto("/");
  await expect(notice(page)).toHaveCount(0);
  await page.goto("/en/");
  await expect(page.getByText("Closed from 10 to 20 August.")).toHaveCount(0);
});

test("the banner at the foot goes once its call is done, and not before", async ({ page }) => {
  let answer = () => {};
  const waits = new Promise<void>((go) => {
    answer = go;
  });
  const calls: { body: string | null; nonce: string | undefined }[] = [];
  await page.route("**/wp-json/wp/v2/users/me", async (route) => {
    const request = route.request();
    calls.push({ body: request.postData(), nonce: request.headers()["x-wp-nonce"] });
    await waits;
    await route.continue();
  });
  await open(page, "/");
  await expect(banner(page)).toContainText("Presto: i panettoni artigianali.");
  await looksRight(page);
  const dismiss = banner(page).getByRole("button", { name: "Chiudi il banner" });
  await expect(dismiss).toHaveAttribute("data-rest-url", "/wp-json/wp/v2/users/me");
  const nonce = await dismiss.getAttribute("data-rest-nonce");
  await dismiss.click();
  await expect(dismiss).toHaveAttribute("aria-disabled", "true");
  await dismiss.dispatchEvent("click");
  await expect(banner(page)).toBeVisible();
  answer();
  await expect(banner(page)).toHaveCount(0);
  expect(calls).toEqual([{ body: '{"woocommerce_meta":{"coming_soon_banner_dismissed":"yes"}}', nonce }]);
  await page.goto("/negozio/");
  await expect(banner(page)).toHaveCount(0);
  await expect(notice(page)).toBeVisible();
});

test.describe("where the shop cannot be reached by the call", () => {
  test.use({ expectedMessages: [/ERR_FAILED/] });

  test("the plain form closes the banner", async ({ page }) => {
    await page.route("**/wp-json/wp/v2/users/me", (route) => route.abort());
    await open(page, "/negozio/?orderby=date");
    await banner(page).getByRole("button", { name: "Chiudi il banner" }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/negozio\/\?orderby=date$/);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("notice and banner are closed by their forms, and the chat is a link to the app", async ({ page }) => {
    await page.goto("/spedizioni/");
    await expect(page.getByRole("link", { name: "Apri la chat" })).toHaveAttribute("href", "https://wa.me/39021234567");
    await notice(page).getByRole("button", { name: "Ignora l'avviso" }).click();
    await expect(page).toHaveURL(/\/spedizioni\/$/);
    await expect(notice(page)).toHaveCount(0);
    await banner(page).getByRole("button", { name: "Chiudi il banner" }).click();
    await expect(page).toHaveURL(/\/spedizioni\/$/);
    await expect(banner(page)).toHaveCount(0);
    await page.goto("/");
    await expect(notice(page)).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
  });
});

test.describe("before any consent", () => {
  test.use({ userAgent: PERSON });

  test("notice, banner and chat set nothing, and what they set when closed is functional", async ({ page, context, shop }) => {
    const others: string[] = [];
    page.on("request", (request) => !request.url().startsWith(shop.url) && others.push(request.url()));
    await page.goto("/cookie/", { waitUntil: "networkidle" });
    expect(await names(context)).toEqual([]);
    const id = await notice(page).getAttribute("data-notice-id");
    await notice(page).getByRole("button", { name: "Ignora l'avviso" }).click();
    await banner(page).getByRole("button", { name: "Chiudi il banner" }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Apri la chat" }).click();
    await expect(page.getByLabel("Scrivi un messaggio")).toBeFocused();
    expect(await names(context)).toEqual(["coming_soon_banner_dismissed", `store_notice${id}`]);
    expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
    expect(others).toEqual([]);
    await expect(page.getByRole("main")).toContainText("store_notice*");
  });
});

test.describe("the chat at a desk", () => {
  test.use({ userAgent: PERSON });
  const toggle = (page: Page) => page.getByRole("complementary", { name: "Scrivici" }).locator("button[aria-expanded]");
  const field = (page: Page) => page.getByLabel("Scrivi un messaggio");

  test("opens, takes the focus after 100 ms, and closes by its button and by Escape, which give the focus back", async ({ page }) => {
    await page.clock.install();
    await open(page, "/negozio/");
    await page.waitForLoadState("networkidle");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await page.clock.pauseAt(Date.now() + 60_000);
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    await expect(field(page)).toBeVisible();
    await page.clock.runFor(99);
    await expect(field(page)).not.toBeFocused();
    await page.clock.runFor(1);
    await expect(field(page)).toBeFocused();
    await page.clock.resume();
    await looksRight(page, { within: "aside[aria-label='Scrivici']" });
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await expect(toggle(page)).toBeFocused();
    await page.keyboard.press("Space");
    await expect(field(page)).toBeVisible();
    await toggle(page).click();
    await expect(field(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe("/negozio/");
  });

  test("sends what is typed to the service's web client in a new tab, and nothing where nothing is typed", async ({ page, context }) => {
    await context.route("https://web.whatsapp.com/**", (route) => route.fulfill({ body: "chat" }));
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    await toggle(page).click();
    await field(page).fill("  ");
    await page.getByRole("button", { name: "Invia il messaggio" }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAccessibleDescription(/Scrivi un messaggio: è vuoto/);
    expect(context.pages()).toHaveLength(1);
    await field(page).fill("Avete l’olio & il pane?");
    const [tab] = await Promise.all([context.waitForEvent("page"), page.getByRole("button", { name: "Invia il messaggio" }).click()]);
    await tab.waitForURL(/web\.whatsapp\.com/);
    const address = new URL(tab.url());
    expect([address.searchParams.get("phone"), address.searchParams.get("text")]).toEqual(["39021234567", "Avete l’olio & il pane?"]);
    await expect(field(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

test.describe("the chat on a phone", () => {
  test.use({ userAgent: PHONE, viewport: { width: 390, height: 844 } });

  test("leads straight to the app at the shop's number", async ({ page, context }) => {
    await context.route("https://wa.me/**", (route) => route.fulfill({ body: "app" }));
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    // The question about cookies lies over the foot of a phone's window until it is answered.
    await page.getByRole("button", { name: "Rifiuta" }).click();
    const [tab] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: "Apri la chat" }).click()]);
    await tab.waitForURL("https://wa.me/39021234567");
    await expect(page.getByLabel("Scrivi un messaggio")).toHaveCount(0);
  });
});

test.describe("the header on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("another width closes the menu, another height alone does not, nor Escape and a click beside it leave it open", async ({ page }) => {
    await open(page, "/negozio/");
    const menu = page.getByRole("dialog", { name: "Menu" });
    const show = () => page.getByRole("banner").getByRole("link", { name: "Menu" }).click();
    await show();
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 400, height: 500 });
    await expect(menu).toHaveCount(0);
    await show();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    // On a phone it takes the whole width.
    await page.setViewportSize({ width: 700, height: 500 });
    await show();
    await page.mouse.click(680, 250);
    await expect(menu).toHaveCount(0);
  });
});
