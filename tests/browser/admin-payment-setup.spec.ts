// The provider's keys as the merchant enters them, where the provider cannot be reached.
import { looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { expect, test } from "./support/test.ts";

test.use({
  environment: {
    SHOP_SECRETS_KEY: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    // Nobody listens there.
    SHOP_STRIPE_URL: "http://127.0.0.1:9",
  },
  expectedMessages: [/status of (422|503)/],
});

test("at 390 px wrong keys are told at their fields, good ones are tried, nothing typed is lost, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/impostazioni/pagamenti");
  const setup = page.getByRole("region", { name: "Collegamento a Stripe" });
  await expect(setup).toContainText("ambiente di prova");
  await setup.getByText("Chiavi di Stripe", { exact: true }).click();
  const secret = setup.getByLabel("Chiave segreta");
  await setup.getByLabel("Chiave pubblicabile").fill("pk_live_bottega");
  await secret.fill("pk_live_bottega");
  await setup.getByRole("button", { name: "Salva" }).click();
  await expect(setup.getByText("Qui va la chiave segreta").first()).toBeVisible();
  await isRefused(page, secret);
  await looksRight(page);
  await secret.fill("sk_live_bottega");
  await page.keyboard.press("Enter");
  await expect(setup.getByRole("alert").filter({ hasText: "Stripe non risponde" })).toBeVisible();
  await expect(secret).toHaveValue("sk_live_bottega");
  await setup.getByRole("button", { name: "Controlla di nuovo" }).click();
  await setup.getByText("Ultimi errori (1)").click();
  await expect(setup.getByRole("listitem")).toContainText("GET /v1/account · Stripe non era raggiungibile");
  await expect(secret).toHaveValue("sk_live_bottega");
  await looksRight(page);
});
