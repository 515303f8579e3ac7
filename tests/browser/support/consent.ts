// The cookie banner, and the cookies of a browser.
import type { BrowserContext, Page } from "@playwright/test";

/** The cookie banner of a page. */
export const banner = (page: Page) => page.getByRole("dialog", { name: "I cookie di questo negozio" });

/** Presses a button of the banner. */
export const press = (page: Page, name: string) => banner(page).getByRole("button", { name, exact: true }).click();

/** Opens a page and waits until it is hydrated. */
export const openPage = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor();
};

/** Names of all cookies of the browser, sorted. */
export const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();

/** Value of one cookie; `undefined` if the browser has none of that name. */
export const cookieValue = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value;
