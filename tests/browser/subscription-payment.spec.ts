// Subscriptions that are charged by themselves: the card of the first order, a renewal, one that the bank refuses, another card.
import { isAccessible, looksRight } from "./support/axe.ts";
import { newEmail, STRONG } from "./support/account.ts";
import { ASKED, answerBank, fillCard, GOOD } from "./support/card.ts";
import { makeRenewalsDue, newestText } from "./support/server.ts";
import { fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Can be kept, and every charge is refused. */
const REFUSES = "4000000000000341";
const BOX = "/prodotto/cassetta-del-mese/";
const TRIAL = "/prodotto/quaderno-di-cucina/";

test.use({ expectedMessages: [/status of 4(00|09|22)/] });

/** Orders things by subscription with a new account and a card. */
async function subscribe(page: Page, email: string, paths: string[], number = GOOD): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.getByRole("button", { name: /^Abbonati/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await page.goto("/cart/");
  await toCheckout(page);
  await fillCheckout(page, email);
  await page.getByLabel("Password del nuovo account", { exact: true }).fill(STRONG);
  await fillCard(page, number);
  await expect(page.getByText("Questo metodo sarà salvato: serve per i rinnovi del tuo abbonamento.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Salva questo metodo/ })).toHaveCount(0);
  await placeOrder(page);
}

async function openSubscription(page: Page, name: string): Promise<void> {
  await page.goto("/my-account/subscriptions/");
  await page.getByRole("main").getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Abbonamento \d+$/);
}

/** Chooses a new card on the page that changes the method, and sends it. */
async function useNewCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Usa un nuovo metodo" }).check();
  await fillCard(page, number);
  await page.getByRole("button", { name: "Usa questo metodo" }).click();
}

const paidBy = (page: Page, words: string) =>
  expect(page.getByRole("definition").filter({ hasText: words })).toBeVisible();

test("a renewal is charged to the card of the first order; a refused one is paid from the message with another card", async ({
  page,
  shop,
}) => {
  const email = newEmail("rinnovi");
  await subscribe(page, email, [BOX]);
  await openSubscription(page, "1 × Cassetta del mese");
  await paidBy(page, "Visa •••• 4242, scade 12/30");
  await isAccessible(page);

  makeRenewalsDue(shop.folder, email);
  await shop.work();
  const payments = page.locator("dl > div").filter({ hasText: "Pagamenti fatti" }).locator("dd");
  await page.reload();
  await expect(payments).toHaveText("2");

  // A card that can be kept, and refuses.
  await page.getByRole("link", { name: "Cambia metodo di pagamento" }).click();
  await useNewCard(page, REFUSES);
  await expect(page.getByText(/Fatto: l'abbonamento \d+ si paga con Visa •••• 0341/)).toBeVisible();
  makeRenewalsDue(shop.folder, email);
  await shop.work();
  const text = newestText(shop.folder, email);
  expect(text).toContain("per il rinnovo del tuo abbonamento");
  expect(text).toContain("Riproviamo il ");
  await page.reload();
  await expect(page.getByText(/Il pagamento del rinnovo non è riuscito: riproviamo il/)).toBeVisible();
  await isAccessible(page);

  await page.goto(/Paga adesso: (\S+)/.exec(text)?.[1] ?? "");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.getByRole("radio", { name: "Carta di credito o di debito" }).check();
  await page.getByRole("radio", { name: "Usa una nuova carta" }).check();
  await fillCard(page, "5555555555554444");
  const terms = page.getByRole("checkbox", { name: /Ho letto e accetto/ });
  if ((await terms.count()) > 0) await terms.check();
  await page.getByRole("button", { name: /^Paga/ }).click();
  await page.waitForURL(/\/checkout\/order-received\//);
  await openSubscription(page, "1 × Cassetta del mese");
  await paidBy(page, "Mastercard •••• 4444, scade 12/30");
  await expect(page.getByText("Attivo", { exact: true })).toBeVisible();
  await expect(payments).toHaveText("3");
});

test("at 390 px a method is changed when the bank agrees, for all subscriptions; a refusal changes nothing, and all fits 1440 px too", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 900 });
  await subscribe(page, newEmail("rinnovi"), [BOX, TRIAL]);
  await openSubscription(page, "1 × Cassetta del mese");
  await page.getByRole("link", { name: "Cambia metodo di pagamento" }).click();
  await expect(page.getByRole("radio", { name: /Visa •••• 4242, scade 12\/30.*in uso/ })).toBeChecked();
  await looksRight(page);
  await useNewCard(page, ASKED);
  await answerBank(page, "Rifiuta");
  await expect(page.getByRole("alert").filter({ hasText: "verificare la tua identità" })).toBeVisible();
  await looksRight(page);
  await page.getByRole("checkbox", { name: "Usa per tutti i miei abbonamenti" }).check();
  await useNewCard(page, ASKED);
  await answerBank(page, "Autorizza");
  await page.waitForURL(/\/my-account\/view-subscription\/\d+\//);
  await expect(page.getByText(/Fatto: l'abbonamento \d+ si paga con Visa •••• 3184/)).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  for (const name of ["1 × Cassetta del mese", "1 × Quaderno di cucina"]) {
    await openSubscription(page, name);
    await paidBy(page, "Visa •••• 3184, scade 12/30");
  }
  // By keyboard, back to the first card.
  await page.getByRole("link", { name: "Cambia metodo di pagamento" }).press("Enter");
  await page.getByRole("radio", { name: /Visa •••• 3184/ }).press("ArrowUp");
  await expect(page.getByRole("radio", { name: /Visa •••• 4242/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/my-account\/view-subscription\/\d+\//);
  await paidBy(page, "Visa •••• 4242, scade 12/30");
});

test("a trial keeps its card without a charge", async ({ page }) => {
  await subscribe(page, newEmail("rinnovi"), [TRIAL]);
  await openSubscription(page, "1 × Quaderno di cucina");
  await expect(page.getByText("Attivo", { exact: true })).toBeVisible();
  await paidBy(page, "Visa •••• 4242, scade 12/30");
});

test("without scripts kept methods are changed all the same", async ({ page, browser, shop }) => {
  await subscribe(page, newEmail("rinnovi"), [BOX]);
  await openSubscription(page, "1 × Cassetta del mese");
  await page.getByRole("link", { name: "Cambia metodo di pagamento" }).click();
  await useNewCard(page, "5555555555554444");
  await paidBy(page, "Mastercard •••• 4444, scade 12/30");
  const path = new URL(page.url()).pathname;
  const cookies = await page.context().cookies();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  await plain.addCookies(cookies);
  const other = await plain.newPage();
  await other.goto(path);
  await other.getByRole("link", { name: "Cambia metodo di pagamento" }).click();
  await expect(other.getByRole("radio", { name: "Usa un nuovo metodo" })).toBeHidden();
  await other.getByRole("radio", { name: /Visa •••• 4242/ }).check();
  await other.getByRole("button", { name: "Usa questo metodo" }).click();
  await paidBy(other, "Visa •••• 4242, scade 12/30");
  await plain.close();
});

test("who removes the card of a subscription reads what follows first", async ({ page }) => {
  await subscribe(page, newEmail("rinnovi"), [BOX]);
  await page.goto("/my-account/payment-methods/");
  await page.getByText("Elimina", { exact: true }).click();
  await expect(page.getByText(/Con questo metodo paghi l'abbonamento \d+: se lo elimini, i rinnovi li pagherai/)).toBeVisible();
  await page.getByRole("button", { name: "Sì, elimina" }).click();
  await expect(page.getByText(/I rinnovi degli abbonamenti che lo usavano li pagherai di volta in volta/)).toBeVisible();
});
