// The whole purchase without a mouse.
import type { Locator } from "@playwright/test";
import { expect, type Page, test } from "./support/test.ts";

/** Presses Tab until the control has the focus, which must then be in sight. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expect(control).toBeInViewport();
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("the control is not reached by Tab");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

for (const width of [390, 1440]) {
  const tag = width === 390 ? "@core" : [];
  test(`at ${width} px, keys alone lead from a bottle of wine to the placed order`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/prodotto/moscato-dasti-2025/");
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await tabTo(page, page.getByRole("link", { name: "Vai al contenuto" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("main").getByRole("button", { name: /^Aggiungi al carrello/ }));
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: /^Carrello/ });
    await expect(drawer).toBeVisible();
    await tabTo(page, drawer.getByRole("link", { name: "Visualizza carrello" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Carrello" })).toBeVisible();
    await tabTo(page, page.getByRole("main").getByRole("link", { name: "Vai alla cassa" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Cassa" })).toBeVisible();

    await type(page, "E-mail", "tasti@example.com");
    await type(page, "Nome", "Livia");
    await type(page, "Cognome", "Conti");
    await type(page, "Indirizzo", "Via dei Mille 7");
    await type(page, "CAP", "20129");
    await type(page, "Città", "Milano");
    await tabTo(page, page.getByRole("combobox", { name: "Provincia" }));
    await page.keyboard.type("mila");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Provincia" })).toHaveValue("Milano");
    await type(page, "Telefono", "02 5550 0100");
    const transfer = page.getByRole("radio", { name: /Bonifico/ });
    await tabTo(page, page.locator('input[name="payment_method"]:checked'));
    for (let presses = 0; presses < 5 && !(await transfer.isChecked()); presses += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await expect(transfer).toBeChecked();
    await tabTo(page, page.getByRole("checkbox", { name: "Confermo di avere almeno 18 anni." }));
    await page.keyboard.press("Space");
    await tabTo(page, page.getByRole("checkbox", { name: /Ho letto e accetto/ }));
    await page.keyboard.press("Space");
    await tabTo(page, page.getByRole("button", { name: /Ordine con obbligo di pagare/ }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/checkout\/order-received\/\d+\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grazie, abbiamo ricevuto il tuo ordine");
  });
}
