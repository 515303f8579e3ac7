// Store credit as its owner reads it in the account.
import { looksRight } from "./support/axe.ts";
import { newEmail, register } from "./support/account.ts";
import { expect, test } from "./support/test.ts";

test("at 390 px the account says what credit is left, how to use it and what happened, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const email = newEmail("credito");
  await register(page, merchant, email);
  await page.goto("/my-account/store-credit/");
  await expect(page.getByText("Non hai ancora credito.")).toBeVisible();
  await merchant.post("/credits", { emails: [email], amount: "12,50", reason: "Per il ritardo" });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credito");
  await expect(page.getByText("Puoi spendere 12,50 €")).toBeVisible();
  await expect(page.getByText("Senza scadenza · Per il ritardo")).toBeVisible();
  const moves = page.getByText("Movimenti");
  await moves.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ricevuto")).toBeVisible();
  await expect(page.getByRole("link", { name: "Credito", exact: true })).toHaveAttribute("aria-current", "page");
  await looksRight(page);
});
