// Methods of other currencies, in a shop whose sandbox takes them to be tried: the code of a bank's app, the mobile wallet, slips,
// debits and pages that a shop in euro cannot offer otherwise.
import { looksRight } from "./support/axe.ts";
import { fillCard, GOOD } from "./support/card.ts";
import { comeToPay, orderButton, wayOn } from "./support/shopper.ts";
import type { Served } from "./support/server.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  environment: { SHOP_SANDBOX_ANY_CURRENCY: "yes" },
  settings: {
    payment_methods: [
      wayOn("stripe", "Carta di credito o di debito"),
      wayOn("stripe_blik", "BLIK"),
      wayOn("stripe_cashapp", "Cash App Pay"),
      wayOn("stripe_boleto", "Boleto"),
      wayOn("stripe_bacs_debit", "Addebito Bacs"),
      wayOn("stripe_afterpay_clearpay", "Clearpay"),
      wayOn("bacs", "Bonifico bancario"),
    ],
  },
  expectedMessages: [/status of 400/],
});

const RECEIVED = /\/checkout\/order-received\/(\d+)\//;
const status = (page: Page) =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: "Stato" }) }).locator("dd").first();

async function open(page: Page, email: string, method: string): Promise<void> {
  await comeToPay(page, email);
  await page.getByRole("radio", { name: method, exact: true }).check();
}

/** Waits for the received page; the money arrives. */
async function paid(page: Page, shop: Served): Promise<void> {
  await page.waitForURL(RECEIVED);
  await shop.settle();
  await page.reload();
  await expect(status(page)).toHaveText("In preparazione");
}

/** Numbers of the orders that the shop was asked to place. */
function ordered(page: Page): Set<number> {
  const seen = new Set<number>();
  page.on("response", async (response) => {
    if (response.request().method() !== "POST" || !response.url().includes("/wc/store/v1/checkout")) return;
    const id = (await response.json().catch(() => ({}))).order_id;
    if (id) seen.add(id);
  });
  return seen;
}

test("at 390 px the 6-digit code pays once the bank's app confirms; a wrong one says so first, and all fits 1440 px too", async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, "codice390@example.com", "BLIK");
  const orders = ordered(page);
  const code = page.getByLabel("Codice a 6 cifre");
  await expect(page.getByText("Lo trovi nell’app della tua banca. Dura circa 2 minuti.")).toBeVisible();
  await code.fill("12345");
  await orderButton(page).click();
  const wrong = page.getByText("Il codice BLIK non è valido").first();
  await expect(wrong).toBeVisible();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await code.fill("");
  await expect(code, "an emptied field is not marked").not.toHaveAttribute("aria-invalid", "true");
  await looksRight(page);
  // The bank does not know this one; the next one belongs to the same order.
  await code.fill("000001");
  await orderButton(page).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\//);
  await code.fill("123456");
  await orderButton(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shop.settle();
  await paid(page, shop);
  expect(orders.size, "one order for both tries").toBe(1);
});

test("a code that is refused in the bank's app leaves the order to be paid by another method", async ({ page, shop }) => {
  await open(page, "rifiuta@example.com", "BLIK");
  const orders = ordered(page);
  await page.getByLabel("Codice a 6 cifre").fill("000002");
  await orderButton(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shop.settle();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await fillCard(page, GOOD);
  await orderButton(page).click();
  await paid(page, shop);
  expect(orders.size, "one order for both tries").toBe(1);
});

test("the mobile wallet's code refused is told and nothing is paid; confirmed, it is", async ({ page, shop }) => {
  await open(page, "portafoglio@example.com", "Cash App Pay");
  await orderButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Conferma con l’app" });
  await dialog.locator("iframe").contentFrame().getByRole("button", { name: "Rifiuta" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await orderButton(page).click();
  await dialog.locator("iframe").contentFrame().getByRole("button", { name: "Paga" }).click();
  await paid(page, shop);
});

test("a slip of another country waits on hold with its number", async ({ page }) => {
  await open(page, "boleto@example.com", "Boleto");
  await orderButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Il tuo bollettino" });
  await dialog.getByRole("button", { name: "Continua" }).click();
  await page.waitForURL(RECEIVED);
  await expect(status(page)).toHaveText("In attesa del pagamento");
  await expect(page.getByRole("link", { name: /Apri il bollettino/ })).toBeVisible();
});

test("a page of instalments is left for, and a yes pays", async ({ page, shop }) => {
  await open(page, "rate@example.com", "Clearpay");
  await orderButton(page).click();
  await page.getByRole("button", { name: "Conferma" }).click();
  await paid(page, shop);
});
