// Whole purchases by wallets on product pages: what is bought is what the form says, and the cart from before comes back. What the
// buttons do with each kind of form is tested without a browser (web/src/payments/express/productStates.test.tsx).
import { fillCart } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { answered, area, confirm, inCart, openSheet, payButton, walletButton } from "./support/wallet.ts";

test.use({
  // A refused payment is answered with 400, which Chromium mentions.
  expectedMessages: [/status of 400/],
});

const alert = (page: Page) => area(page).getByRole("alert").filter({ hasText: /\S/ });

async function open(page: Page, slug: string): Promise<void> {
  await page.goto(`/prodotto/${slug}/`);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

const settled = (page: Page) => expect(area(page).locator("[aria-busy]")).toHaveCount(0);

test("a simple product is bought in the quantity of its form", async ({ page }) => {
  await open(page, "scatola-dolce-pausa");
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await page.getByRole("main").getByLabel(/^Quantità di/).first().fill("2");
  await settled(page);
  const sheet = await openSheet(page, "Google Pay");
  await expect(sheet.getByText("Scatola Dolce Pausa (x2)")).toBeVisible();
  await sheet.getByRole("radio", { name: /Via dei Mille 7/ }).check();
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText("Scatola Dolce Pausa");
});

test("buttons of a choice that stands as the page opens do not leave while they load", async ({ page }) => {
  await open(page, "caviale-croccante");
  await area(page).evaluate((shown) => {
    const note = () => shown.toggleAttribute("data-was-hidden", true);
    new MutationObserver(note).observe(shown, { attributeFilter: ["hidden"] });
  });
  await expect(walletButton(page, "Google Pay")).toBeVisible();
  await settled(page);
  await expect(area(page)).not.toHaveAttribute("data-was-hidden");
});

test("a time is booked by a wallet, which asks for no delivery", async ({ page }) => {
  await open(page, "corso-assaggiare-lolio");
  await page.getByRole("radio", { name: /^11:00–12:30/ }).check();
  await settled(page);
  const sheet = await openSheet(page, "Google Pay");
  await expect(sheet.getByRole("group", { name: "Indirizzo di fatturazione" })).toBeVisible();
  await expect(sheet.getByRole("group", { name: "Spedizione" })).toHaveCount(0);
  await confirm(page, sheet);
  await expect(page.getByRole("main")).toContainText(/Quando: sabato .*, ore 11:00/);
});

test("the cart from before is back after a cancelled sheet, and after a declined card", async ({ page }) => {
  await fillCart(page);
  const before = await inCart(page);
  await open(page, "scatola-dolce-pausa");
  const first = await openSheet(page, "Google Pay");
  await answered(first);
  expect(await inCart(page)).toEqual(["Scatola Dolce Pausa"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => inCart(page)).toEqual(before);
  const second = await openSheet(page, "Google Pay");
  await second.getByRole("radio", { name: /0002/ }).check();
  await answered(second);
  await payButton(second).click();
  await expect(alert(page)).toContainText("La carta è stata rifiutata.");
  expect(await inCart(page)).toEqual(before);
  await confirm(page, await openSheet(page, "Google Pay"));
  expect(await inCart(page)).toEqual(before);
});
