// Paying by card: the fields in the provider's frame, what the bank asks, and what happens when it says no. Other refusals and fields
// that do not come are tested without a browser (web/src/features/checkout/cardPayment.test.tsx).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { looksRight } from "./support/axe.ts";
import type { Response } from "@playwright/test";
import { register } from "./support/account.ts";
import { ASKED, answerBank, cardFrame, DECLINED, fillCard, GOOD } from "./support/card.ts";
import { comeToPay, fillCart, orderButton, placeOrder } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  // A refused payment is answered with 400, which Chromium mentions.
  expectedMessages: [/status of 400/],
});

const PAID = /\/checkout\/order-received\/\d+\//;

const isOrder = (response: Response) =>
  response.request().method() === "POST" && response.url().endsWith("/v1/checkout");

test("a card pays, and its number never reaches the shop", { tag: "@core" }, async ({ page, shop }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(shop.url)) sent.push(request.url() + (request.postData() ?? ""));
  });
  await comeToPay(page, "carta@example.com");
  await fillCard(page, GOOD);
  await placeOrder(page);
  const order = sent.find((text) => text.includes("/checkout") && text.includes("wc-stripe-payment-method"));
  expect(order).toMatch(/pm_\w+/);
  expect(sent.filter((text) => /4242\D?4242/.test(text))).toEqual([]);
  const files = ["shop.log", "data/shop.db", "data/shop.db-wal", "data/sandbox.db", "data/sandbox.db-wal"];
  for (const file of files)
    expect(readFileSync(join(shop.folder, file), "latin1"), file).not.toMatch(/4242\D?4242\D?4242/);
});

test("a refusal is told in the shopper's words, and the next card pays the same order: La carta è stata rifiutata", async ({
  page,
}) => {
  await comeToPay(page, "parole@example.com");
  await fillCard(page, DECLINED);
  const [refused] = await Promise.all([page.waitForResponse(isOrder), orderButton(page).click()]);
  await expect(page.getByRole("alert").filter({ hasText: /La carta è stata rifiutata/ })).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("parole@example.com");
  const { order_id } = await refused.json();
  await fillCard(page, GOOD);
  await placeOrder(page);
  expect(new URL(page.url()).pathname).toContain(`/order-received/${order_id}/`);
});

test("fields whose frame is cut off are told as missing, and the others work", async ({ page }) => {
  await page.clock.install();
  await page.route(/\/elements\/\?/, (route) => route.abort());
  await comeToPay(page, "assente@example.com");
  await page.getByRole("radio", { name: "Carta di credito o di debito" }).check();
  const box = page.getByRole("group", { name: "Metodo di pagamento" });
  await expect(box.locator("iframe").first()).toBeAttached();
  // As long as the fields may take.
  await page.clock.fastForward(15_000);
  await expect(box.getByRole("alert").first()).toContainText("Carta di credito o di debito");
  await page.getByRole("radio", { name: "Bonifico bancario" }).check();
  await placeOrder(page);
});

test("what is wrong with the card is told in its fields, and nothing is sent", { tag: "@core" }, async ({ page }) => {
  const orders: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/v1/checkout")) orders.push(request.url());
  });
  await comeToPay(page, "errata@example.com");
  await fillCard(page, "4242424242424241");
  const frame = cardFrame(page);
  await frame.getByLabel("Scadenza").fill("0120");
  await orderButton(page).click();
  await expect(frame.getByLabel("Numero della carta")).toBeFocused();
  await expect(frame.getByText("Il numero della carta non è valido.")).toBeVisible();
  await expect(frame.getByText("L’anno di scadenza è già passato.")).toBeVisible();
  await frame.getByLabel("Numero della carta").fill(GOOD);
  await frame.getByLabel("Scadenza").fill("1230");
  expect(orders).toEqual([]);
  await placeOrder(page);
});

test("after a refusal another card pays the same order, without a reload", { tag: "@core" }, async ({ page }) => {
  await comeToPay(page, "rifiutata@example.com");
  await page.evaluate(() => {
    document.body.addEventListener("checkout_error", () => document.body.setAttribute("data-told", "1"));
  });
  await fillCard(page, DECLINED);
  await orderButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "La carta è stata rifiutata." });
  await expect(alert).toBeInViewport();
  await expect(alert).toBeFocused();
  await expect(page.locator("body[data-told]")).toBeAttached();
  await alert.getByRole("button", { name: "Chiudi il messaggio" }).click();
  await expect(alert).toHaveCount(0);
  await fillCard(page, GOOD);
  await placeOrder(page);
});

test("after a refusal the order is paid by another method, and what was ordered stays in sight", { tag: "@core" }, async ({ page }) => {
  await comeToPay(page, "altrometodo@example.com");
  await expect(orderButton(page)).toContainText("€");
  const total = (await orderButton(page).textContent()) ?? "";
  await fillCard(page, ASKED);
  const [placed] = await Promise.all([page.waitForResponse(isOrder), orderButton(page).click()]);
  const { order_id } = await placed.json();
  await answerBank(page, "Rifiuta");
  await expect(page.getByRole("alert").filter({ hasText: "verificare la tua identità" })).toBeVisible();
  // Another way of payment, another note: what asks the server for the cart, which is empty by now.
  await page.getByRole("radio", { name: "Bonifico bancario" }).check();
  await page.getByLabel("CAP").first().fill("20129");
  await page.getByLabel("Città", { exact: true }).first().fill("Milano");
  await expect(orderButton(page)).toHaveText(total);
  await placeOrder(page);
  expect(new URL(page.url()).pathname).toContain(`/order-received/${order_id}/`);
});

test("the bank's question is answered in the page: a yes pays, a no and a closed window let try again", { tag: "@core" }, async ({
  page,
}) => {
  await comeToPay(page, "banca@example.com");
  await fillCard(page, ASKED);
  await orderButton(page).click();
  await answerBank(page, "Rifiuta");
  const alert = page.getByRole("alert").filter({ hasText: "verificare la tua identità" });
  await expect(alert).toBeVisible();
  await orderButton(page).click();
  await expect(page.getByRole("dialog", { name: "Conferma con la tua banca" })).toBeVisible();
  const veil = page.locator("div[aria-hidden=true]").filter({ hasText: /^Pagamento in corso/ });
  await expect(veil).toHaveCSS("background-color", "rgba(255, 255, 255, 0.6)");
  await page.keyboard.press("Escape");
  await expect(alert).toBeVisible();
  await orderButton(page).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(PAID);
  expect(new URL(page.url()).hash).toBe("");
});

test("a card is saved in the account, pays there by its name, and is let go", { tag: "@core" }, async ({ page, merchant }) => {
  await register(page, merchant, "salva@example.com");
  await page.goto("/my-account/add-payment-method/");
  await fillCard(page, ASKED);
  await page.getByRole("button", { name: "Salva il metodo" }).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(/\/my-account\/payment-methods\//);
  await expect(page.getByText("Visa •••• 3184, scade 12/30")).toBeVisible();
  await comeToPay(page, "salva@example.com");
  await page.getByRole("radio", { name: "Carta di credito o di debito" }).check();
  await expect(page.getByRole("radio", { name: /Visa •••• 3184, scade 12\/30/ })).toBeChecked();
  await expect(cardFrame(page).getByLabel("Numero della carta")).toBeHidden();
  await orderButton(page).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(PAID);
  await page.goto("/my-account/payment-methods/");
  await page.getByText("Elimina", { exact: true }).click();
  await page.getByRole("button", { name: "Sì, elimina" }).click();
  await expect(page.getByText("Non hai metodi salvati")).toBeVisible();
});

test("without scripts cards are not offered, and a sentence says why", async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await fillCart(page);
  await page.goto("/checkout/");
  await expect(page.getByRole("radio", { name: "Carta di credito o di debito" })).toBeHidden();
  await expect(page.getByText("Per pagare con carta serve JavaScript")).toBeVisible();
  await expect(page.getByRole("radio", { name: /Bonifico/ })).toBeVisible();
  await context.close();
});

test("at 390 and 1440 px the payment form is accessible and fits", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await comeToPay(page, "largo@example.com");
  await fillCard(page, GOOD);
  await looksRight(page, { frames: true });
});
