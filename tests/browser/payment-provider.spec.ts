// The provider's own script, where it cannot be loaded: what needs it says so, and all the rest of the page works.
import { fillCart, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test.use({
  environment: {
    SHOP_STRIPE_SECRET_KEY: "sk_test_nessuno",
    SHOP_STRIPE_PUBLISHABLE_KEY: "pk_test_nessuno",
    SHOP_STRIPE_WEBHOOK_SECRET: "whsec_nessuno",
    // Nobody listens there.
    SHOP_STRIPE_URL: "http://127.0.0.1:9",
  },
  expectedMessages: [/js\.stripe\.com|Failed to load Stripe|ERR_FAILED/],
});

test("a confirmation in the address is told as impossible, and the order can be paid otherwise", async ({ page }) => {
  await page.route("https://js.stripe.com/**", (route) => route.abort());
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await page.evaluate(() => {
    window.location.hash = "#wc-stripe-confirm-pi:7:pi_1_secret_2:0123456789";
  });
  await expect(page.getByRole("alert").filter({ hasText: "I dati di inizializzazione di Stripe" })).toBeVisible();
  await expect(page).toHaveURL((url) => url.hash === "");
  await expect(page.locator("form#cassa[data-processing]")).toHaveCount(0);
  await fillCheckout(page, "altrimenti@example.com");
  await page.getByRole("radio", { name: "Carta di credito o di debito" }).check();
  await expect(page.getByText(/Impossibile caricare il metodo di pagamento Carta/)).toBeVisible();
  await page.getByRole("radio", { name: "Bonifico bancario" }).check();
  await placeOrder(page);
});
