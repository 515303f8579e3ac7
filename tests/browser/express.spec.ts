// Express wallets on the cart, the checkout and the page that pays an order. The shop's server and the sandbox are the real ones. What
// needs no browser is in web/src/payments/express/cartStates.test.tsx.
import { looksRight } from "./support/axe.ts";
import { answerBank } from "./support/card.ts";
import { fillCart, orderPath, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import {
  answered,
  area,
  confirm,
  inCart,
  openSheet,
  PAID,
  payButton,
  payFromForm,
  refusal,
  sheetOf,
  walletButton,
} from "./support/wallet.ts";

test.use({
  // A refused payment is answered with 400, which Chromium mentions.
  expectedMessages: [/status of 400/],
});

const alert = (page: Page) => area(page).getByRole("alert").filter({ hasText: /\S/ });
const address = (page: Page) => page.getByRole("main");

async function openCart(page: Page): Promise<void> {
  await fillCart(page);
  await page.goto("/cart/");
}

test("a wallet pays the cart, and its total follows the address and the delivery", async ({ page }) => {
  await openCart(page);
  const sheet = await openSheet(page, "Google Pay");
  const total = sheet.locator(".total dd");
  await expect(sheet.getByRole("radio", { name: /Corriere espresso/ })).toBeChecked();
  await answered(sheet);
  const courier = await total.innerText();
  await sheet.getByRole("radio", { name: /Ritiro in bottega/ }).check();
  await expect(total).not.toHaveText(courier);
  await answered(sheet);
  await sheet.getByRole("radio", { name: /Lindenstraße 4/ }).check();
  await expect(sheet.getByRole("radio", { name: /Corriere internazionale/ })).toBeChecked();
  await answered(sheet);
  const abroad = await total.innerText();
  await expect(payButton(sheet)).toContainText(abroad);
  await confirm(page, sheet);
  await expect(address(page)).toContainText(abroad.replace(/\u00a0/g, " "));
  await expect(address(page)).toContainText("Lindenstraße 4");
});

test("while the shop is asked about an address, nothing can be paid", async ({ page }) => {
  await openCart(page);
  let go = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route(/get_shipping_options/, async (route) => {
    await held;
    await route.continue();
  });
  const sheet = await openSheet(page, "Google Pay");
  await expect(payButton(sheet)).toBeDisabled();
  await expect(sheet.getByText("Un momento…")).toBeVisible();
  go();
  await expect(payButton(sheet)).toBeEnabled();
  await confirm(page, sheet);
});

test("an address that is not served is rejected in the sheet, and the next one works", async ({ page }) => {
  await openCart(page);
  const sheet = await openSheet(page, "Apple Pay");
  await sheet.getByRole("radio", { name: /Elm Street 12/ }).check();
  await expect(sheet.getByRole("alert").filter({ hasText: "non consegna a questo indirizzo" })).toBeVisible();
  await payButton(sheet).click();
  await expect(sheet.getByText("Pagamento in corso…")).toHaveCount(0);
  await sheet.getByRole("radio", { name: /Via dei Mille 7/ }).check();
  await expect(sheet.getByRole("radio", { name: /Corriere espresso/ })).toBeChecked();
  await confirm(page, sheet);
  await expect(address(page)).toContainText("Via dei Mille 7");
});

test("a declined card is told, and another one pays the same order", { tag: "@core" }, async ({ page }) => {
  await openCart(page);
  const first = await openSheet(page, "Google Pay");
  await first.getByRole("radio", { name: /0002/ }).check();
  await answered(first);
  const refused = page.waitForResponse((response) => response.url().includes("/v1/checkout"));
  await payButton(first).click();
  const { order_id } = await (await refused).json();
  await expect(alert(page)).toContainText("La carta è stata rifiutata.");
  await expect(alert(page)).toContainText(`L'ordine n. ${order_id}`);
  await expect(alert(page)).toBeFocused();
  const second = await openSheet(page, "Google Pay");
  await confirm(page, second);
  expect(page.url()).toContain(`/order-received/${order_id}/`);
});

test("the bank's question after the sheet is answered in the page", { tag: "@core" }, async ({ page }) => {
  await openCart(page);
  const sheet = await openSheet(page, "Link");
  await sheet.getByLabel("E-mail").fill("domanda@example.com");
  await sheet.getByRole("radio", { name: /3184/ }).check();
  await answered(sheet);
  await payButton(sheet).click();
  await answerBank(page, "Rifiuta");
  await expect(alert(page)).toContainText("verificare la tua identità");
  const again = await openSheet(page, "Link");
  await again.getByLabel("E-mail").fill("domanda@example.com");
  await again.getByRole("radio", { name: /3184/ }).check();
  await payButton(again).click();
  await answerBank(page, "Autorizza");
  await page.waitForURL(PAID);
  expect(new URL(page.url()).hash).toBe("");
});

test("Link knows again whoever has paid by it, and one click is enough", async ({ page }) => {
  await openCart(page);
  const first = await openSheet(page, "Link");
  await first.getByLabel("E-mail").fill("amica@example.com");
  await expect(first.getByText(/Indirizzo nuovo per Link/)).toBeVisible();
  await first.getByRole("radio", { name: /Via del Colle 12/ }).check();
  await confirm(page, first);
  await openCart(page);
  const second = await openSheet(page, "Link");
  await second.getByLabel("E-mail").fill("amica@example.com");
  await expect(second.getByText(/Bentornato/)).toBeVisible();
  await expect(second.getByRole("radio", { name: /Via del Colle 12/ }).first()).toBeChecked();
  await confirm(page, second);
  await expect(address(page)).toContainText("Via del Colle 12");
});

test("a closed sheet loses nothing, by its button or by Escape", async ({ page }) => {
  await openCart(page);
  const before = await inCart(page);
  const sheet = await openSheet(page, "Google Pay");
  await sheet.getByRole("button", { name: "Annulla" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openSheet(page, "Google Pay");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await inCart(page)).toEqual(before);
  await expect(alert(page)).toHaveCount(0);
  await toCheckout(page);
});

test("the block checkout is paid by a wallet, and keeps its form when the card is declined", async ({ page }) => {
  await openCart(page);
  await toCheckout(page);
  await payFromForm(page);
});

test("the page of a placed order is paid by a wallet, at its own price", async ({ page, merchant }) => {
  const path = await orderPath(page);
  await merchant.post(`/orders/${/(\d+)/.exec(path)?.[1]}/status`, { status: "failed" });
  await page.goto(path.replace("order-received", "order-pay"));
  const due = await page.getByRole("button", { name: /^Paga/ }).locator("span").innerText();
  const sheet = await openSheet(page, "Google Pay");
  await expect(sheet.getByRole("group", { name: "Spedizione" })).toHaveCount(0);
  await expect(payButton(sheet)).toContainText(due);
  await sheet.getByRole("radio", { name: /0002/ }).check();
  await payButton(sheet).click();
  await expect(refusal(page)).toBeFocused();
  await expect(refusal(page).getByRole("heading")).toHaveText("C’è un dato da controllare");
  await confirm(page, await openSheet(page, "Google Pay"));
});

test("the keyboard alone buys by a wallet, and the focus stays in the sheet", async ({ page }) => {
  await openCart(page);
  const button = walletButton(page, "Google Pay");
  await button.focus();
  await page.keyboard.press("Enter");
  const asked = area(page).getByRole("group", { name: "Prima di pagare" });
  await expect(asked.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Space");
  await button.focus();
  await page.keyboard.press("Enter");
  const sheet = sheetOf(page, "Google Pay");
  await expect(sheet.getByRole("button", { name: "Chiudi" })).toBeFocused();
  await answered(sheet);
  await page.keyboard.press("Shift+Tab");
  await expect(sheet.getByRole("button", { name: "Annulla" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(payButton(sheet)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(PAID);
});

test("at 390 and 1440 px buttons and sheet are accessible and fit", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openCart(page);
  // They are loaded when they come near the window.
  await page.getByRole("region", { name: "Pagamento rapido" }).scrollIntoViewIfNeeded();
  const sheet = await openSheet(page, "Link");
  await answered(sheet);
  await looksRight(page);
  await page.keyboard.press("Escape");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  // 6 px lie between one button and the next below it.
  const boxes = ["Apple Pay", "Google Pay", "Link"].map((wallet) => walletButton(page, wallet).boundingBox());
  const places = (await Promise.all(boxes)).map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
  expect(places.slice(1).map(({ top }, above) => Math.round(top - (places[above]?.bottom ?? 0)))).toEqual([6, 6]);
});
