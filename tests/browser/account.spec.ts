// Accounts: registering, logging in by page and by window, lost passwords, details, addresses, orders, data.
import { isAccessible } from "./support/axe.ts";
import { actEarly } from "./support/answers.ts";
import { linkFor, newEmail, register, STRONG } from "./support/account.ts";
import { choose, fillCart, fillCheckout, placeOrder, toCheckout } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Menu dell’account" });

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel("E-mail o nome utente").fill(email);
  await page.getByLabel("Password", { exact: true }).first().fill(password);
  await page.getByRole("button", { name: "Accedi", exact: true }).click();
}

test("a weak password is told while typing and is not sent; a strong one makes an account once its link is opened", async ({
  page,
  merchant,
}) => {
  const email = newEmail("cliente");
  await page.goto("/my-account/");
  const form = page.getByRole("region", { name: "Non hai ancora un account?" });
  await form.getByLabel("E-mail", { exact: true }).fill(email);
  const password = form.getByLabel("Password", { exact: true });
  await password.fill("gelato");
  await expect(form.getByText("Debole - Inserisci una password più sicura.")).toBeVisible();
  const button = form.getByRole("button", { name: "Crea un account" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await password.press("Enter");
  await expect(page.getByRole("alert")).toContainText("almeno 8 caratteri");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("button", { name: "Mostra password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await form.getByRole("button", { name: "Nascondi password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await register(page, merchant, email);
  await expect(menu(page).getByRole("link", { name: "Panoramica" })).toHaveAttribute("aria-current", "page");
});

test("the login window opens over a page, is left with Escape or a click beside it, and leads back to that page", async ({ page, merchant }) => {
  const email = newEmail("cliente");
  await register(page, merchant, email);
  await menu(page).getByRole("button", { name: "Esci" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Hai chiuso la sessione" })).toBeVisible();

  await page.goto("/negozio/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const opener = page.getByRole("link", { name: "Il mio account" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Accedi" });
  await expect(dialog).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(20, 450);
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press("Enter");
  await dialog.getByRole("button", { name: "Accedi" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Inserisci la password.");
  await dialog.getByLabel("E-mail o nome utente").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(STRONG);
  await dialog.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/negozio\/$/);
  await opener.click();
  await expect(page.getByRole("heading", { level: 1, name: /^Ciao/ })).toBeVisible();
});

test.describe("a refused login", () => {
  test.use({ expectedMessages: [/status of 422/] });
  test("keeps the name, tells the same to everybody, and a lost password is replaced", async ({ page, merchant }) => {
    const email = newEmail("cliente");
    await register(page, merchant, email);
    await menu(page).getByRole("button", { name: "Esci" }).click();
    await logIn(page, email, "sbagliata-davvero");
    await expect(page.getByRole("alert")).toContainText("E-mail o password non corretti");
    await expect(page.getByLabel("E-mail o nome utente")).toHaveValue(email);
    await isAccessible(page);

    await page.getByRole("link", { name: "Password dimenticata?" }).click();
    await page.getByLabel("E-mail o nome utente").fill(email);
    await page.getByRole("button", { name: "Invia il link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Controlla la posta");
    await page.goto(await linkFor(merchant, email));
    await page.getByLabel("Nuova password", { exact: true }).fill("Nuova-chiave-di-5-more");
    await page.getByLabel("Ripeti la nuova password").fill("altro");
    await expect(page.getByText("Mancata corrispondenza", { exact: true })).toBeVisible();
    await page.getByLabel("Ripeti la nuova password").fill("Nuova-chiave-di-5-more");
    await isAccessible(page);
    await page.getByRole("button", { name: "Salva la password" }).click();
    await expect(page.getByRole("status").filter({ hasText: "La nuova password è attiva" })).toBeVisible();
    await logIn(page, email, "Nuova-chiave-di-5-more");
    await expect(page.getByRole("heading", { level: 1, name: /^Ciao/ })).toBeVisible();
  });
});

test("an account keeps addresses, finds its orders, cancels one in time and orders it again", async ({ page, merchant }) => {
  const email = newEmail("cliente");
  await register(page, merchant, email);
  await menu(page).getByRole("link", { name: "Indirizzi" }).click();
  await page.getByRole("link", { name: "Aggiungi: Indirizzo di fatturazione" }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Nome").fill("Livia");
  await field("Cognome").fill("Conti");
  await field("Indirizzo").fill("Via dei Mille 7");
  await field("CAP").fill("2012");
  await field("Città").fill("Milano");
  await choose(field("Provincia"), "Milano");
  await field("Telefono").fill("02 5550 0100");
  await page.getByRole("button", { name: "Salva l’indirizzo" }).click();
  await expect(page.getByRole("alert")).toContainText("non è un CAP valido");
  await field("CAP").fill("20129");
  await page.getByRole("button", { name: "Salva l’indirizzo" }).click();
  await expect(page.getByText("20129 Milano MI")).toBeVisible();
  await isAccessible(page);

  await fillCart(page);
  await page.goto("/cart/");
  await toCheckout(page);
  await expect(field("CAP")).toHaveValue("20129");
  await fillCheckout(page, email);
  const number = await placeOrder(page);

  await page.goto("/my-account/");
  await isAccessible(page);
  await page.getByRole("link", { name: `Vedi l’ordine ${number}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Ordine ${number}`);
  await isAccessible(page);
  await page.getByText("Annulla l’ordine", { exact: true }).click();
  await page.getByRole("button", { name: "Sì, annulla l’ordine" }).click();
  await expect(page.getByRole("status").filter({ hasText: "è stato annullato" })).toBeVisible();
  await page.getByRole("button", { name: "Ordina di nuovo" }).click();
  await expect(page).toHaveURL(/\/cart\/$/);
  await expect(page.getByRole("status").filter({ hasText: "sono nel carrello" })).toBeVisible();
});

test("the form of an address fills in the province of its postcode, and tells scripts of another country", async ({
  page,
  merchant,
}) => {
  await register(page, merchant, newEmail("cliente"));
  await page.goto("/my-account/edit-address/shipping/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.getByLabel("CAP", { exact: true }).fill("20129");
  await expect(page.getByLabel("Provincia", { exact: true }).and(page.locator("input"))).toHaveValue("Milano");
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const name of ["country_to_state_changing", "country_to_state_changed"])
      document.body.addEventListener(name, (event) => heard.push(`${name} ${(event as CustomEvent).detail.country}`));
  });
  await choose(page.getByLabel("Paese/Regione", { exact: true }), "Francia");
  await expect(page.getByLabel("Provincia", { exact: true })).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(["country_to_state_changing FR", "country_to_state_changed FR"]);
});

test("details change, data can be taken away, and an account is deleted with its password", async ({ page, merchant }) => {
  const email = newEmail("cliente");
  await register(page, merchant, email);
  await menu(page).getByRole("link", { name: "Dati e accesso" }).click();
  await page.getByLabel("Nome", { exact: true }).fill("Livia");
  await page.getByLabel("Cognome").fill("Conti");
  await page.getByLabel("Nome visualizzato").fill("Livia C.");
  await page.getByRole("button", { name: "Salva le modifiche" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Dati dell'account salvati" })).toBeVisible();
  await expect(page.getByText("(questo dispositivo)")).toBeVisible();
  await isAccessible(page);
  await menu(page).getByRole("link", { name: "I miei dati" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Scarica il file (JSON)" }).click();
  expect((await download).suggestedFilename()).toBe("bottega-dati.json");
  await isAccessible(page);
  await page.getByRole("button", { name: "Elimina il mio account" }).click();
  await expect(page.getByRole("alert")).toContainText("Inserisci la password attuale");
  await page.getByLabel("Password attuale").fill(STRONG);
  await page.getByRole("button", { name: "Elimina il mio account" }).click();
  await expect(page.getByRole("status").filter({ hasText: "è stato eliminato" })).toBeVisible();
});

test("by keyboard alone, on a phone's width, somebody logs in and finds the orders", async ({ page, merchant }) => {
  const email = newEmail("cliente");
  await register(page, merchant, email);
  await menu(page).getByRole("button", { name: "Esci" }).press("Enter");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/my-account/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.getByLabel("E-mail o nome utente").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(STRONG);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Ciao/ })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "nothing is wider than the phone").toBeLessThanOrEqual(0);
  await menu(page).getByRole("link", { name: "Ordini" }).press("Enter");
  await expect(page.getByText("Non hai ancora fatto ordini.")).toBeVisible();
});

test("what is typed before the page answers is judged once it does", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await actEarly(page);
  await page.goto("/my-account/", { waitUntil: "domcontentloaded" });
  const form = page.getByRole("region", { name: "Non hai ancora un account?" });
  await form.getByLabel("Password", { exact: true }).fill("caviale");
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  release();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("caviale");
  await expect(form.getByText("Debole - Inserisci una password più sicura.")).toBeVisible();
});
