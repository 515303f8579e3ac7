// The money of an order on its page: refunds by the provider, amounts that are captured later, the payment's history.
import { looksRight } from "./support/axe.ts";
import { fillCard, GOOD } from "./support/card.ts";
import { logIn } from "./support/office.ts";
import { comeToPay, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

/** Buys the caviar with a card; gives the order's number. */
async function buy(page: Page, card: string): Promise<string> {
  await comeToPay(page, "rimborso@example.com");
  await fillCard(page, card);
  return placeOrder(page);
}

test("at 390 px a part goes back to the card, and the page tells the whole history, and all fits 1440 px too", { tag: "@core" }, async ({ page, merchant }) => {
  const number = await buy(page, GOOD);
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, `/ordini/${number}`);
  const refunds = page.getByRole("region", { name: "Rimborsi" });
  await refunds.getByText("Nuovo rimborso").click();
  await refunds.getByLabel("Altro importo (€)").fill("99999");
  await refunds.getByRole("button", { name: "Rimborsa", exact: true }).click();
  await expect(refunds.getByText(/Si possono ancora rimborsare al massimo/)).toBeVisible();
  await refunds.getByLabel("Altro importo (€)").fill("1,50");
  const button = refunds.getByRole("button", { name: "Rimborsa", exact: true });
  const asked = page.getByRole("dialog", { name: /^Rimborsare 1,50/ });
  // Pressed once too often nothing moves: the way back has the focus.
  await button.press("Enter");
  await expect(asked).toContainText("tramite il fornitore del pagamento");
  await looksRight(page);
  await page.keyboard.press("Enter");
  await expect(asked).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(refunds.getByText("restituito al mezzo di pagamento")).toHaveCount(0);
  await button.press("Enter");
  await expect(asked.getByRole("button", { name: "Annulla" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(asked).toHaveCount(0);
  await button.press("Enter");
  await asked.getByRole("button", { name: "Rimborsa" }).dblclick();
  await expect(refunds.getByText("restituito al mezzo di pagamento")).toHaveCount(1);
  await expect(refunds.getByRole("heading", { name: "Rimborsi" })).toBeFocused();
  await refunds.getByText("Nuovo rimborso").click();
  await refunds.getByRole("button", { name: "Rimborsa tutto" }).click();
  await expect(refunds.getByText(/Compilato con tutto ciò che resta/)).toBeVisible();
  await looksRight(page);
  await button.click();
  await expect(page.getByRole("dialog")).toContainText("Tornano in giacenza");
  await looksRight(page);
  await page.getByRole("dialog").getByRole("button", { name: "Rimborsa" }).click();
  await expect(refunds.getByText("restituito al mezzo di pagamento")).toHaveCount(2);
  const payments = page.getByRole("region", { name: "Pagamenti" });
  await expect(payments.getByText("Pagamento 1: riscosso")).toBeVisible();
  await payments.getByText(/^Messaggi del fornitore/).click();
  await expect(payments.getByText("Pagamento riuscito")).toBeVisible();
  await expect(payments.getByRole("link", { name: "Apri presso il fornitore" })).toHaveAttribute("href", /#pi_/);
  await looksRight(page);
});

test("a refund that comes back is told, and is booked as given by other means", async ({ page, merchant, shop }) => {
  const number = await buy(page, "4000000000005126");
  await merchant.open(page, `/ordini/${number}`);
  const refunds = page.getByRole("region", { name: "Rimborsi" });
  await refunds.getByText("Nuovo rimborso").click();
  await refunds.getByLabel("Altro importo (€)").fill("2");
  await refunds.getByRole("button", { name: "Rimborsa", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rimborsa" }).click();
  await expect(refunds.getByText("in arrivo, tramite la banca")).toBeVisible();
  const link = page.getByRole("link", { name: "Apri presso il fornitore" });
  const inspector = (await link.getAttribute("href")) ?? "";
  expect(inspector.startsWith(shop.url)).toBe(false);
  const provider = await page.context().newPage();
  await provider.goto(inspector);
  await provider.getByRole("button", { name: "Concludi ora ciò che è in corso" }).click();
  await expect(provider.getByText("tornato indietro")).toBeVisible();
  await provider.close();
  await shop.settle();
  await page.reload();
  await expect(refunds.getByText(/non riuscito/)).toBeVisible();
  await refunds.getByRole("button", { name: "Restituito in altro modo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restituito in altro modo" }).click();
  await expect(refunds.getByRole("button", { name: "Restituito in altro modo" })).toHaveCount(0);
});

test("at 390 px an amount that is set aside is captured in part, by keyboard, and all fits 1440 px too", async ({ page, shopWith }) => {
  const url = await shopWith({ capture_later: true });
  const merchant = await logIn({ url, folder: "" });
  await fillCartAt(page, url);
  await page.goto(`${url}/cart/`);
  await toCheckout(page);
  await fillCheckout(page, "piutardi@example.com");
  await fillCard(page, GOOD);
  const number = await placeOrder(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await openAt(merchant, page, url, number);
  const capture = page.getByRole("region", { name: "Importo autorizzato" });
  await expect(capture.getByText(/autorizzati, da riscuotere entro il/)).toBeVisible();
  await capture.getByLabel("Importo da riscuotere (€)").fill("0");
  await capture.getByLabel("Importo da riscuotere (€)").press("Enter");
  await expect(capture.getByText(/Si può riscuotere da/)).toBeVisible();
  await looksRight(page);
  await capture.getByLabel("Importo da riscuotere (€)").fill("10");
  await capture.getByLabel("Importo da riscuotere (€)").press("Enter");
  await expect(capture).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Importo non addebitato" })).toBeVisible();
});

/** Puts the caviar into the cart of a shop at another address. */
async function fillCartAt(page: Page, url: string): Promise<void> {
  const api = `${url}/wp-json/wc/store/v1`;
  const seen = await page.request.get(`${api}/cart`);
  const headers = { Nonce: seen.headers().nonce ?? "" };
  const [product] = await (await page.request.get(`${api}/products?sku=CAV-CUCC`)).json();
  await page.request.post(`${api}/cart/add-item`, { headers, data: { id: product.id, quantity: 1 } });
}

type Merchant = Awaited<ReturnType<typeof logIn>>;

/** Opens an order of a shop at another address. */
async function openAt(merchant: Merchant, page: Page, url: string, number: string): Promise<void> {
  await merchant.enter(page);
  await page.goto(`${url}/admin/ordini/${number}`);
}
