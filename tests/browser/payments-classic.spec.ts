// Paying by card in the classic form.
import { ASKED, answerBank, DECLINED, fillCard } from "./support/card.ts";
import { fillCart, fillCheckout, orderButton, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  settings: { checkout_form: "classic" },
  expectedMessages: [/status of 4\d\d/],
});


async function open(page: Page, email: string): Promise<void> {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await fillCheckout(page, email);
}

test("a refused card is told at the top of the page, and the next one pays", async ({ page }) => {
  await open(page, "classica-carta@example.com");
  await fillCard(page, DECLINED);
  await orderButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "La carta è stata rifiutata." });
  await expect(alert).toBeFocused();
  await fillCard(page, ASKED);
  await orderButton(page).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(/\/checkout\/order-received\/\d+\//);
});
