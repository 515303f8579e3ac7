// A trade customer's month: from the registration of a restaurant to an order of its kitchen's own account, and the merchant who
// serves it, each in a browser of his own.
import { fillRestaurant, linkFor, newEmail, registrationForm, STRONG } from "./support/account.ts";
import { addButton, choose, fillCheckout, openPage, pasteInto, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { anotherBrowser, beside, menu, openCompany, openEntry, section } from "./support/trade.ts";

const OIL = "Olio extravergine Taggiasca";
const OIL_PAGE = "/prodotto/olio-extravergine-taggiasca/";
const PASTA = "Spaghettoni di Gragnano";
const KITCHEN_PASSWORD = "basilico7";

const nameOf = (email: string) => email.slice(0, email.indexOf("@"));

async function registerRestaurant(page: Page, company: string, email: string): Promise<void> {
  await openPage(page, "/my-account/");
  const form = registrationForm(page);
  await form.getByLabel("Tipo di cliente").selectOption("Ristorazione");
  await choose(form.getByLabel("Paese/Regione", { exact: true }), "Italia");
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  await form.getByLabel("Password", { exact: true }).fill(STRONG);
  await fillRestaurant(page, company);
  await choose(form.getByLabel("Provincia", { exact: true }), "Genova");
  await form.getByRole("button", { name: "Crea un account" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
}

/** Orders what the cart holds for the first day that can be wished; gives the number of the order. */
async function orderByInvoice(page: Page, email: string, reference: string): Promise<string> {
  await toCheckout(page);
  await fillCheckout(page, email);
  await page.getByRole("radio", { name: "Fattura, pagamento a 30 giorni" }).check();
  await page.getByLabel("Il tuo riferimento d’ordine").fill(reference);
  await page.getByLabel("Giorno di consegna desiderato").selectOption({ index: 1 });
  return placeOrder(page);
}

test("a restaurant's month, from its registration to an order of its kitchen's own account, which sees no orders", { tag: "@core" }, async ({
  page,
  merchant,
  shop,
  browser,
}) => {
  // 22 s where nothing else runs; beside other builds it took 84.
  test.setTimeout(150_000);
  const [email, kitchenEmail] = [newEmail("osteria"), newEmail("cucina")];
  const [company, kitchenName] = [`Osteria ${nameOf(email)}`, nameOf(kitchenEmail)];
  const main = page.getByRole("main");
  const office = await anotherBrowser(browser, shop.url, 1280);

  await test.step("it registers with its VAT number, and waits", async () => {
    await registerRestaurant(page, company, email);
    await page.goto(await linkFor(merchant, email));
    await expect(page.getByText("in attesa di approvazione").first()).toBeVisible();
    await openPage(page, OIL_PAGE);
    await expect(main.getByText("19,50 €").first()).toBeVisible();
    await expect(main.getByText("IVA esclusa")).toHaveCount(0);
  });

  await test.step("the merchant sees that the number is valid, approves it and trusts it with 500 €", async () => {
    await merchant.open(office, "/");
    await openCompany(office, company);
    await expect(office.getByText(/00743110157 · Valida$/)).toBeVisible();
    await office.getByRole("button", { name: "Approva" }).click();
    await expect(office.getByText("Decisione salvata: il cliente riceve un’e-mail.")).toBeVisible();
    expect(merchant.newestText(email)).toContain(`La richiesta per ${company} è stata approvata`);
    const terms = office.getByRole("form", { name: "Ruolo e fido" });
    await terms.getByLabel("Fido (€)").fill("500");
    await terms.getByRole("button", { name: "Salva" }).click();
    await expect(terms.getByText("Modifiche salvate.")).toBeVisible();
  });

  await test.step("the merchant gives it prices of its own, with tiers", async () => {
    await section(office, "Listini").click();
    await office.getByLabel("Cerca azienda").fill(company);
    await office.getByRole("button", { name: "Filtra" }).click();
    await office.getByLabel("Listino di").selectOption(company);
    await office.getByRole("button", { name: "Filtra" }).click();
    await office.getByLabel("Cerca prodotti per nome o SKU").fill("OLI-TAG");
    await office.getByLabel("Cerca prodotti per nome o SKU").press("Enter");
    const prices = office.getByRole("form", { name: "Listini" });
    await expect(prices.getByRole("row")).toHaveCount(2);
    await prices.getByLabel(`${OIL}: Prezzo del listino`).fill("15,60");
    await prices.getByLabel(`${OIL}: Scaglioni`).fill("6=13,00 12=10,40");
    await prices.getByRole("button", { name: "Salva" }).click();
    await expect(office.getByText("Prezzi salvati: 1.")).toBeVisible();
  });

  await test.step("it sees its own prices, net and by quantity", async () => {
    await openPage(page, OIL_PAGE);
    await expect(main.getByText("15,00 €").first()).toBeVisible();
    await expect(main.getByText("IVA esclusa").first()).toBeVisible();
    const tiers = page.getByRole("table", { name: "Prezzi per quantità" });
    await expect(tiers.getByRole("row", { name: "da 6 pezzi 12,50 €" })).toBeVisible();
    await expect(tiers.getByRole("row", { name: "da 12 pezzi 10,00 €" })).toBeVisible();
  });

  await test.step("it pastes rows of a spreadsheet, keeps them as a list and puts them into the cart", async () => {
    await openPage(page, "/my-account/");
    await openEntry(page, "Ordine rapido");
    await pasteInto(page.getByRole("combobox", { name: "Prodotto, riga 1", exact: true }), "OLI-TAG\t6\nPAS-SPA\t4");
    await expect(page.getByRole("status", { name: "Esito della lettura" })).toContainText("2 righe pronte");
    await page.getByRole("button", { name: "Salva come lista" }).click();
    await page.getByRole("dialog").getByLabel("Nome della lista").fill("Settimana");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Settimana" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settimana" })).toBeVisible();
    await page.getByRole("button", { name: "Aggiungi tutto al carrello" }).click();
    await expect(page).toHaveURL(/\/cart\/$/);
    for (const price of ["12,50 €", "75,00 €"]) await expect(main.getByText(price).first()).toBeVisible();
  });

  await test.step("it asks for a quote of the cart", async () => {
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.getByRole("button", { name: "Richiedi un preventivo personalizzato" }).click();
    await page.getByLabel("Messaggio").fill("Ne prendiamo sei al mese: che prezzo ci fate?");
    await page.getByRole("button", { name: "Invia la richiesta di preventivo personalizzato" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Richiesta di preventivo personalizzato" })).toBeVisible();
    await expect(page.getByText("Prezzi del carrello al momento della richiesta, IVA esclusa.")).toBeVisible();
  });

  await test.step("the merchant makes an offer of it", async () => {
    await section(office, "Conversazioni").click();
    await office.getByRole("row").filter({ hasText: company }).getByRole("link").click();
    const quoted = office.getByRole("region", { name: "Prodotti richiesti" });
    await expect(quoted.getByText("12,50 €")).toBeVisible();
    await expect(quoted.getByText("Prezzi IVA esclusa")).toBeVisible();
    await quoted.getByRole("link", { name: "Prepara un’offerta" }).click();
    await expect(office.getByText(company)).toBeVisible();
    await expect(office.getByLabel("Quantità").first()).toHaveValue("6");
    await expect(office.getByLabel("Prezzo al pezzo").first()).toHaveValue("13,00");
    await office.getByLabel("Prezzo al pezzo").first().fill("11,44");
    await office.getByRole("button", { name: "Salva" }).click();
    await expect(office.getByRole("heading", { level: 1, name: /^Offerta n\. \d+/ })).toBeVisible();
    await office.getByRole("button", { name: "Invia al cliente" }).click();
    await expect(office.getByText("Inviata", { exact: true })).toBeVisible();
    expect(merchant.newestText(email)).toContain(OIL);
  });

  const [number, day, owed] = await test.step("it takes the offer, orders it by invoice for a day, and sees what it owes", async () => {
    await openPage(page, "/cart/");
    for (const name of [OIL, PASTA]) {
      const remove = main.getByRole("link", { name: `Rimuovi «${name}» dal carrello` });
      await remove.click();
      await expect(remove).toHaveCount(0);
    }
    await expect(main.getByText("Il tuo carrello è vuoto")).toBeVisible();
    await openPage(page, "/my-account/");
    await page.getByRole("link", { name: "Offerte (1 nuova)" }).click();
    await page.getByRole("button", { name: /Aggiungi l'offerta al carrello/ }).click();
    await page.waitForURL("**/cart/");
    await expect(main.getByText("66,00 €").first()).toBeVisible();
    const number = await orderByInvoice(page, email, "ODA 118");
    const below = (title: string) => main.getByRole("heading", { name: title }).locator("+ p");
    await expect(below("Il tuo riferimento")).toHaveText("ODA 118");
    await expect(main.getByText("Scadenza").first()).toBeVisible();
    const day = await below("Giorno di consegna desiderato").innerText();
    await openPage(page, "/my-account/");
    await openEntry(page, "Fatture da pagare");
    await expect(main.getByText(`Ordine ${number}`, { exact: true })).toBeVisible();
    return [number, day, await beside(page, "Da pagare").innerText()] as const;
  });

  await test.step("the merchant sees reference and day, completes the order and notes the payment", async () => {
    await section(office, "Ordini").click();
    const row = office.getByRole("row").filter({ has: office.getByRole("link", { name: `Ordine ${number}`, exact: true }) });
    await expect(row.getByText("Rif. ODA 118")).toBeVisible();
    await row.getByRole("link", { name: `Ordine ${number}`, exact: true }).click();
    await expect(beside(office, "Riferimento del cliente")).toHaveText("ODA 118");
    await expect(beside(office, "Giorno di consegna desiderato")).toHaveText(day);
    await office.getByRole("button", { name: "Completato" }).click();
    await office.getByRole("button", { name: "Passa a «Completato»" }).click();
    await expect(office.getByText("Ora lo stato è «Completato».")).toBeVisible();
    await openCompany(office, company);
    const account = office.getByRole("region", { name: "Fatture e pagamenti" });
    await expect(beside(office, "Da pagare")).toHaveText(owed);
    const form = account.getByRole("form", { name: "Registra un pagamento" });
    await form.getByLabel("Importo (€)").fill(owed.replace(/\s*€/, ""));
    await form.getByLabel("Riferimento").fill("CRO 118");
    await form.getByRole("button", { name: "Registra un pagamento" }).click();
    await expect(account.getByText(/CRO 118/)).toBeVisible();
    await expect(beside(office, "Da pagare")).toHaveText(/^0,00\s€$/);
  });

  await test.step("it owes nothing any more, and gives its kitchen an account that buys and does not see orders", async () => {
    await page.reload();
    await expect(beside(page, "Da pagare")).toHaveText(/^0,00\s€$/);
    await openEntry(page, "Sotto-account");
    await page.getByText("Nuovo account", { exact: true }).click();
    await page.getByLabel("Nome utente").fill(kitchenName);
    await page.getByLabel("E-mail", { exact: true }).fill(kitchenEmail);
    await page.getByLabel("Password", { exact: true }).fill(KITCHEN_PASSWORD);
    await page.getByLabel("Nome e cognome").fill("Bruno Ferri");
    await page.getByLabel("Mansione").fill("Cuoco");
    await page.getByLabel("Telefono").fill("010 654321");
    await page.getByLabel("Acquistare").check();
    await page.getByLabel("Approvazione oltre (€)").fill("150,00");
    await page.getByRole("button", { name: "Crea l’account" }).click();
    await expect(page.getByText("Può: acquistare")).toBeVisible();
    expect(merchant.newestText(kitchenEmail)).toContain(`Accedi con il nome utente ${kitchenName}`);
  });

  const kitchen = await anotherBrowser(browser, shop.url, 390);
  await test.step("the kitchen, on a phone, has no orders to see, neither its own nor the company's", async () => {
    await openPage(kitchen, "/my-account/");
    await kitchen.getByLabel("E-mail o nome utente").fill(kitchenName);
    await kitchen.getByLabel("Password", { exact: true }).first().fill(KITCHEN_PASSWORD);
    await kitchen.getByRole("button", { name: "Accedi", exact: true }).click();
    await expect(menu(kitchen).getByRole("link", { name: "Ordine rapido" })).toBeVisible();
    for (const hidden of ["Ordini", /^Offerte/, "Fatture da pagare", "Sotto-account"])
      await expect(menu(kitchen).getByRole("link", { name: hidden, exact: true })).toHaveCount(0);
    for (const path of ["orders/", `view-order/${number}/`, "offers/", "invoices/", "subaccounts/"]) {
      const refused = await kitchen.goto(`/my-account/${path}`);
      expect(refused?.status(), path).toBe(403);
      await expect(kitchen.getByText("Il tuo account non è abilitato"), path).toBeVisible();
    }
  });

  await test.step("but it buys at the company's prices, and the main account sees what it ordered", async () => {
    await openPage(kitchen, OIL_PAGE);
    await expect(kitchen.getByRole("main").getByText("15,00 €").first()).toBeVisible();
    await addButton(kitchen).click();
    await kitchen.getByRole("dialog", { name: /Carrello/ }).getByRole("link", { name: "Visualizza carrello" }).click();
    await expect(kitchen.getByRole("heading", { level: 1 })).toHaveText("Carrello");
    const ordered = await orderByInvoice(kitchen, kitchenEmail, "CUCINA 1");
    await openEntry(page, "Ordini");
    const link = page.getByRole("link", { name: `Vedi l’ordine ${ordered}`, exact: true });
    await expect(main.getByRole("listitem").filter({ has: link })).toContainText("Ordinato da Bruno Ferri");
  });

  await test.step("the merchant sees the kitchen among the company's people", async () => {
    await openCompany(office, company);
    const people = office.getByRole("region", { name: "Persone" }).getByRole("listitem");
    await expect(people.filter({ hasText: kitchenEmail })).toHaveText(/Bruno Ferri .* · Cuoco · acquisti$/);
    await expect(people.filter({ hasText: "account principale" })).toContainText(email);
  });

  for (const own of [kitchen, office]) await own.context().close();
});
