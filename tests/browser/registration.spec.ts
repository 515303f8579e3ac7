// Registering as a trade buyer: fields by role and country, approval, and the same without scripts. When a field becomes required is tested
// without a browser (web/src/components/registration/RegistrationFields.test.tsx).
import { fillRestaurant, linkFor, newEmail, registrationForm as form, STRONG } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { choose } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test("the fields follow the role and the country; a registered restaurant waits, is approved and keeps its data", async ({
  page,
  merchant,
}) => {
  const email = newEmail("azienda");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/my-account/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(form(page).getByLabel("Ragione sociale")).toBeHidden();
  await form(page).getByLabel("Tipo di cliente").selectOption("Ristorazione");
  await expect(form(page).getByLabel("Ragione sociale")).toBeVisible();
  await expect(form(page).getByLabel("Partita IVA")).toBeHidden();
  await form(page).getByLabel("E-mail", { exact: true }).fill(email);
  await form(page).getByLabel("Password", { exact: true }).fill(STRONG);
  await expect(form(page).getByText("Forte", { exact: true })).toBeVisible();
  await form(page).getByRole("button", { name: "Crea un account" }).click();
  await expect(page.getByRole("alert")).toContainText("Devi selezionare un Paese");
  await expect(page.getByRole("alert")).toContainText("Ragione sociale è un campo obbligatorio");
  const country = form(page).getByLabel("Paese/Regione", { exact: true });
  await choose(country, "Svizzera");
  await expect(form(page).getByLabel("Partita IVA")).toBeHidden();
  await choose(country, "Italia");
  await expect(form(page).getByLabel("Partita IVA")).toBeVisible();
  await fillRestaurant(page, "Osteria del Porto");
  await choose(form(page).getByLabel("Provincia", { exact: true }), "Genova");
  await form(page)
    .getByLabel("Licenza o SCIA")
    .setInputFiles({ name: "licenza.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 prova") });
  await looksRight(page);
  await form(page).getByRole("button", { name: "Crea un account" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  await page.goto(await linkFor(merchant, email));
  await expect(page.getByText("in attesa di approvazione").first()).toBeVisible();

  const list = (await merchant.get(`/companies?search=${email}`)) as { companies: { id: number }[] };
  const id = list.companies[0]?.id ?? 0;
  await merchant.post(`/companies/${id}/state`, { state: "approved", reason: "" });
  await page.goto("/my-account/company/");
  await expect(page.getByText("Account professionale attivo: Ristorazione")).toBeVisible();
  await expect(page.getByLabel("Ragione sociale")).toHaveValue("Osteria del Porto");
  await expect(page.getByText("Già caricato: licenza.pdf")).toBeVisible();
  await looksRight(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, expectedMessages: [/status of 422/] });

  test("the role is chosen by its link, refusals keep what was typed, and the file too", async ({ page, merchant }) => {
    const email = newEmail("azienda");
    await page.goto("/my-account/");
    await form(page).getByRole("link", { name: "Ristorazione" }).click();
    await form(page).getByLabel("E-mail", { exact: true }).fill(email);
    await form(page).getByLabel("Password", { exact: true }).fill(STRONG);
    await form(page).getByLabel("Paese/Regione").selectOption("IT");
    await form(page).getByLabel("Ragione sociale").fill("Osteria del Porto");
    await form(page)
      .getByLabel("Licenza o SCIA")
      .setInputFiles({ name: "licenza.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 prova") });
    await form(page).getByRole("button", { name: "Crea un account" }).click();
    await expect(page.getByRole("alert")).toContainText("Partita IVA è un campo obbligatorio");
    await expect(form(page).getByLabel("Ragione sociale")).toHaveValue("Osteria del Porto");
    await expect(form(page).getByText("Già caricato: licenza.pdf")).toBeVisible();
    await fillRestaurant(page, "Osteria del Porto");
    await form(page).getByLabel("Provincia").selectOption("GE");
    await form(page).getByLabel("Password", { exact: true }).fill(STRONG);
    await form(page).getByRole("button", { name: "Crea un account" }).click();
    await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
    await page.goto(await linkFor(merchant, email));
    await expect(page.getByText("in attesa di approvazione").first()).toBeVisible();
  });
});
