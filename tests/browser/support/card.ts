// What a shopper types into the provider's fields.
import { expect, type Page } from "@playwright/test";

export const GOOD = "4242424242424242";
export const DECLINED = "4000000000000002";
/** The bank asks each time. */
export const ASKED = "4000002760003184";

/** The frame with the card's fields. */
export const cardFrame = (page: Page) => page.frameLocator('iframe[title="Carta di credito o di debito"]');

/** Chooses the card and types it. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Carta di credito o di debito" }).check();
  const frame = cardFrame(page);
  await frame.getByLabel("Numero della carta").fill(number);
  await frame.getByLabel("Scadenza").fill("1230");
  await frame.getByLabel("Codice (CVC)").fill("123");
}

/** Answers the bank's page. */
export async function answerBank(page: Page, answer: "Autorizza" | "Rifiuta"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Conferma con la tua banca" });
  await dialog.locator("iframe").contentFrame().getByRole("button", { name: answer }).click();
  await expect(dialog).toHaveCount(0);
}
