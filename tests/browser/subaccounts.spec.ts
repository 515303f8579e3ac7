// Sub-accounts and approvals, as a main account and its people use them.
import { newEmail, register } from "./support/account.ts";
import { waitForScripts } from "./support/answers.ts";
import { looksRight } from "./support/axe.ts";
import { makeCompany } from "./support/server.ts";
import { expect, type Page, test } from "./support/test.ts";

const PATH = "/my-account/subaccounts/";
let counter = 0;

/** A main account, logged in, at 390 px. */
async function company(page: Page, merchant: Parameters<typeof register>[1], folder: string) {
  const email = newEmail("azienda");
  await page.setViewportSize({ width: 390, height: 900 });
  await register(page, merchant, email);
  makeCompany(folder, email);
  await page.goto(PATH);
  return email;
}

async function fill(page: Page, username: string, email: string, password: string) {
  await page.getByLabel("Nome utente").fill(username);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

test("a sub-account is made, changed and deleted; wrong values are told together and nothing is sent", async ({
  page,
  merchant,
  shop,
}) => {
  await company(page, merchant, shop.folder);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.getByText("Non hai ancora sotto-account.")).toBeVisible();
  const opener = page.getByText("Nuovo account", { exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "Crea l’account" });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("admin-ajax.php")) sent.push(request.postData() ?? "");
  });
  await fill(page, "corto", "no", "abc");
  await button.click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Il nome utente deve contenere da 8 a 30 caratteri.");
  await expect(alert).toContainText("L'indirizzo e-mail non è valido.");
  await expect(alert).toContainText("almeno otto caratteri");
  await expect(alert).toBeFocused();
  expect(sent).toEqual([]);
  await looksRight(page);

  const name = `cucina.rossi${++counter}`;
  await fill(page, name, `${name}@example.com`, "basilico7");
  await page.getByLabel("Acquistare").check();
  await button.click();
  await expect(page.getByRole("link", { name: `Modifica ${name}` })).toBeVisible();
  await expect(page.getByText("Può: acquistare")).toBeVisible();
  await looksRight(page);

  await page.getByText("Nuovo account", { exact: true }).click();
  await fill(page, name, `altro${counter}@example.com`, "basilico7");
  await page.getByRole("button", { name: "Crea l’account" }).click();
  await expect(page.getByRole("alert")).toContainText("nome utente o e-mail già in uso.:error: existing_user_login");
  await expect(page.getByRole("button", { name: "Crea l’account" })).not.toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Nome utente")).toHaveValue(name);

  await page.getByRole("link", { name: `Modifica ${name}` }).click();
  await page.getByLabel("Mansione").fill("Cuoco");
  await page.getByLabel("Vedere gli ordini").check();
  await looksRight(page);
  await page.getByRole("button", { name: "Salva le modifiche" }).click();
  await expect(page.getByText("Può: acquistare, vedere gli ordini")).toBeVisible();

  await page.goto("/my-account/privacy/");
  await expect(page.getByText("Va eliminato anche 1 sotto-account")).toBeVisible();
  await looksRight(page);
  await page.goto(PATH);
  await page.getByRole("link", { name: `Modifica ${name}` }).click();
  await page.getByText("Elimina l’account", { exact: true }).click();
  await expect(page.getByText("Vuoi davvero eliminare questo sotto-account?")).toBeVisible();
  await page.getByRole("button", { name: "Sì, elimina l’account" }).click();
  await expect(page.getByText("Non hai ancora sotto-account.")).toBeVisible();
});

test("a sub-account sees only what it may, and asks for a cart above its limit, which the main account answers", async ({
  page,
  browser,
  merchant,
  shop,
}) => {
  await company(page, merchant, shop.folder);
  const name = `sala.bianchi${++counter}`;
  await page.getByText("Nuovo account", { exact: true }).click();
  await fill(page, name, `${name}@example.com`, "basilico7");
  await page.getByLabel("Acquistare").check();
  await page.getByLabel("Approvazione oltre (€)").fill("1");
  await page.getByRole("button", { name: "Crea l’account" }).click();
  await expect(page.getByRole("link", { name: `Modifica ${name}` })).toBeVisible();

  const own = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 900 } });
  const sub = await own.newPage();
  await waitForScripts(sub);
  await sub.goto("/my-account/");
  await sub.getByLabel("E-mail o nome utente").fill(name);
  await sub.getByLabel("Password", { exact: true }).first().fill("basilico7");
  await sub.getByRole("button", { name: "Accedi", exact: true }).click();
  const menu = sub.getByRole("navigation", { name: "Menu dell’account" });
  await expect(menu.getByRole("link", { name: "Approvazioni" })).toBeVisible();
  for (const hidden of ["Ordini", "Download", "Sotto-account"]) {
    await expect(menu.getByRole("link", { name: hidden, exact: true })).toHaveCount(0);
  }
  const refused = await sub.goto("/my-account/orders/");
  expect(refused?.status()).toBe(403);
  await expect(sub.getByText("Il tuo account non è abilitato")).toBeVisible();

  await sub.goto("/negozio/");
  await expect(sub.locator("html[data-hydrated]")).toBeAttached();
  await sub.getByRole("link", { name: /^Aggiungi «.+» al carrello/ }).first().click();
  await expect(sub.getByRole("link", { name: "Visualizza carrello" }).first()).toBeVisible();
  await sub.goto("/checkout/");
  await expect(sub).toHaveURL(/\/my-account\/approvals\/$/);
  await expect(sub.getByRole("heading", { name: "Il tuo carrello aspetta l’approvazione" })).toBeVisible();
  await sub.getByLabel("Nota per l’account principale").fill("Per sabato");
  await looksRight(sub);
  await sub.getByRole("button", { name: "Chiedi l’approvazione" }).click();
  await expect(sub.getByText("In attesa di risposta")).toBeVisible();

  await page.goto("/my-account/approvals/");
  await expect(page.getByText("Nota: Per sabato")).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: "Approva", exact: true }).click();
  await expect(page.getByText("Approvata: si può ordinare")).toBeVisible();

  await sub.goto("/my-account/approvals/");
  await looksRight(sub);
  await sub.getByRole("link", { name: "Vai alla cassa" }).click();
  await expect(sub).toHaveURL(/\/checkout\/$/);
  await own.close();
});
