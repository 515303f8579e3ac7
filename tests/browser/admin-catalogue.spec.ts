// The catalogue, pages and files as the merchant works on them in the back office.
import { readFileSync } from "node:fs";
import { isAccessible, looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

const save = (page: Page) => page.getByRole("button", { name: "Salva", exact: true }).click();

test.describe("at 390 px, and all fits 1440 px too", () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test("a category is refused, made, moved by keyboard and deleted", async ({ page, merchant }) => {
    await merchant.open(page, "/catalogo/categorie/nuova");
    await save(page);
    await isRefused(page, page.getByLabel("Nome", { exact: true }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Nome", { exact: true })).toBeFocused();
    await page.getByLabel("Nome", { exact: true }).fill("Novità 390");
    await page.getByLabel("Nome in inglese").fill("News");
    await page.getByLabel("Indirizzo").fill("caviale");
    await save(page);
    await expect(page.getByText("L'indirizzo «caviale» è già usato.").first()).toBeVisible();
    await looksRight(page);
    await page.getByLabel("Indirizzo").fill("");
    await save(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Novità 390");
    await page.getByRole("link", { name: "Tutte le categorie" }).click();
    const up = page.getByRole("button", { name: "Sposta su Novità 390" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(up).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "Novità 390 è ora al posto" })).toBeAttached();
    await looksRight(page);
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("link", { name: "Novità 390" }).click();
    await page.getByRole("button", { name: "Elimina" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catalogo");
    await expect(page.getByRole("link", { name: "Novità 390" })).toHaveCount(0);
  });

  test("a page is written with the toolbar, previewed and published", { tag: "@core" }, async ({ page, merchant }) => {
    await merchant.open(page, "/pagine/nuova");
    await page.getByLabel("Titolo", { exact: true }).fill("Frantoio 390");
    const text = page.getByRole("textbox", { name: "Testo", exact: true });
    await text.fill("buono");
    await text.selectText();
    await page.getByRole("toolbar", { name: "Formattazione di «Testo»" }).getByRole("button", { name: "Grassetto" }).click();
    await expect(text.locator("strong")).toHaveText("buono");
    await expect(text).toBeFocused();
    await page.getByRole("button", { name: "Scrivi in HTML" }).first().click();
    await expect(text).toHaveValue("<p><strong>buono</strong></p>");
    await page.getByRole("button", { name: "Anteprima" }).click();
    await expect(page.getByRole("region", { name: "Anteprima" }).locator("strong")).toHaveText("buono");
    await text.fill("<p><strong>buono</strong></p><dl><dt>Olio</dt><dd>d'oliva</dd></dl>");
    await page.getByRole("button", { name: "Scrivi come si legge" }).click();
    await expect(page.getByText("ha parti che l’editor non conosce")).toBeVisible();
    await expect(text).toHaveValue(/<dl>/);
    await text.fill("<p><strong>buono</strong></p>");
    await page.getByRole("button", { name: "Scrivi come si legge" }).click();
    await expect(text.locator("strong")).toHaveText("buono");
    await page.getByRole("button", { name: "Aggiungi una riga di prodotti" }).click();
    await page.getByText("Ultimi arrivi").first().click();
    await page.getByLabel("Quanti prodotti").fill("99");
    await page.getByLabel("Stato").selectOption({ label: "Pubblicata" });
    await save(page);
    await isRefused(page, page.getByLabel("Quanti prodotti"));
    await looksRight(page);
    await page.getByLabel("Quanti prodotti").fill("4");
    await save(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frantoio 390");
    await page.getByRole("link", { name: "Vedi nel negozio" }).click();
    await expect(page.getByRole("main").locator("strong", { hasText: "buono" })).toBeVisible();
  });

  test("a product gets a described picture, attributes and all its variations", { tag: "@core" }, async ({ page, merchant }) => {
    await merchant.open(page, "/prodotti");
    await page.getByText("Nuovo prodotto").click();
    await page.getByLabel("Nome", { exact: true }).fill("Pasta di prova 390");
    const made = page.getByRole("group").filter({ hasText: "Nuovo prodotto" });
    await made.getByLabel("Tipo").selectOption({ label: "Prodotto con varianti" });
    await page.getByRole("button", { name: "Crea", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pasta di prova 390");
    const pictures = page.getByRole("region", { name: "Immagini" });
    const picture = { name: "foto.webp", mimeType: "image/webp", buffer: readFileSync(PICTURE) };
    const text = { name: "testo.png", mimeType: "image/png", buffer: Buffer.from("niente") };
    await pictures.getByLabel("Nuove immagini").setInputFiles([picture, text, { ...picture, name: "altra.webp" }]);
    const rows = pictures.getByRole("list", { name: "Immagini da caricare" }).getByRole("listitem");
    await expect(rows.first().getByLabel("Che cosa si vede")).toBeFocused();
    await rows.nth(1).getByLabel("Che cosa si vede").fill("Niente");
    await rows.nth(2).getByLabel("Che cosa si vede").fill("Penne al bronzo");
    await pictures.getByRole("button", { name: "Carica le 3 immagini" }).click();
    await expect(pictures.getByText("Immagine aggiunta. Rifiutate: 2, con il motivo accanto.")).toBeVisible();
    await expect(rows.first().getByText("Descrivi l'immagine per chi non la vede.")).toBeVisible();
    await expect(rows.nth(1).getByText("Il file non è un'immagine PNG, JPEG o WebP leggibile.")).toBeVisible();
    await expect(pictures.getByRole("img", { name: "Penne al bronzo" })).toBeVisible();
    await looksRight(page);
    await pictures.getByRole("button", { name: "Togli testo.png" }).click();
    await rows.first().getByLabel("Che cosa si vede").fill("Penne da vicino");
    await pictures.getByRole("button", { name: "Carica l’immagine" }).press("Enter");
    await expect(pictures.getByRole("img", { name: "Penne da vicino" })).toBeVisible();
    await page.getByRole("button", { name: "Aggiungi un attributo solo suo" }).click();
    const attributes = page.getByRole("region", { name: "Attributi" });
    await attributes.getByLabel("Nome", { exact: true }).fill("Peso");
    await attributes.getByLabel("Valori, uno per riga").fill("500 g\n1 kg");
    await save(page);
    await expect(page.getByText("Modifiche salvate.")).toBeVisible();
    const variations = page.getByRole("region", { name: "Varianti" });
    await variations.getByLabel("Prezzo di ognuna (€)").fill("2,50");
    await variations.getByRole("button", { name: "Genera le varianti mancanti" }).click();
    await expect(variations.getByText("Varianti create: 2.")).toBeVisible();
    await expect(variations.getByLabel("Prezzo pieno (€)")).toHaveCount(2);
    await variations.getByLabel("Prezzo per tutte (€)").fill("3");
    await variations.getByRole("button", { name: "Scrivi in tutte" }).click();
    await expect(variations.getByLabel("Prezzo pieno (€)").last()).toHaveValue("3");
    await save(page);
    await expect(page.getByText("Modifiche salvate.")).toBeVisible();
    await variations.getByText("Immagine della variante").first().click();
    const own = variations.getByRole("radio", { name: "Penne al bronzo" });
    await own.focus();
    await page.keyboard.press("Space");
    await expect(variations.getByRole("img", { name: /^Immagine di Peso: 500 g/ })).toBeVisible();
    await looksRight(page);
    await save(page);
    await expect(page.getByText("Modifiche salvate.")).toBeVisible();
    await page.getByText("Etichetta alimentare").click();
    await page.getByLabel("Grassi (g)").fill("2");
    await save(page);
    await isRefused(page, page.getByLabel("Energia (kJ)"));
    await looksRight(page);
  });

  test("a file is tried, its refused rows are told, and then it is imported", async ({ page, merchant }) => {
    await merchant.open(page, "/prodotti/scambio");
    await page.getByRole("button", { name: "Prova l’importazione" }).click();
    await expect(page.getByText("Scegli un file.")).toBeVisible();
    const rows = "Type,SKU,Name,Published,Regular price\nsimple,imp-390,Importato 390,1,4.50\nsimple,x-390,Rotto,1,abc\n";
    await page.getByLabel("File CSV").setInputFiles({ name: "due.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
    await page.getByRole("button", { name: "Prova l’importazione" }).click();
    await expect(page.getByText("Prova: nulla è stato scritto")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 nuovi" })).toContainText("1 rifiutati");
    const refused = page.getByRole("region", { name: "Righe rifiutate" });
    await expect(refused.getByRole("row").filter({ hasText: "abc" })).toContainText("Regular price");
    await looksRight(page);
    await page.getByRole("button", { name: "Importa davvero" }).click();
    await expect(page.getByText(/due\.csv · Importazione ·/)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 nuovi" })).toBeVisible();
    await merchant.open(page, "/prodotti?search=imp-390");
    await expect(page.getByRole("link", { name: "Importato 390" })).toBeVisible();
  });
});

/** A picture of the seed. */
const PICTURE = new URL("../../crates/shop-server/seed/images/hero.webp", import.meta.url).pathname;

test("an attribute's value is added, renamed and moved", async ({ page, merchant }) => {
  await merchant.open(page, "/catalogo/attributi");
  const form = page.getByRole("form", { name: "Nuovo attributo" });
  await form.getByLabel("Nome", { exact: true }).fill("Vitigno");
  await form.getByRole("button", { name: "Aggiungi" }).click();
  const section = page.getByRole("region", { name: "Vitigno" });
  await section.getByText("Valori: 0").click();
  for (const value of ["Nebbiolo", "Barbera"]) {
    const added = section.getByRole("form", { name: "Nuovo valore di «Vitigno»" });
    await added.getByLabel("Nome", { exact: true }).fill(value);
    await added.getByRole("button", { name: "Aggiungi" }).click();
    await expect(section.getByText(value, { exact: false }).first()).toBeVisible();
  }
  await section.getByRole("button", { name: "Modifica Barbera" }).click();
  const change = section.getByRole("form", { name: "Modifica Barbera" });
  await expect(change.getByLabel("Nome", { exact: true })).toBeFocused();
  await change.getByLabel("Nome", { exact: true }).fill("Nebbiolo");
  await change.getByRole("button", { name: "Salva" }).click();
  await expect(change.getByText("C'è già una voce con il nome «Nebbiolo».")).toBeVisible();
  await isAccessible(page);
  await change.getByLabel("Nome", { exact: true }).fill("Barbera d'Asti");
  await change.getByLabel("Nome in inglese").fill("Barbera of Asti");
  await change.getByRole("button", { name: "Salva" }).click();
  await expect(section.getByRole("button", { name: "Modifica Barbera d'Asti" })).toBeFocused();
  await expect(section.getByText("Barbera of Asti")).toBeVisible();
});

test("all products come as a file", async ({ page, merchant }) => {
  await merchant.open(page, "/prodotti/scambio");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Scarica il file CSV" }).click();
  const text = readFileSync(await (await waiting).path(), "utf8");
  expect(text.split("\n")[0]).toContain("SKU");
  expect(text).toContain("CAV-CUCC");
});

test("at 390 px products are marked, hidden, binned, restored and deleted for good, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/prodotti");
  const name = "Prova cestino 390";
  await page.getByText("Nuovo prodotto").click();
  await page.getByLabel("Nome", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Crea" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("button", { name: "Sposta nel cestino" }).click();
  await expect(page.getByRole("button", { name: "Ripristina" })).toBeFocused();
  await looksRight(page);
  await page.getByRole("link", { name: "Tutti i prodotti" }).click();
  const tabs = page.getByRole("navigation", { name: "Prodotti per stato" });
  await tabs.getByRole("link", { name: "Nel cestino" }).click();
  await page.getByRole("checkbox", { name: `Seleziona ${name}` }).check();
  const acts = page.getByRole("region", { name: "Con i prodotti selezionati" });
  await acts.getByRole("button", { name: "Ripristina" }).click();
  await expect(page.getByText("Ripristinati come bozze: 1.")).toBeVisible();
  const mark = page.getByRole("checkbox", { name: `Seleziona ${name}` });
  await expect(mark).toHaveCount(0);
  await tabs.getByRole("link", { name: "Bozza" }).click();
  await mark.focus();
  await page.keyboard.press("Space");
  await expect(mark).toBeChecked();
  await acts.getByRole("button", { name: "Sposta nel cestino" }).press("Enter");
  await expect(page.getByText("Spostati nel cestino: 1.")).toBeVisible();
  await looksRight(page);
  await tabs.getByRole("link", { name: "Nel cestino" }).click();
  await page.getByRole("checkbox", { name: `Seleziona ${name}` }).check();
  page.on("dialog", (dialog) => dialog.accept());
  await acts.getByRole("button", { name: "Elimina per sempre" }).click();
  await expect(page.getByText("Eliminati: 1.")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("the list of products is narrowed by stock, kind and category, and the address keeps that", async ({ page, merchant }) => {
  await merchant.open(page, "/prodotti");
  const filters = page.getByRole("form", { name: "Filtri" });
  await filters.getByLabel("Tipo").selectOption({ label: "Prodotto con varianti" });
  await page.getByLabel("Ordina per").selectOption({ label: "Prezzo più alto" });
  await page.getByRole("button", { name: "Filtra" }).click();
  await expect(page).toHaveURL(/kind=variable/);
  await expect(page).toHaveURL(/sort=dearest/);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.reload();
  await expect(filters.getByLabel("Tipo")).toHaveValue("variable");
  await page.getByRole("button", { name: "Togli i filtri" }).click();
  await expect(page).not.toHaveURL(/kind=/);
});

test.describe("with movements", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("another page begins at its top at once, and does not glide there", async ({ page, merchant }) => {
    await merchant.open(page, "/prodotti");
    const last = page.getByRole("row").last().getByRole("link");
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    const at = await last.evaluate((link: HTMLElement) => {
      link.click();
      return window.scrollY;
    });
    expect(at).toBe(0);
  });
});

test("a category's picture is refused, uploaded and taken away", async ({ page, merchant }) => {
  await merchant.open(page, "/catalogo/categorie");
  await page.getByRole("link", { name: "Tartufo", exact: true }).click();
  const part = page.getByRole("region", { name: "Immagine" });
  await part.getByRole("button", { name: "Carica l’immagine" }).click();
  await expect(page.getByText("Scegli un file.")).toBeVisible();
  await part.getByLabel("Nuova immagine").setInputFiles(PICTURE);
  await part.getByRole("button", { name: "Carica l’immagine" }).click();
  await expect(page.getByText("Immagine salvata: si vede da subito.")).toBeVisible();
  await expect(part.getByRole("img", { name: "Immagine di Tartufo" })).toBeVisible();
  await isAccessible(page);
  await part.getByRole("button", { name: "Togli l’immagine" }).click();
  await expect(page.getByText("Immagine tolta.")).toBeVisible();
  await expect(part.getByRole("img")).toHaveCount(0);
});
