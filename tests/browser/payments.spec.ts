// Paying by card: the fields live on the provider's origin, a refusal says why, and the next try pays the same order.
import AxeBuilder from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillCart, fillCheckout, placeOrder } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const CARD = "Carta di credito o di debito";
const GOOD = "4242 4242 4242 4242";
const POOR = "4000 0000 0000 9995";
const EXPIRED = "4000 0000 0000 0069";
const ASKS = "4000 0027 6000 3184";

test.use({ expectedMessages: [/status of 4(00|02|22)/] });

const fields = (page: Page) => page.frameLocator(`iframe[title="${CARD}"]`);
const bank = (page: Page) => page.getByRole("dialog", { name: "Conferma con la tua banca" });
const orderButton = (page: Page) => page.getByRole("button", { name: /Ordine con obbligo di pagare/ });

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${CARD}`) }).check();
  const frame = fields(page);
  await frame.getByLabel("Numero della carta").fill(number);
  await frame.getByLabel("Scadenza").fill("12 / 40");
  await frame.getByLabel(/CVC/).fill("123");
}

async function toPayment(page: Page, email: string): Promise<void> {
  await fillCart(page);
  await page.goto("/checkout/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await fillCheckout(page, email);
}

test("a card pays the order", async ({ page }) => {
  await toPayment(page, "carta@example.com");
  await typeCard(page, GOOD);
  await placeOrder(page);
  await expect(page.getByRole("main")).toContainText("Carta");
});

test("a card number reaches neither the shop's server nor its data", async ({ page, shop }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  await toPayment(page, "segreta@example.com");
  await typeCard(page, GOOD);
  await placeOrder(page);
  const digits = /4242[ +%20]*4242[ +%20]*4242/;
  for (const text of sent) expect(text).not.toMatch(digits);
  for (const file of ["shop.log", "data/shop.db", "data/shop.db-wal", "data/sandbox.jsonl"])
    expect(readFileSync(join(shop.folder, file), "latin1"), file).not.toMatch(digits);
});

for (const [number, sentence] of [
  [POOR, /il saldo non basta/],
  [EXPIRED, /La carta è scaduta/],
] as const)
  test(`a refused card says why, and another one pays the same order: ${sentence.source}`, async ({ page }) => {
    await toPayment(page, "rifiutata@example.com");
    await typeCard(page, number);
    await orderButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue("rifiutata@example.com");
    await typeCard(page, GOOD);
    await placeOrder(page);
  });

test("what is missing of a card is told in its fields, and nothing is ordered", async ({ page }) => {
  await toPayment(page, "incompleta@example.com");
  await page.getByRole("radio", { name: new RegExp(`^${CARD}`) }).check();
  await fields(page).getByLabel("Numero della carta").fill("4242 4242");
  await orderButton(page).click();
  await expect(fields(page).getByText("Il numero della carta è incompleto.")).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/$/);
  await typeCard(page, GOOD);
  await placeOrder(page);
});

test("a card that asks for its owner pays once the bank agrees", async ({ page }) => {
  await toPayment(page, "banca@example.com");
  await typeCard(page, ASKS);
  await orderButton(page).click();
  await expect(bank(page)).toBeVisible();
  expect(new URL(page.url()).hash, "the address keeps no secret").toBe("");
  await bank(page).frameLocator("iframe").getByRole("button", { name: "Autorizza" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grazie, abbiamo ricevuto il tuo ordine");
});

test("when the bank refuses, that is told, and another card pays the same order", async ({ page }) => {
  await toPayment(page, "negata@example.com");
  await typeCard(page, ASKS);
  await orderButton(page).click();
  await bank(page).frameLocator("iframe").getByRole("button", { name: "Rifiuta" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /verificare la tua identità/ })).toBeVisible();
  await typeCard(page, GOOD);
  await placeOrder(page);
});

for (const width of [390, 1440])
  test(`the payment step at ${width} px: axe finds nothing serious, and nothing sticks out`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await toPayment(page, "vista@example.com");
    await page.getByRole("radio", { name: new RegExp(`^${CARD}`) }).check();
    await expect(fields(page).getByLabel("Numero della carta")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) }))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
