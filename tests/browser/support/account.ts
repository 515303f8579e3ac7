// Accounts, as a browser and its mailbox see them.
import { expect, type Page } from "@playwright/test";
import { admin } from "./server.ts";

/** Strong enough for every form. */
export const STRONG = "Tartufo-blu-e-7-sedie";

/** The path of the link in the newest message to an address. */
export async function linkFor(page: Page, email: string): Promise<string> {
  // A context of its own, so that the visitor under test does not become the merchant.
  const merchant = await page.context().browser()?.newContext();
  if (!merchant) throw new Error("no browser");
  const origin = new URL(page.url()).origin;
  const login = await merchant.request.post(`${origin}/api/admin/login`, {
    data: { login: admin.email, password: admin.password },
  });
  expect(login.status()).toBe(200);
  const { messages } = await (await merchant.request.get(`${origin}/api/admin/mail`)).json();
  const found = messages.find((mail: { recipient: string }) => mail.recipient === email);
  expect(found, `a message to ${email}`).toBeTruthy();
  const { body_text } = await (await merchant.request.get(`${origin}/api/admin/mail/${found.id}`)).json();
  await merchant.close();
  const link = /https?:\S+\?key=\w+/.exec(body_text)?.[0];
  const { pathname, search } = new URL(link ?? "");
  return pathname + search;
}

/** Registers in the form and opens the link of the message. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto("/my-account/");
  const form = page.getByRole("region", { name: "Non hai ancora un account?" });
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  await form.getByLabel("Password", { exact: true }).fill(STRONG);
  await expect(form.getByText("Forte", { exact: true })).toBeVisible();
  await form.getByRole("button", { name: "Crea un account" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  await page.goto(await linkFor(page, email));
  await expect(page.getByRole("heading", { level: 1, name: /^Ciao/ })).toBeVisible();
}
