// Each page of the trade layer as it opens: nothing sticks out, axe finds nothing, and an empty one says what to do.
import { newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/server.ts";
import { openPage } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

const EMPTY: [path: string, says: string][] = [
  ["subaccounts/", "Non hai ancora sotto-account."],
  ["approvals/", "Non ci sono richieste."],
  ["conversation/", "Non hai ancora conversazioni."],
  ["offers/", "Non ci sono offerte per la tua azienda."],
  ["standing-orders/", "Non ci sono ancora ordini ricorrenti."],
  ["invoices/", "Non ci sono fatture da pagare."],
  ["purchase-lists/", "Non ci sono ancora liste d’acquisto."],
  ["bulkorder/", "Scrivi il codice o il nome di un prodotto"],
  ["company/", "Account professionale attivo"],
  ["company/address/", "Indirizzo"],
];

test("the pages of a new company's account", async ({
  page,
  merchant,
  shop,
}) => {
  const email = newEmail("nuova.azienda");
  await page.setViewportSize({ width: 390, height: 900 });
  await register(page, merchant, email);
  makeCompany(
    shop.folder,
    email,
    "Osteria dell'Orso e della Luna Piena S.r.l.",
  );
  await openPage(page, "/my-account/");
  await looksRight(page);
  for (const [path, says] of EMPTY) {
    await openPage(page, `/my-account/${path}`);
    await expect(page.getByRole("main").getByText(says).first()).toBeVisible();
    const current = page
      .getByRole("navigation", { name: "Menu dell’account" })
      .locator("[aria-current]");
    await expect(current, path).toBeInViewport({ ratio: 1 });
    await looksRight(page);
  }
});

test("the pages of a buyer who sees net prices say so, with the same sums everywhere", async ({
  page,
  merchant,
  shop,
  browser,
}) => {
  const email = newEmail("netta");
  await register(page, merchant, email);
  makeCompany(shop.folder, email, "Trattoria al Netto S.a.s.");
  const office = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await merchant.open(office, "/aziende");
  await office.getByRole("link", { name: "Trattoria al Netto S.a.s." }).click();
  const terms = office.getByRole("form", { name: "Ruolo e fido" });
  await terms.getByLabel("Ruolo").selectOption("Ristorazione");
  await terms.getByRole("button", { name: "Salva" }).click();
  await expect(terms.getByText("Modifiche salvate.")).toBeVisible();
  await office.context().close();

  const main = page.getByRole("main");
  await openPage(page, "/prodotto/cucchiaino-di-madreperla/");
  await expect(main.getByText("IVA esclusa").first()).toBeVisible();
  await looksRight(page);
  await openPage(page, "/my-account/bulkorder/");
  await page.getByText("Incolla da un foglio di calcolo").click();
  await page.getByLabel("Righe", { exact: true }).fill("CAV-CUCC\t7");
  await page.getByRole("button", { name: "Leggi le righe" }).click();
  // A piece is 13,1147… €: the sum is that of the cart, which rounds whole lines.
  await expect(main.getByRole("status").filter({ hasText: /Totale 91,80\s€ IVA esclusa/ })).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: "Aggiungi al carrello" }).click();
  await expect(page).toHaveURL(/\/cart\/$/);
  const goods = main.locator("dl > div").filter({ hasText: "Subtotale" }).first();
  await expect(goods).toContainText(/91,80\s€/);
  for (const path of ["/cart/", "/checkout/"]) {
    await openPage(page, path);
    await expect(main.getByRole("term").filter({ hasText: /^IVA$/ })).toBeVisible();
    await expect(main.getByText(/di cui IVA/)).toHaveCount(0);
    await looksRight(page);
  }
});

test("the pages of the back office about trade buyers", async ({
  page,
  merchant,
  shop,
}) => {
  const email = newEmail("azienda.in.ufficio");
  await register(page, merchant, email);
  makeCompany(shop.folder, email, "Gastronomia Sant'Ambrogio e Figli S.n.c.");
  const list = (await merchant.get(`/companies?search=${email}`)) as {
    companies: { id: number }[];
  };
  const { roles } = (await merchant.get("/roles")) as {
    roles: { id: number; slug: string }[];
  };
  const role = roles.find(({ slug }) => slug === "ristorazione")?.id;
  const pages: [path: string, heading: string | RegExp][] = [
    ["/aziende", "Aziende"],
    [`/aziende/${list.companies[0]?.id}`, /^Gastronomia Sant'Ambrogio/],
    ["/aziende/ruoli", "Ruoli e registrazione"],
    ["/aziende/ruoli/nuovo", "Nuovo ruolo"],
    [`/aziende/ruoli/${role}`, "Ristorazione"],
    [`/listini?owner=role-${role}`, "Listini"],
    ["/iva/verifiche", "Verifiche delle partite IVA"],
    ["/conversazioni", "Conversazioni"],
    ["/conversazioni/modelli", "Modelli di risposta"],
    ["/offerte", "Offerte"],
    ["/offerte/nuova", "Nuova offerta"],
    ["/fatture", "Fatture elettroniche"],
    ["/impostazioni/clienti-professionali", "Impostazioni"],
    ["/impostazioni/cassa", "Impostazioni"],
  ];
  await page.setViewportSize({ width: 390, height: 900 });
  for (const [path, heading] of pages) {
    await merchant.open(page, path);
    await expect(
      page.getByRole("heading", { level: 1, name: heading, exact: true }),
    ).toBeVisible();
    await expect(page.getByText("Caricamento", { exact: false })).toHaveCount(
      0,
    );
    await looksRight(page);
  }
});
