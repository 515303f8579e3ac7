// Standing orders of trade buyers: made from a purchase list, put into the cart with one press, ordered with reference and day.
import { newEmail, register } from "./support/account.ts";
import { looksRight } from "./support/axe.ts";
import { expect, type Page, test } from "./support/test.ts";

/** The main account of an approved company, logged in, with a purchase list. */
async function buyerWithList(page: Page, merchant: Parameters<typeof register>[1]): Promise<void> {
  const email = newEmail("sara");
  await register(page, merchant, email);
  merchant.makeCompany(email);
  await page.goto("/my-account/bulkorder/");
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.getByRole("combobox", { name: "Prodotto, riga 1", exact: true }).fill("miele");
  await expect(page.getByRole("option").filter({ visible: true }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Salva come lista" }).click();
  const dialog = page.getByRole("dialog", { name: "Nome della lista" });
  await dialog.getByLabel("Nome della lista").fill("Settimana");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "La lista è stata salvata" })).toBeVisible();
}

/** A Wednesday two to three weeks ahead. */
function wednesday(): string {
  const day = new Date(Date.now() + 14 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

test("a standing order is made, looked at, and ordered with a reference and a day", async ({ page, merchant }) => {
  await buyerWithList(page, merchant);
  await page.goto("/my-account/standing-orders/");
  await expect(page.getByRole("link", { name: "Ordini ricorrenti" })).toHaveAttribute("aria-current", "page");
  await looksRight(page);
  await page.getByLabel("Lista d’acquisto").selectOption({ label: "Settimana" });
  await page.getByLabel("Si ripete").selectOption("two_weeks");
  await page.getByLabel("Prima consegna").fill(wednesday());
  await page.getByRole("button", { name: "Crea l’ordine ricorrente" }).click();
  await expect(page.getByText("Ordine ricorrente creato.")).toBeVisible();
  await page.getByRole("link", { name: "Settimana" }).click();
  await expect(page.getByRole("heading", { name: "Con i prezzi di oggi" })).toBeVisible();
  await looksRight(page);

  await page.getByRole("button", { name: "Metti nel carrello e vai alla cassa" }).click();
  await expect(page).toHaveURL(/\/checkout\/$/);
  const day = page.getByLabel("Giorno di consegna desiderato");
  await expect(day).not.toHaveValue("");
  const reference = page.getByLabel("Il tuo riferimento d’ordine");
  await reference.fill("ordine n° 5");
  await reference.blur();
  await expect(page.getByText("usa solo lettere senza accenti")).toBeVisible();
  await looksRight(page);
  await reference.fill("ODA 118");
  await reference.blur();
  await expect(page.getByText("usa solo lettere senza accenti")).toBeHidden();

  await page.goto("/my-account/purchase-lists/");
  await page.getByRole("link", { name: "Settimana", exact: true }).click();
  await page.getByText("Elimina la lista").click();
  await expect(page.getByText("Con la lista si elimina anche 1 ordine ricorrente.")).toBeVisible();
  await expect(page.getByText("La prossima consegna, prevista per mercoledì")).toBeVisible();
  await looksRight(page);
  await page.getByRole("button", { name: "Sì, elimina" }).click();
  await expect(page.getByRole("status").filter({ hasText: "La lista è stata eliminata" })).toBeVisible();
});
