// Add-ons, payment by instalments and bookings, with and without scripts. The products are those of crates/shop-server/seed.
import { isAccessible, looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { addButton, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const drawer = (page: Page) => page.getByRole("dialog");

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

// A refusal is a 400 of the store API and a 422 of forms, which the browser mentions.
test.use({ expectedMessages: [/status of 4(00|22)/] });

test("at 390 px add-ons change the price at once and stay with the line to the order, and all fits 1440 px too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, "/prodotto/cesto-aperitivo/");
  await page.getByRole("checkbox", { name: /Confezione regalo/ }).check();
  await page.getByLabel(/Biglietto con dedica/).fill("Auguri, nonna & nonno!");
  await expect(page.getByText("60,00 €", { exact: true })).toBeVisible();
  await looksRight(page);
  await addButton(page).click();
  await expect(drawer(page)).toContainText("Biglietto con dedica: Auguri, nonna & nonno! (+1,50 €)");
  await drawer(page).getByRole("link", { name: "Vai alla cassa" }).click();
  const review = page.getByRole("region", { name: "Riepilogo dell’ordine" });
  await expect(review).toContainText("Confezione regalo: +4,50 € al pezzo");
  await fillCheckout(page, "livia@example.com");
  await page.getByRole("checkbox", { name: /almeno 18 anni/ }).check();
  await placeOrder(page);
  await expect(page.getByText("Biglietto con dedica: Auguri, nonna & nonno! (+1,50 €)")).toBeVisible();
});

test("a choice that must be made is asked for, and made by keyboard", async ({ page }) => {
  await open(page, "/prodotto/speck-del-maso/");
  await addButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Scegli o compila «Taglio»." })).toBeVisible();
  const whole = page.getByRole("radio", { name: "Intero" });
  await expect(whole).toBeFocused();
  await whole.press("Space");
  await whole.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /A fette/ })).toBeChecked();
  await addButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(drawer(page)).toContainText("Taglio: A fette, sottovuoto (+1,50 € al pezzo)");
});

test("a product with a required choice is not added from a list", async ({ page }) => {
  await open(page, "/categoria-prodotto/salumi/prosciutti-e-crudi/");
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Speck del maso" }).first();
  await expect(card.getByRole("button", { name: /Aggiungi/ })).toHaveCount(0);
});

test("instalments are told on the page, in the cart, at the checkout and after the order", async ({ page, merchant }) => {
  await open(page, "/prodotto/cesto-di-natale/");
  await page.getByRole("radio", { name: /Acconto e saldo/ }).check();
  await expect(page.getByText("38,40 €", { exact: true })).toBeVisible();
  await addButton(page).click();
  await expect(drawer(page)).toContainText("Pagamento: Acconto e saldo");
  await toCheckout(page);
  const review = page.getByRole("region", { name: "Riepilogo dell’ordine" });
  await expect(review).toContainText("Da pagare ora");
  await expect(review).toContainText("89,60 €");
  await fillCheckout(page, "livia@example.com");
  await page.getByRole("checkbox", { name: /almeno 18 anni/ }).check();
  const number = await placeOrder(page);
  await expect(page.getByText("Importo da versare ora")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pagamenti successivi" })).toBeVisible();
  const received = page.url();

  await merchant.post(`/orders/${number}/status`, { status: "processing" });
  await page.goto(received);
  await page.getByRole("link", { name: "Paga la prossima rata" }).click();
  await page.getByRole("button", { name: /^Rata del .* 89,60/ }).click();
  await expect(page.getByText("in attesa del bonifico")).toBeVisible();

  await merchant.open(page, `/ordini/${number}`);
  const card = page.getByRole("region", { name: "Pagamento a rate" });
  await card.getByRole("button", { name: /Segna come pagata/ }).click();
  await expect(card.getByRole("status")).toContainText("Rata segnata come pagata.");
  await isAccessible(page);
});

test("at 390 px a time is booked for some people, and all fits 1440 px too", { tag: "@core" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, "/prodotto/corso-assaggiare-lolio/");
  await page.getByLabel("Persone").selectOption("3");
  await expect(page.getByText("105,00 €", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Prenota/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Scegli una data e un orario" })).toBeVisible();
  await page.getByRole("radio", { name: /^11:00–12:30/ }).check();
  await looksRight(page);
  await page.getByRole("button", { name: /^Prenota/ }).click();
  await expect(drawer(page)).toContainText(/Quando: sabato .*, ore 11:00/);
  await expect(drawer(page)).toContainText("Persone: 3");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("add-ons are chosen, refused with what was typed, and bought", async ({ page }) => {
    await page.goto("/prodotto/cesto-aperitivo/");
    await page.getByLabel(/Biglietto con dedica/).fill("Auguri");
    await addButton(page).click();
    await expect(page.getByText("solo insieme a «Confezione regalo»").first()).toBeVisible();
    await expect(page.getByLabel(/Biglietto con dedica/)).toHaveValue("Auguri");
    await page.getByRole("checkbox", { name: /Confezione regalo/ }).check();
    await addButton(page).click();
    await expect(page.getByText("è stato aggiunto al carrello")).toBeVisible();
    await page.goto("/cart/");
    await expect(page.getByText("Biglietto con dedica: Auguri (+1,50 €)")).toBeVisible();
  });

  test("the times of another day are shown by a button, and one is booked", async ({ page }) => {
    await page.goto("/prodotto/corso-assaggiare-lolio/");
    const day = page.getByLabel("Giorno");
    const saturday = new Date(`${await day.inputValue()}T12:00:00Z`);
    saturday.setUTCDate(saturday.getUTCDate() + 7);
    await day.fill(saturday.toISOString().slice(0, 10));
    await page.getByLabel("Persone").selectOption("2");
    await page.getByRole("button", { name: "Mostra gli orari" }).click();
    await expect(page.getByLabel("Persone")).toHaveValue("2");
    await page.getByRole("radio", { name: /^16:30–18:00/ }).check();
    await page.getByRole("button", { name: /^Prenota/ }).click();
    await page.goto("/cart/");
    await expect(page.getByText(/Quando: sabato .*, ore 16:30/)).toBeVisible();
  });
});

test("the merchant gives a product an add-on, a plan and times, and wrong values are told at their fields", async ({
  page,
  merchant,
}) => {
  const found = (await merchant.get("/products?search=CES-DOL")) as { products: { id: number; path?: string }[] };
  const id = found.products[0]?.id;
  await merchant.open(page, `/prodotti/${id}`);
  const addOns = page.getByRole("region", { name: "Opzioni all’acquisto" });
  await addOns.getByRole("button", { name: "Aggiungi un’opzione" }).click();
  await addOns.getByLabel("Nome", { exact: true }).fill("Fiocco di seta");
  await addOns.getByLabel("Prezzo").selectOption("flat");
  await addOns.getByLabel("Importo (€)").fill("molto");
  await page.getByRole("button", { name: "Salva", exact: true }).click();
  await isRefused(page, addOns.getByLabel("Importo (€)"));
  await addOns.getByLabel("Importo (€)").fill("3,20");
  const plans = page.getByRole("region", { name: "Acconto e rate" });
  await plans.getByRole("button", { name: "Aggiungi un piano" }).click();
  await plans.getByLabel("Nome", { exact: true }).fill("Metà ora");
  await plans.getByLabel("Percentuale (%)").fill("50");
  await isAccessible(page);
  await page.getByRole("button", { name: "Salva", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Modifiche salvate." })).toBeVisible();
  await open(page, "/prodotto/scatola-dolce-pausa/");
  await page.getByRole("checkbox", { name: /Fiocco di seta/ }).check();
  await expect(page.getByText("37,70 €", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: /Metà ora/ }).check();
  await expect(page.getByText("18,85 €", { exact: true }).first()).toBeVisible();
});
