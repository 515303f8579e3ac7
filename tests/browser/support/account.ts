// Accounts, as a browser and its mailbox see them.
import { expect, type Page } from "@playwright/test";
import type { Merchant } from "./office.ts";

/** Strong enough for every form. */
export const STRONG = "Tartufo-blu-e-7-sedie";

let addresses = 0;

/** An address that no test of this worker has used: the tests of a file share its shop. */
export const newEmail = (name: string) => `${name}${process.pid}-${++addresses}@example.com`;

/** The path of the link in the newest message to an address. */
export async function linkFor(merchant: Merchant, email: string): Promise<string> {
  const link = /https?:\S+\?key=\w+/.exec(merchant.newestText(email))?.[0];
  expect(link, `a link in the newest message to ${email}: ${merchant.newestText(email)}`).toBeTruthy();
  const { pathname, search } = new URL(link ?? "");
  return pathname + search;
}

/** The form of who has no account yet. */
export const registrationForm = (page: Page) => page.getByRole("region", { name: "Non hai ancora un account?" });

/** Fills in what a restaurant is asked for beside address, password and place. */
export async function fillRestaurant(page: Page, name: string): Promise<void> {
  const field = (label: string) => registrationForm(page).getByLabel(label);
  await field("Ragione sociale").fill(name);
  await field("Partita IVA").fill("00743110157");
  await field("Codice SdI o PEC").fill("osteria@pec.example.it");
  await field("Telefono").fill("010 123456");
  await field("Tipo di locale").selectOption("Ristorante");
}

/** Registers in the form and opens the link of the message. */
export async function register(page: Page, merchant: Merchant, email: string): Promise<void> {
  await page.goto("/my-account/");
  const form = registrationForm(page);
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  await form.getByLabel("Password", { exact: true }).fill(STRONG);
  await expect(form.getByText("Forte", { exact: true })).toBeVisible();
  await form.getByRole("button", { name: "Crea un account" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  await page.goto(await linkFor(merchant, email));
  await expect(page.getByRole("heading", { level: 1, name: /^Ciao/ })).toBeVisible();
}
