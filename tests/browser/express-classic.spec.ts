// An express wallet on the classic checkout.
import { fillCart, toCheckout } from "./support/shopper.ts";
import { test } from "./support/test.ts";
import { payFromForm } from "./support/wallet.ts";

test.use({ settings: { checkout_form: "classic" }, expectedMessages: [/status of 400/] });

test("the classic checkout is paid by a wallet, and keeps its form when the card is declined", async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await payFromForm(page);
});
