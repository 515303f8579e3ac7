// The shop's settings as the merchant changes them: each holds at once.
import { isAccessible, looksRight } from "./support/axe.ts";
import { isRefused } from "./support/office.ts";
import { expect, type Page, test } from "./support/test.ts";

// Refused fields are a 422, which the browser mentions.
test.use({ expectedMessages: [/status of 422/] });

test("at 390 px a setting is refused by its field, then saved, and shoppers see it, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/impostazioni");
  const name = page.getByLabel("Nome del negozio");
  await name.fill("");
  await page.getByLabel("CAP", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Salva" }).click();
  await isRefused(page, name);
  await expect(page.getByText("«12» non è un CAP del Paese scelto.").first()).toBeVisible();
  await looksRight(page);
  await name.fill("Bottega 390");
  await page.getByLabel("CAP", { exact: true }).fill("43 121");
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await expect(page.getByLabel("CAP", { exact: true })).toHaveValue("43121");
  await page.getByRole("link", { name: "Modifiche" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Bottega 390" }).first()).toContainText("Negozio › Nome del negozio");
  await looksRight(page);
  await page.goto("/");
  await expect(page).toHaveTitle(new RegExp("Bottega 390"));
  // In one line: jumps and notices reckon with the height of the header.
  const shown = await page.getByRole("banner").getByRole("link", { name: "Bottega 390" }).boundingBox();
  expect(shown?.height).toBeLessThan(50);
});

test("at 390 px a zone is made, put first by keyboard, tried before it is saved, and taken away, and all fits 1440 px too", async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/impostazioni/spedizioni");
  await page.getByRole("button", { name: "Aggiungi una zona" }).click();
  const zone = page.getByRole("region", { name: "Nuova zona" });
  await zone.getByRole("button", { name: "Aggiungi un metodo di spedizione" }).click();
  await zone.getByLabel("Costo IVA inclusa (€)").fill("sette");
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Scrivi un importo come 12,50.").first()).toBeVisible();
  await isRefused(page, zone.getByLabel("Nome della zona"));
  await looksRight(page);
  await zone.getByLabel("Nome della zona").fill("Milano città");
  const milan = page.getByRole("region", { name: "Milano città" });
  await milan.getByLabel("Paesi interi").selectOption({ label: "Italia" });
  await milan.getByLabel("Solo questi CAP").fill("20121...20162");
  await milan.getByLabel("Nome per chi acquista").fill("In bicicletta");
  await milan.getByLabel("Costo IVA inclusa (€)").fill("3,50");
  const up = page.getByRole("button", { name: "Sposta su Milano città" });
  await up.focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute("aria-disabled", "true");
  const trial = page.getByRole("region", { name: "Prova un indirizzo" });
  await trial.getByLabel("CAP").fill("20129");
  await trial.getByRole("button", { name: "Prova" }).click();
  await expect(trial.getByRole("status")).toContainText("Zona: Milano città");
  await expect(trial.getByRole("status")).toContainText("In bicicletta: 3,50");
  await trial.getByLabel("CAP").fill("00184");
  await trial.getByRole("button", { name: "Prova" }).click();
  await expect(trial.getByRole("status")).toContainText("Zona: Italia");
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: "Togli Milano città" }).click();
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Milano città" })).toHaveCount(0);
});

test("a tax class that products have cannot be taken away, and a rate can be added", async ({ page, merchant }) => {
  await merchant.open(page, "/impostazioni/imposte");
  const classes = page.getByRole("region", { name: "Classi d’imposta" });
  await classes.getByRole("button", { name: /^Togli / }).first().click();
  const save = page.getByRole("button", { name: "Salva" }).last();
  await save.click();
  await expect(page.getByText(/non esiste\.|è usata da/).first()).toBeVisible();
  await isAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: "Aggiungi un’aliquota" }).click();
  await page.getByLabel("Aliquota (%)").last().fill("8,1");
  await page.getByLabel("Nome sui documenti").last().fill("MwSt. 8.1");
  await save.click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
});

test("the checkout's form and a further field are the merchant's choice", async ({ page, merchant }) => {
  await merchant.open(page, "/impostazioni/cassa");
  const labels = page.getByLabel("Etichetta", { exact: true });
  const add = page.getByRole("button", { name: "Aggiungi un campo" });
  await expect(add).toBeVisible();
  const before = await labels.count();
  await add.click();
  await labels.nth(before).fill("Nome sul citofono");
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await isAccessible(page);
  await page.getByRole("button", { name: "Togli Nome sul citofono" }).click();
  await page.getByRole("button", { name: "Salva" }).click();
  await expect(labels).toHaveCount(before);
});

test("at 390 px ways of payment are refused by field, put in order by keyboard, and hold at the checkout, and all fits 1440 px too", { tag: "@core" }, async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await merchant.open(page, "/impostazioni/pagamenti");
  const group = page.getByRole("region", { name: "Pagamenti" });
  // Further settings of the page have a form of their own below.
  const save = page.getByRole("button", { name: "Salva" }).first();
  await group.getByText("Bonifico bancario").first().click();
  const iban = page.getByLabel("IBAN");
  const before = await iban.inputValue();
  await iban.fill("IT60 X054 2811 1010 0000 0123 457");
  await save.click();
  await isRefused(page, iban);
  await expect(page.getByText("non è un IBAN: controlla che ci siano tutti i caratteri.").first()).toBeVisible();
  await looksRight(page);
  await iban.fill(before);
  const words = "Bonifico 390";
  const name = page.getByLabel("Nome", { exact: true }).first();
  const title = await name.inputValue();
  await name.fill(words);
  const down = page.getByRole("button", { name: "Sposta giù Bonifico bancario" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(down).toBeFocused();
  await save.click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
  await page.getByRole("link", { name: "Modifiche" }).click();
  await expect(page.getByRole("row").filter({ hasText: words }).first()).toContainText("Pagamenti › Bonifico bancario › Nome");
  await looksRight(page);
  await page.goBack();
  await group.getByText("Bonifico bancario").first().click();
  await page.getByLabel("Nome", { exact: true }).first().fill(title);
  await page.getByRole("button", { name: "Sposta su Bonifico bancario" }).click();
  await save.click();
  await expect(page.getByText("Salvato: vale da subito.")).toBeVisible();
});
