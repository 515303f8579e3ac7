// What a shopper does with a wallet: its button in the page, its sheet over it.
import { expect, type FrameLocator, type Page } from "@playwright/test";

export const PAID = /\/checkout\/order-received\/\d+\//;

export const area = (page: Page) => page.getByRole("region", { name: "Pagamento rapido" });

/** The button of a wallet, in its frame. */
export const walletButton = (page: Page, wallet: string) =>
  area(page).locator(`iframe[title="${wallet}"]`).contentFrame().getByRole("button", { name: wallet });

/** The open sheet of a wallet. */
export const sheetOf = (page: Page, wallet: string): FrameLocator =>
  page.getByRole("dialog", { name: wallet }).locator("iframe").contentFrame();

const declarations = (page: Page) => area(page).getByRole("group", { name: "Prima di pagare" });

/** Declares what is asked after a first press: the terms, and the age where it is asked. */
export async function declare(page: Page): Promise<void> {
  for (const box of await declarations(page).getByRole("checkbox").all()) await box.check();
}

/** Waits until the page stands still: a button in a frame does not notice that the page around it is still scrolling. */
const still = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let [last, same] = [-1, 0];
        const look = () => {
          same = window.scrollY === last ? same + 1 : 0;
          last = window.scrollY;
          if (same > 5) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Presses a wallet's button once it can be pressed: not while the page scrolls, nor while the cart is being asked for. */
async function press(page: Page, wallet: string): Promise<void> {
  await area(page).scrollIntoViewIfNeeded();
  await expect(walletButton(page, wallet)).toBeVisible();
  await still(page);
  await expect(area(page).locator("[aria-busy]")).toHaveCount(0);
  await walletButton(page, wallet).click();
}

/** Presses a wallet's button, declares what is asked, and comes to the sheet. */
export async function openSheet(page: Page, wallet: string): Promise<FrameLocator> {
  await press(page, wallet);
  const dialog = page.getByRole("dialog", { name: wallet });
  await expect(dialog.or(declarations(page))).toBeVisible();
  if (await declarations(page).isVisible()) {
    await declare(page);
    await press(page, wallet);
  }
  await expect(dialog).toBeVisible();
  const sheet = sheetOf(page, wallet);
  await expect(sheet.getByRole("heading", { level: 1, name: wallet })).toBeVisible();
  return sheet;
}

export const payButton = (sheet: FrameLocator) => sheet.getByRole("button", { name: /^Ordina e paga/ });

/** Waits until the shop has answered the last change in the sheet. */
export const answered = (sheet: FrameLocator) => expect(sheet.getByText("Un momento…")).toHaveCount(0);

/** Confirms the sheet and comes to the order's page. */
export async function confirm(page: Page, sheet: FrameLocator): Promise<void> {
  await answered(sheet);
  await payButton(sheet).click();
  await page.waitForURL(PAID);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grazie, abbiamo ricevuto il tuo ordine");
}

/** The names of what is in the cart of this browser. */
export async function inCart(page: Page): Promise<string[]> {
  const cart = await (await page.request.get("/wp-json/wc/store/v1/cart")).json();
  return cart.items.map((item: { name: string }) => item.name);
}

/** Where a page of one order tells of a declined card: with its own refusals, and nothing beside the buttons. */
export const refusal = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "La carta è stata rifiutata." });

/** Pays an open checkout by Link: a declined card first, then a good one; the form keeps what was typed. */
export async function payFromForm(page: Page): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill("nota@example.com");
  await page.getByLabel(/^Note sull/).fill("Suonare due volte");
  const first = await openSheet(page, "Link");
  await expect(first.getByLabel("E-mail")).toHaveValue("nota@example.com");
  await first.getByRole("radio", { name: /0002/ }).check();
  await answered(first);
  const placed = page.waitForRequest((request) => request.url().endsWith("/v1/checkout"));
  await payButton(first).click();
  expect((await placed).postDataJSON().customer_note).toBe("Suonare due volte");
  await expect(refusal(page)).toBeFocused();
  // All fields are judged anew.
  await expect(page.getByLabel("Nome", { exact: true }).first()).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel(/^Note sull/)).toHaveValue("Suonare due volte");
  const second = await openSheet(page, "Link");
  // Link knows the payer again by now, with the card that was used.
  await second.getByRole("radio", { name: /4242/ }).check();
  await confirm(page, second);
}
