import { admin } from "./support/server.ts";
import { addButton, choose, fillCheckout, findCaviar, placeOrder, stockOf, toCheckout } from "./support/shopper.ts";
import { expect, test } from "./support/test.ts";

test("a guest buys two packs of caviar, and the merchant finds the order", { tag: "@core" }, async ({ page, browser, baseURL }) => {
  const before = await stockOf(page, "CAV-CROC-35");

  await findCaviar(page);
  await page.getByLabel("Formato").selectOption({ label: "35 g" });
  await expect(page.getByRole("main")).toContainText("72,00");
  await addButton(page).click();

  const drawer = page.getByRole("dialog", { name: /Carrello/ });
  await expect(drawer).toContainText("Caviale croccante");
  await expect(drawer).toContainText("35 g");
  await drawer.getByRole("link", { name: "Visualizza carrello" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Carrello");
  await page.getByRole("button", { name: "Aumenta la quantità di «Caviale croccante»" }).click();
  await expect(page.getByRole("textbox", { name: "Quantità di «Caviale croccante»" })).toHaveValue("2");
  await expect(page.getByRole("region", { name: "Riepilogo" })).toContainText("144,00");
  await toCheckout(page);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cassa");
  await fillCheckout(page, "livia@example.com");
  const number = await placeOrder(page);
  await expect(page.getByRole("main")).toContainText("livia@example.com");
  await expect(page.getByRole("main")).toContainText("IBAN");
  expect(await stockOf(page, "CAV-CROC-35")).toBe(before - 2);

  const merchant = await (await browser.newContext({ baseURL })).newPage();
  await merchant.goto("/admin/");
  await merchant.getByLabel("E-mail").fill(admin.email);
  await merchant.getByLabel("Password").fill(admin.password);
  await merchant.getByRole("button", { name: "Accedi" }).click();
  await merchant.getByRole("link", { name: "Ordini", exact: true }).click();
  await merchant.getByRole("row").filter({ hasText: number }).getByRole("link").first().click();
  await expect(merchant.getByRole("main")).toContainText("Livia Conti");
  await expect(merchant.getByRole("main")).toContainText("35 g");
  await merchant.goto("/admin/mailbox");
  await expect(merchant.getByRole("main")).toContainText(number);
  await expect(merchant.getByRole("main")).toContainText("livia@example.com");
  await merchant.context().close();
});

test("a form with mistakes names them, keeps what was typed, and is sent once they are mended", { tag: "@core" }, async ({ page }) => {
  await findCaviar(page);
  await page.getByLabel("Formato").selectOption({ label: "15 g" });
  await addButton(page).click();
  await toCheckout(page);
  await fillCheckout(page, "livia@example.com");
  await page.getByLabel("CAP", { exact: true }).fill("2012");
  await page.getByLabel("Cognome", { exact: true }).fill("");
  await page.getByRole("button", { name: /Ordine con obbligo di pagare/ }).click();
  await expect(page.getByText("Ci sono 2 dati da controllare")).toBeVisible();
  await expect(page.getByLabel("CAP", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Cognome", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Indirizzo", { exact: true })).toHaveValue("Via dei Mille 7");
  await page.getByLabel("CAP", { exact: true }).fill("20129");
  await page.getByLabel("Cognome", { exact: true }).fill("Conti");
  await placeOrder(page);
});

test("another country brings its own fields and delivery", async ({ page }) => {
  await findCaviar(page);
  await page.getByLabel("Formato").selectOption({ label: "15 g" });
  await addButton(page).click();
  await toCheckout(page);
  await expect(page.getByLabel("Provincia", { exact: true })).toBeVisible();
  await choose(page.getByLabel("Paese/Regione"), "Francia");
  await expect(page.getByLabel("Provincia", { exact: true })).toBeHidden();
});
