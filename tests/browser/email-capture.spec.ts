// Addresses that are typed into forms: off until the merchant wants it and the visitor allows it; then kept, listed and unsubscribed.
import { looksRight } from "./support/axe.ts";
import { asPerson } from "./support/person.ts";
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({ ...asPerson, settings: { email_capture: { enabled: true } } });

const answer = async (page: Page, name: string) => {
  const banner = page.getByRole("dialog", { name: "I cookie di questo negozio" });
  await banner.getByRole("button", { name, exact: true }).click();
  await expect(banner).toBeHidden();
};
const captured = (page: Page) =>
  page.waitForResponse((response) => response.request().postData()?.includes("the_ajax_hook") ?? false);

async function leaveEmail(page: Page, address: string): Promise<void> {
  const field = page.getByLabel("E-mail", { exact: true });
  await field.fill(address);
  await field.press("Tab");
}

test("who refuses types an address that nobody hears of", async ({ page, context }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("the_ajax_hook")) calls.push(request.url());
  });
  await fillCart(page);
  await openPage(page, "/checkout/");
  await leaveEmail(page, "prima@example.com");
  await answer(page, "Rifiuta");
  await leaveEmail(page, "dopo@example.com");
  await openPage(page, "/negozio/");
  expect(calls).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("tracking_email");
});

test("who accepts types an address that the shop keeps, until it is unsubscribed by its link", async ({ page, context, merchant }) => {
  await fillCart(page);
  await openPage(page, "/checkout/");
  await answer(page, "Accetta");
  const address = `livia${process.pid}@example.com`;
  const call = captured(page);
  await leaveEmail(page, address);
  const response = await call;
  expect([response.status(), await response.text()]).toEqual([200, "1"]);
  expect(Object.fromEntries(new URLSearchParams(response.request().postData() ?? ""))).toEqual({
    action: "the_ajax_hook",
    tracking_email: address,
    subscription_location: "order-checkout",
  });
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === "tracking_email")?.value)
    .toBe(encodeURIComponent(address));
  await merchant.open(page, "/email");
  await expect(page.getByRole("row").filter({ hasText: address })).toContainText("alla cassa");
  await looksRight(page, { within: "main" });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica CSV" }).click();
  const file = await (await saved).createReadStream();
  const text = (await file.toArray()).join("");
  const link = text.split("\n").find((row) => row.startsWith(address))?.match(/\/disiscrizione\/\w+\//)?.[0] ?? "";
  await openPage(page, link);
  await looksRight(page, { within: "main" });
  await page.getByRole("button", { name: "Non scrivetemi più" }).click();
  await expect(page.getByText("non scriveremo più")).toBeVisible();
  await merchant.open(page, "/email?state=unsubscribed");
  await expect(page.getByRole("row").filter({ hasText: address })).toContainText("Disiscritto il");
  await page.getByRole("button", { name: `Cancella: ${address}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancella", exact: true }).click();
  await expect(page.getByText(`${address} è stato cancellato.`)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: address })).toHaveCount(0);
});

test("the setting says what the law asks", async ({ page, merchant }) => {
  await merchant.open(page, "/impostazioni/e-mail");
  await expect(page.getByRole("checkbox", { name: /Conserva gli indirizzi/ })).toBeChecked();
  await expect(page.getByText(/GDPR art\. 6, Codice privacy artt\. 122 e 130/)).toBeVisible();
  await looksRight(page, { within: "main" });
});
