// Each wallet once and each place once: on a product, in the cart, at the checkout and on the page of a placed order; where goods are
// delivered, another address and another delivery change what is paid. Each wallet at each place is tested without a browser
// (web/src/payments/express/walletPages.test.tsx).
import type { FrameLocator } from "@playwright/test";
import { fillCart, orderPath, toCheckout, wayOn } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { answered, confirm, openSheet, payButton } from "./support/wallet.ts";

test.use({
  settings: {
    express: { amazon_pay: true },
    payment_methods: [
      wayOn("stripe", "Carta di credito o di debito"),
      wayOn("stripe_link", "Link"),
      wayOn("stripe_amazon_pay", "Amazon Pay"),
      wayOn("bacs", "Bonifico bancario"),
    ],
  },
});

/** Another address, then another delivery: both are in what is paid. */
async function moved(page: Page, sheet: FrameLocator): Promise<void> {
  const total = sheet.locator(".total dd");
  await answered(sheet);
  await sheet.getByRole("radio", { name: /Lindenstraße 4/ }).check();
  await expect(sheet.getByRole("radio", { name: /Corriere internazionale/ })).toBeChecked();
  await answered(sheet);
  const abroad = await total.innerText();
  await sheet.getByRole("radio", { name: /Via dei Mille 7/ }).check();
  await expect(sheet.getByRole("radio", { name: /Ritiro in bottega/ })).toBeVisible();
  await answered(sheet);
  const home = await total.innerText();
  expect(home).not.toBe(abroad);
  await sheet.getByRole("radio", { name: /Ritiro in bottega/ }).check();
  await expect(total).not.toHaveText(home);
  await answered(sheet);
  const collected = await total.innerText();
  await expect(payButton(sheet)).toContainText(collected);
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText(collected.replace(/\u00a0/g, " "));
}

test("Apple Pay buys a product, at another address and by another delivery", { tag: "@core" }, async ({ page }) => {
  await page.goto("/prodotto/scatola-dolce-pausa/");
  await moved(page, await openSheet(page, "Apple Pay"));
});

test("Google Pay pays the cart, at another address and by another delivery", { tag: "@core" }, async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await moved(page, await openSheet(page, "Google Pay"));
});

test("Amazon Pay pays at the checkout, at another address and by another delivery", { tag: "@core" }, async ({ page }) => {
  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await moved(page, await openSheet(page, "Amazon Pay"));
});

test("Link pays a placed order", { tag: "@core" }, async ({ page, merchant }) => {
  const path = await orderPath(page);
  await merchant.post(`/orders/${/(\d+)/.exec(path)?.[1]}/status`, { status: "failed" });
  await page.goto(path.replace("order-received", "order-pay"));
  const due = await page.getByRole("button", { name: /^Paga/ }).locator("span").innerText();
  const sheet = await openSheet(page, "Link");
  // Link asks who pays before it shows what.
  const email = sheet.getByLabel("E-mail");
  if ((await email.inputValue()) === "") await email.fill("rapida@example.com");
  await expect(sheet.getByRole("group", { name: "Spedizione" })).toHaveCount(0);
  await expect(payButton(sheet)).toContainText(due);
  await confirm(page, sheet);
});
