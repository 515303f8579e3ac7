// Subscriptions from the product's page to the account, with and without scripts, and in the back office. The products are those
// of crates/shop-server/seed.
import { isAccessible, looksRight } from "./support/axe.ts";
import { newEmail, STRONG } from "./support/account.ts";
import { fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// A refusal is a 400 of the store API and a 422 of forms, which the browser mentions.
test.use({ expectedMessages: [/status of 4(00|09|22)/] });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/** Orders the monthly box with a new account and comes to the order's page. */
async function subscribe(page: Page): Promise<string> {
  await open(page, "/prodotto/cassetta-del-mese/");
  await page.getByRole("button", { name: /^Abbonati/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Abbonamento: 36,00 € ogni mese");
  await page.keyboard.press("Escape");
  await page.goto("/cart/");
  await toCheckout(page);
  await fillCheckout(page, newEmail("abbonata"));
  await page.getByRole("radio", { name: /Contrassegno/ }).check();
  await page.getByLabel("Password del nuovo account", { exact: true }).fill(STRONG);
  return placeOrder(page);
}

test("at 390 px a box is subscribed to, paused, taken up again and cancelled, and all fits 1440 px too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, "/categoria-prodotto/cesti-regalo/");
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Cassetta del mese" }).first();
  await expect(card).toContainText("36,00 € ogni mese");
  await open(page, "/prodotto/cassetta-del-mese/");
  await expect(page.getByText("36,00 € ogni mese", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Senza vincoli: lo sospendi o lo disdici quando vuoi/)).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: /^Abbonati/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Abbonamento: 36,00 € ogni mese");
  await page.keyboard.press("Escape");
  await page.goto("/cart/");
  await expect(page.getByRole("region", { name: "Totale ricorrente" })).toContainText("Primo rinnovo il");
  await looksRight(page);

  await toCheckout(page);
  await expect(page.getByText("Per questo ordine serve un account")).toBeVisible();
  const again = page.getByRole("region", { name: "Totale ricorrente" });
  await expect(again).toContainText("ogni mese");
  await expect(again).toContainText("Durata: senza scadenza, fino alla disdetta");
  await fillCheckout(page, newEmail("abbonata"));
  await page.getByRole("radio", { name: /Contrassegno/ }).check();
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  const password = page.getByLabel("Password del nuovo account", { exact: true });
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await password.fill(STRONG);
  await looksRight(page);
  await placeOrder(page);
  await expect(page.getByText(/Totale ricorrente ogni mese, dal/)).toBeVisible();

  await page.goto("/my-account/subscriptions/");
  await expect(page.getByText("Attivo", { exact: true })).toBeVisible();
  await looksRight(page);
  await page.getByRole("main").getByRole("link", { name: "1 × Cassetta del mese" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Abbonamento \d+$/);
  await expect(page.getByText("Prossimo pagamento")).toBeVisible();
  await looksRight(page);
  await page.getByText("Sospendi l’abbonamento").click();
  await page.getByRole("button", { name: "Sì, sospendi" }).click();
  await expect(page.getByText("Sospeso", { exact: true })).toBeVisible();
  await expect(page.getByText(/è sospeso: finché non lo riprendi/)).toBeVisible();
  await page.getByRole("button", { name: "Riprendi l’abbonamento" }).click();
  await expect(page.getByText("Attivo", { exact: true })).toBeVisible();
  await page.getByText("Disdici l’abbonamento").click();
  await page.getByRole("button", { name: "Sì, disdici" }).click();
  await expect(page.getByText("Disdetto", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Riprendi/ })).toHaveCount(0);
  await looksRight(page);
});

test("keys alone pause a subscription, and nothing happens before it is confirmed", async ({ page }) => {
  await subscribe(page);
  await page.goto("/my-account/subscriptions/");
  await page.getByRole("main").getByRole("link", { name: "1 × Cassetta del mese" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Abbonamento \d+$/);
  const summary = page.locator("summary").filter({ hasText: "Sospendi l’abbonamento" });
  await summary.focus();
  await page.keyboard.press("Enter");
  const sure = page.getByRole("button", { name: "Sì, sospendi" });
  await expect(sure).toBeVisible();
  await expect(page.getByText("Attivo", { exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(sure).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sospeso", { exact: true })).toBeVisible();
});

test("a trial costs nothing with the order, and says what follows", { tag: "@core" }, async ({ page }) => {
  await open(page, "/prodotto/quaderno-di-cucina/");
  await expect(page.getByText("30 giorni di prova gratuita").first()).toBeVisible();
  await page.getByRole("button", { name: /^Abbonati/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Prova: 30 giorni di prova gratuita");
  await page.keyboard.press("Escape");
  await page.goto("/cart/");
  const summary = page.getByRole("region", { name: "Riepilogo", exact: true });
  await expect(summary).toContainText("Totale ricorrente ogni mese");
  await expect(summary).toContainText("4,90 €");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a box is subscribed to with an account, and cancelled", async ({ page }) => {
    await page.goto("/prodotto/cassetta-del-mese/");
    await page.getByRole("button", { name: /^Abbonati/ }).click();
    await page.goto("/checkout/");
    await expect(page.getByRole("region", { name: "Totale ricorrente" })).toContainText("ogni mese");
    await fillCheckout(page, newEmail("abbonata"), true);
    await page.getByRole("radio", { name: /Contrassegno/ }).check();
    await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
    await expect(page.getByText("Scegli una password per il tuo account.").first()).toBeVisible();
    await page.getByLabel("Password del nuovo account", { exact: true }).fill(STRONG);
    await placeOrder(page);
    await page.goto("/my-account/subscriptions/");
    await page.getByRole("main").getByRole("link", { name: "1 × Cassetta del mese" }).click();
    await page.getByText("Disdici l’abbonamento").click();
    await page.getByRole("button", { name: "Sì, disdici" }).click();
    await expect(page.getByText("Disdetto", { exact: true })).toBeVisible();
  });
});

test("the merchant finds a subscription by its state and from its order, and suspends it", async ({ page, merchant }) => {
  const number = await subscribe(page);
  await merchant.open(page, `/ordini/${number}`);
  const card = page.getByRole("region", { name: "Abbonamenti" });
  await card.getByRole("link", { name: /^Abbonamento \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Abbonamento \d+$/);
  await isAccessible(page);
  await page.getByRole("button", { name: "Sospendi" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Fatto" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Riprendi" })).toBeVisible();
  await page.getByRole("link", { name: "← Tutti gli abbonamenti" }).click();
  await page.getByRole("navigation", { name: "Abbonamenti per stato" }).getByRole("link", { name: /Sospeso/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Cassetta del mese" }).first()).toBeVisible();
  await isAccessible(page);
});

test("the merchant lets a product be subscribed to, and wrong terms are told at their fields", async ({ page, merchant }) => {
  const found = (await merchant.get("/products?search=CES-PAS")) as { products: { id: number }[] };
  await merchant.open(page, `/prodotti/${found.products[0]?.id}`);
  const part = page.getByRole("region", { name: "Abbonamento" });
  await part.getByRole("checkbox", { name: "Si compra in abbonamento" }).check();
  await part.getByLabel("Un pagamento ogni").fill("0");
  await part.getByLabel("Giorni di prova gratuita").fill("14");
  await page.getByRole("button", { name: "Salva", exact: true }).click();
  await expect(part.getByLabel("Un pagamento ogni")).toHaveAttribute("aria-invalid", "true");
  await expect(part.getByText(/La prova gratuita vale solo per i prodotti virtuali/)).toBeVisible();
  await part.getByLabel("Un pagamento ogni").fill("2");
  await part.getByLabel("Giorni di prova gratuita").fill("");
  await isAccessible(page);
  await page.getByRole("button", { name: "Salva", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Modifiche salvate." })).toBeVisible();
  await open(page, "/prodotto/cassetta-della-pasta/");
  await expect(page.getByText("39,00 € ogni 2 mesi", { exact: true }).first()).toBeVisible();
});
