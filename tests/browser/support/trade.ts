// Trade customers and the merchant who serves them, each in a browser of his own.
import { type Browser, expect, type Page } from "@playwright/test";
import { waitForScripts } from "./answers.ts";

/** A browser of another person's, who confirms what it asks. */
export async function anotherBrowser(browser: Browser, baseURL: string, width: number): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: "it-IT", reducedMotion: "reduce", viewport: { width, height: 900 } });
  const page = await context.newPage();
  await waitForScripts(page);
  page.on("dialog", (dialog) => dialog.accept());
  return page;
}

/** The pages of the account. */
export const menu = (page: Page) => page.getByRole("navigation", { name: "Menu dell’account" });

/** Follows an entry of the account's menu, until the scripts of its page answer. */
export async function openEntry(page: Page, name: string): Promise<void> {
  const entry = menu(page).getByRole("link", { name, exact: true });
  await entry.click();
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** The value beside a word of a list of words and values. */
export const beside = (page: Page, word: string) => page.getByRole("term").filter({ hasText: word }).locator("+ dd");

/** A section of the back office; some tell behind their name how many wait there. */
export const section = (office: Page, name: string) =>
  office.getByRole("navigation", { name: "Sezioni" }).getByRole("link", { name: new RegExp(`^${name}`) });

/** Opens the company's page in the back office. */
export async function openCompany(office: Page, company: string): Promise<void> {
  await section(office, "Aziende").click();
  await office.getByRole("link", { name: company, exact: true }).click();
  await expect(office.getByRole("heading", { level: 1, name: company })).toBeVisible();
}
