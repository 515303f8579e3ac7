// What follows an order: paying it later, finding it without an account, withdrawing from it, files in the account.
import { isAccessible } from "./support/axe.ts";
import { newEmail, register } from "./support/account.ts";
import type { Merchant } from "./support/office.ts";
import { fillCart, orderPath } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Goes off soon: excluded from withdrawal. */
const FRESH = "FOR-TAL";

/** A guest's order of a fresh and a lasting product; gives its path and number. */
async function order(page: Page): Promise<{ path: string; number: string }> {
  await page.goto("/negozio/");
  await fillCart(page, FRESH);
  const path = await orderPath(page);
  return { path, number: /(\d+)/.exec(path)?.[1] ?? "" };
}

// Refused forms come back as pages with this status.
test.use({ expectedMessages: [/status of 422/] });

const fail = (merchant: Merchant, number: string) =>
  merchant.post(`/orders/${number}/status`, { status: "failed" });

test("a failed order is paid from its page, by keyboard, in another way", { tag: "@core" }, async ({ page, merchant }) => {
  const { path, number } = await order(page);
  await fail(merchant, number);
  await page.goto(path);
  await page.getByRole("link", { name: "Paga ora" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Paga l’ordine ${number}`);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await isAccessible(page);
  const chosen = page.getByRole("radio", { name: /Bonifico/ });
  await expect(chosen).toBeChecked();
  await chosen.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Contrassegno/ })).toBeChecked();
  const terms = page.getByRole("checkbox", { name: /Ho letto e accetto/ });
  if ((await terms.count()) > 0) {
    await page.getByRole("button", { name: /^Paga l’ordine/ }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("radio", { name: /Contrassegno/ })).toBeChecked();
    await terms.check();
  }
  await page.getByRole("button", { name: /^Paga l’ordine/ }).click();
  await page.waitForURL(/order-received/);
  await expect(page.getByRole("link", { name: "Paga ora" })).toHaveCount(0);
  await page.goto(path.replace("order-received", "order-pay"));
  await expect(page.getByText("non c'è nulla da pagare")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Paga/ })).toHaveCount(0);
});

test("an order is found without an account by a link in the mail only", async ({ page }) => {
  const { number } = await order(page);
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Trova il tuo ordine" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trova il tuo ordine");
  await isAccessible(page);
  await page.getByLabel("Numero dell’ordine").fill("dodici");
  await page.getByLabel("E-mail dell’ordine").fill("livia@example.com");
  await page.getByRole("button", { name: "Invia il link" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("E-mail dell’ordine")).toHaveValue("livia@example.com");
  await page.getByLabel("Numero dell’ordine").fill(number);
  await page.getByLabel("E-mail dell’ordine").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Controlla la posta");
  await expect(page.getByRole("main")).not.toContainText("Via dei Mille");
});

test("a guest withdraws in two steps, and perishable goods say why they cannot be returned", async ({ page }) => {
  const { path, number } = await order(page);
  await page.goto(path);
  await page.getByRole("main").getByRole("link", { name: "Recedere dal contratto qui" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Recesso dall’ordine ${number}`);
  await isAccessible(page);
  const products = page.getByRole("group", { name: "Prodotti" });
  await expect(products.getByRole("checkbox", { disabled: true }).first()).toHaveAccessibleDescription(
    /deteriorarsi rapidamente/,
  );
  const dry = products.getByRole("checkbox", { disabled: false });
  await dry.uncheck();
  await page.getByRole("button", { name: "Continua" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await dry.check();
  await page.getByRole("button", { name: "Continua" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Controlla la tua dichiarazione");
  await isAccessible(page);
  await page.getByRole("button", { name: "Modifica" }).click();
  await expect(dry).toBeChecked();
  await page.getByRole("button", { name: "Continua" }).click();
  await page.getByRole("button", { name: "Conferma recesso qui" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Abbiamo ricevuto il tuo recesso");
  await expect(page.getByText(/^Ricevuto il .*, ore \d\d:\d\d$/)).toBeVisible();
  await isAccessible(page);
});

test("the account has a page for files", async ({ page, merchant }) => {
  await register(page, merchant, newEmail("download"));
  await page.getByRole("navigation", { name: "Menu dell’account" }).getByRole("link", { name: "Download" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Download");
  await expect(page.getByText("Per ora non ce ne sono")).toBeVisible();
  await isAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an order is paid and withdrawn from all the same", { tag: "@core" }, async ({ page, merchant }) => {
    const { path, number } = await order(page);
    await fail(merchant, number);
    await page.goto(path.replace("order-received", "order-pay"));
    await page.getByRole("radio", { name: /Contrassegno/ }).check();
    const terms = page.getByRole("checkbox", { name: /Ho letto e accetto/ });
    if ((await terms.count()) > 0) await terms.check();
    await page.getByRole("button", { name: /^Paga l’ordine/ }).click();
    await page.waitForURL(/order-received/);
    await page.getByRole("main").getByRole("link", { name: "Recedere dal contratto qui" }).click();
    await page.getByRole("group", { name: "Prodotti" }).getByRole("checkbox", { disabled: false }).check();
    await page.getByRole("button", { name: "Continua" }).click();
    await page.getByRole("button", { name: "Conferma recesso qui" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Abbiamo ricevuto il tuo recesso");
  });
});
