// The VAT number at checkout, asked of the stand-in for VIES. Its states one by one: web/src/components/vat/vatField.test.tsx.
import { looksRight } from "./support/axe.ts";
import { choose, fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  settings: {
    trade: { vat: { audience: "everyone", different_delivery_country: true } },
  },
});

const VALID = "DE129273398";
/** The stand-in does not have numbers with 404 in them. */
const UNKNOWN = "DE140400006";

const box = (page: Page) => page.getByLabel(/^Partita IVA \(con la sigla/);
const country = (page: Page) => page.getByLabel("Paese/Regione", { exact: true }).first();

async function toGermany(page: Page) {
  await fillCart(page);
  await openPage(page, "/checkout/");
  await choose(country(page), "Germania");
  await page.getByLabel("Codice postale", { exact: true }).first().fill("10115");
  await page.getByLabel("Città", { exact: true }).first().fill("Berlin");
}

test("a valid number locks the field and is kept; another country empties it and asks for sums after 750 ms", async ({ page }) => {
  await page.clock.install();
  await toGermany(page);
  await box(page).fill(VALID);
  await page.getByRole("button", { name: "Verifica la partita IVA" }).click();
  await expect(page.getByRole("button", { name: "Partita IVA verificata" })).toBeDisabled();
  await expect(box(page)).toHaveAttribute("readonly", "");
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "b2bking_validated_vat_number")?.value).toBe(VALID);
  await looksRight(page);
  await page.reload();
  await expect(box(page)).toHaveValue(VALID);
  await expect(page.getByRole("button", { name: "Partita IVA verificata" })).toBeDisabled();
  const asked = page.waitForRequest(/cart\/update-customer|update_order_review/);
  await choose(country(page), "Francia");
  await expect(box(page)).toHaveValue("");
  await expect(box(page)).not.toHaveAttribute("readonly", "");
  const left = (await page.context().cookies()).some(({ name }) => name === "b2bking_validated_vat_status");
  expect(left).toBe(false);
  await page.clock.runFor(760);
  await asked;
});

test("a number that the register does not have is told, by keyboard alone it is tried again", async ({ page }) => {
  await toGermany(page);
  await box(page).fill(UNKNOWN);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Partita IVA non valida. Fai clic per riprovare" })).toBeEnabled();
  await expect(box(page)).toHaveAttribute("aria-invalid", "true");
  await looksRight(page);
  await box(page).fill(VALID);
  await page.getByRole("button", { name: /Fai clic per riprovare/ }).click();
  await expect(page.getByRole("button", { name: "Partita IVA verificata" })).toBeDisabled();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the button sends the form, which comes back with the number checked", async ({ page }) => {
    await fillCart(page);
    await page.goto("/checkout/");
    await country(page).selectOption({ label: "Germania" });
    await page.getByLabel("CAP", { exact: true }).first().fill("10115");
    await box(page).fill(VALID);
    await page.getByRole("button", { name: "Verifica la partita IVA" }).click();
    await expect(page.getByRole("button", { name: "Partita IVA verificata" })).toBeDisabled();
    await expect(box(page)).toHaveValue(VALID);
  });
});
