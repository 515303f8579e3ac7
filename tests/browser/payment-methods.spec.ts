// Ways of payment beside cards: one-click, debits, banks' pages, slips and codes, each to its end and to its refusals.
import { isAccessible } from "./support/axe.ts";
import { waitForScripts } from "./support/answers.ts";
import { answerBank, ASKED, fillCard, GOOD } from "./support/card.ts";
import { choose, comeToPay, orderButton, wayOn } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({
  settings: {
    payment_methods: [
      wayOn("stripe", "Carta di credito o di debito"),
      wayOn("stripe_link", "Link"),
      wayOn("stripe_sepa_debit", "Addebito diretto SEPA", "Lascia sul conto l’importo dell’ordine."),
      wayOn("stripe_ideal", "iDEAL"),
      wayOn("stripe_multibanco", "Multibanco"),
      wayOn("stripe_wechat_pay", "WeChat Pay"),
      wayOn("stripe_blik", "BLIK"),
      wayOn("bacs", "Bonifico bancario"),
    ],
  },
  expectedMessages: [/status of 400/],
});

const RECEIVED = /\/checkout\/order-received\/\d+\//;
const PAYING = /\/checkout\/order-pay\/\d+\//;
const fields = (page: Page, title: string) =>
  page.getByRole("group", { name: "Metodo di pagamento" }).frameLocator(`iframe[title="${title}"]`);
const way = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const fact = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: label }) }).locator("dd").first();

const ELSEWHERE = {
  IT: {},
  NL: { country: "NL", state: "", postcode: "1012 AB", city: "Amsterdam" },
  PT: { country: "PT", state: "", postcode: "1000-001", city: "Lisboa" },
};

async function open(page: Page, email: string, country: keyof typeof ELSEWHERE = "IT"): Promise<void> {
  await comeToPay(page, email, ELSEWHERE[country]);
}

/** Selects a payment method and waits until its frame reports its height: a click below the frame is lost while the layout shifts. */
async function choosePayment(page: Page, name: string): Promise<void> {
  await way(page, name).check();
  await expect(page.locator("[data-open] iframe")).toHaveAttribute("style", /height/);
}

/** Sends the order and waits until what was paid with is on the received page. */
async function received(page: Page): Promise<void> {
  await page.waitForURL(RECEIVED);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grazie, abbiamo ricevuto il tuo ordine");
}

test("a card saved with Link, within the fields of cards, pays by one click the next time", { tag: "@core" }, async ({ page }) => {
  const card = fields(page, "Carta di credito o di debito");
  const save = card.getByRole("checkbox", { name: /^Salva la carta con Link/ });
  await open(page, "nuova@example.com");
  await fillCard(page, GOOD);
  await expect(way(page, "Link")).toHaveCount(0);
  await save.check();
  await orderButton(page).click();
  await received(page);
  await open(page, "altra@example.com");
  await fillCard(page, GOOD);
  await expect(save).not.toBeChecked();
  const email = page.getByLabel("E-mail", { exact: true });
  await email.fill("nuova@example.com");
  await email.press("Tab");
  await card.getByRole("checkbox", { name: "Paga con Link: Visa •••• 4242" }).check();
  await expect(card.getByLabel("Numero della carta")).toBeHidden();
  await orderButton(page).click();
  await received(page);
});

test.describe("where Link is offered without cards", () => {
  test.use({ settings: { payment_methods: [wayOn("stripe_link", "Link"), wayOn("bacs", "Bonifico bancario")] } });

  test("the address of the order goes into its own fields for as long as nothing else is typed there", async ({ page }) => {
    await open(page, "prima@example.com");
    await choosePayment(page, "Link");
    const own = fields(page, "Link").getByLabel("E-mail");
    await expect(own).toHaveValue("prima@example.com");
    const email = page.getByLabel("E-mail", { exact: true });
    await email.fill("seconda@example.com");
    await email.press("Tab");
    await expect(own).toHaveValue("seconda@example.com");
    // The focus goes where the key led to, not into the provider's frame.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await own.fill("mia@example.com");
    await email.fill("terza@example.com");
    await email.blur();
    await expect(own).toHaveValue("mia@example.com");
  });
});

test("a debit waits on hold, says so, and goes on once the money came", { tag: "@core" }, async ({ page, shop }) => {
  await open(page, "addebito@example.com");
  await choosePayment(page, "Addebito diretto SEPA");
  const frame = fields(page, "Addebito diretto SEPA");
  await frame.getByLabel("IBAN").fill("DE89370400440532013001");
  await frame.getByLabel("Intestatario del conto").fill("Livia Conti");
  await orderButton(page).click();
  await expect(frame.getByText("L’IBAN non è valido.")).toBeVisible();
  await frame.getByLabel("IBAN").fill("DE89370400440532013000");
  await orderButton(page).click();
  await received(page);
  await expect(fact(page, "Stato")).toHaveText("In attesa del pagamento");
  await expect(page.getByRole("heading", { name: "Pagamento in corso" })).toBeVisible();
  await expect(page.getByText("Lascia sul conto l’importo dell’ordine.")).toBeVisible();
  await isAccessible(page);
  await shop.settle();
  await page.reload();
  await expect(fact(page, "Stato")).toHaveText("In preparazione");
  await expect(page.getByRole("heading", { name: "Pagamento in corso" })).toHaveCount(0);
});

test("a debit that comes back can be paid in another way", { tag: "@core" }, async ({ page, shop }) => {
  await open(page, "scoperto@example.com");
  await choosePayment(page, "Addebito diretto SEPA");
  const frame = fields(page, "Addebito diretto SEPA");
  await frame.getByLabel("IBAN").fill("DE62370400440532013001");
  await frame.getByLabel("Intestatario del conto").fill("Livia Conti");
  await orderButton(page).click();
  await received(page);
  await shop.settle();
  await page.reload();
  await expect(fact(page, "Stato")).toHaveText("Non riuscito");
  await page.getByRole("link", { name: "Paga ora" }).click();
  await fillCard(page, GOOD);
  await page.getByRole("checkbox", { name: /Ho letto e accetto/ }).check();
  await page.getByRole("button", { name: /Paga l’ordine/ }).click();
  await page.waitForURL(RECEIVED);
  await expect(fact(page, "Stato")).toHaveText("In preparazione");
});

test("ways of payment follow the country of billing, and a chosen one that no longer fits is let go", async ({ page }) => {
  await open(page, "paese@example.com");
  await expect(way(page, "iDEAL")).toHaveCount(0);
  await expect(way(page, "Multibanco")).toHaveCount(0);
  // Zloty only: the shop sells in euro.
  await expect(way(page, "BLIK")).toHaveCount(0);
  await choose(page.getByLabel("Paese/Regione"), "Paesi Bassi");
  // What is to be known of a way shows while it is chosen.
  const onward = fields(page, "iDEAL").getByText("completerai il pagamento sulla pagina del fornitore");
  await choosePayment(page, "Addebito diretto SEPA");
  await expect(onward).toBeHidden();
  await choosePayment(page, "iDEAL");
  await expect(onward).toBeVisible();
  await expect(page.getByText("Dopo l’invio dell’ordine completerai")).toHaveCount(0);
  await choose(page.getByLabel("Paese/Regione"), "Francia");
  await expect(way(page, "iDEAL")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: /Carta|Link|Bonifico|SEPA|WeChat/ }).and(page.locator(":checked"))).toHaveCount(0);
});

test("the bank's page is left for: a yes pays", { tag: "@core" }, async ({ page }) => {
  await open(page, "banca@example.com", "NL");
  await choosePayment(page, "iDEAL");
  await orderButton(page).click();
  await page.getByRole("button", { name: "Accetta" }).click();
  await received(page);
  await expect(fact(page, "Stato")).toHaveText("In preparazione");
});

test("a no at the bank leads to the order's payment, with why", { tag: "@core" }, async ({ page }) => {
  await open(page, "no@example.com", "NL");
  await choosePayment(page, "iDEAL");
  await orderButton(page).click();
  await page.getByRole("button", { name: "Rifiuta" }).click();
  await page.waitForURL(PAYING);
  await expect(page.getByText("Non è stato possibile verificare la tua identità")).toBeVisible();
  await choosePayment(page, "iDEAL");
  await page.getByRole("checkbox", { name: /Ho letto e accetto/ }).check();
  await page.getByRole("button", { name: /Paga l’ordine/ }).click();
  await page.getByRole("button", { name: "Accetta" }).click();
  await received(page);
});

test("who comes back from the bank without choosing finds the payment to go on with", async ({ page }) => {
  await open(page, "torna@example.com", "NL");
  await choosePayment(page, "iDEAL");
  await orderButton(page).click();
  await expect(page.getByRole("button", { name: "Accetta" })).toBeVisible();
  await page.goto("/checkout/");
  await page.waitForURL(PAYING);
  await expect(page.getByText(/Il pagamento dell'ordine \d+ non è concluso/)).toBeVisible();
  await fillCard(page, GOOD);
  await page.getByRole("checkbox", { name: /Ho letto e accetto/ }).check();
  await page.getByRole("button", { name: /Paga l’ordine/ }).click();
  await page.waitForURL(RECEIVED);
  await page.goto("/checkout/");
  await page.waitForURL(/\/cart\//);
});

test("a slip is shown, put away, and told on the order's page until it is paid", { tag: "@core" }, async ({ page, context, shop }) => {
  await open(page, "bollettino@example.com", "PT");
  await choosePayment(page, "Multibanco");
  await orderButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Il tuo bollettino" });
  await expect(dialog.locator("iframe").contentFrame().getByText("Numero")).toBeVisible();
  await dialog.getByRole("button", { name: "Continua" }).click();
  await received(page);
  expect(new URL(page.url()).searchParams.get("key")).toMatch(/^wc_order_/);
  await expect(fact(page, "Entità")).toHaveText("12345");
  await expect(fact(page, "Da pagare entro")).toHaveText(/, ore \d\d:\d\d/);
  await isAccessible(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /Apri il bollettino/ }).click();
  const slip = await opened;
  await slip.getByRole("button", { name: "Simula il pagamento" }).click();
  await slip.waitForURL(RECEIVED);
  await shop.settle();
  await page.reload();
  await expect(fact(page, "Stato")).toHaveText("In preparazione");
  await expect(page.getByRole("link", { name: /Apri il bollettino/ })).toHaveCount(0);
});

test("a wallet's code is put away and nothing is paid; confirmed, it is", { tag: "@core" }, async ({ page }) => {
  await open(page, "portafoglio@example.com");
  await choosePayment(page, "WeChat Pay");
  await orderButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Conferma con l’app" });
  await expect(dialog.locator("iframe").contentFrame().getByRole("img", { name: /Codice QR/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/checkout\/$/);
  await orderButton(page).click();
  await dialog.locator("iframe").contentFrame().getByRole("button", { name: "Rifiuta" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "verificare la tua identità" })).toBeVisible();
  await orderButton(page).click();
  await dialog.locator("iframe").contentFrame().getByRole("button", { name: "Paga" }).click();
  await received(page);
});

test("3-D Secure that was closed half-way goes on by its hash, which leaves the address", { tag: "@core" }, async ({ page, context }) => {
  await open(page, "meta@example.com");
  await fillCard(page, ASKED);
  const answer = page.waitForResponse((response) => response.url().includes("/wc/store/v1/checkout") && response.request().method() === "POST");
  await orderButton(page).click();
  const { payment_result } = await (await answer).json();
  const hash: string = payment_result.redirect_url;
  expect(hash).toMatch(/^#wc-stripe-confirm-pi:\d+:pi_/);
  await expect(page.getByRole("dialog", { name: "Conferma con la tua banca" })).toBeVisible();
  await page.close();
  const other = await context.newPage();
  await waitForScripts(other);
  await other.goto(`/checkout/${hash}`);
  await other.waitForURL(PAYING);
  await answerBank(other, "Autorizza");
  await other.waitForURL(RECEIVED);
  expect(new URL(other.url()).hash).toBe("");
  await expect(fact(other, "Stato")).toHaveText("In preparazione");
});

test("routes of other orders and foreign addresses lead nowhere", async ({ page }) => {
  await open(page, "ostile@example.com", "NL");
  await choosePayment(page, "iDEAL");
  await orderButton(page).click();
  await expect(page.getByRole("button", { name: "Accetta" })).toBeVisible();
  await page.goto("/checkout/");
  await page.waitForURL(PAYING);
  const { pathname } = new URL(page.url());
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  for (const hash of [
    "#wc-stripe-voucher-999999:multibanco:pi_x_secret_y:https%3A%2F%2Fevil.example%2F",
    "#confirm-pi-pi_x_secret_y:https%3A%2F%2Fevil.example%2F",
  ]) {
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    await expect(page).toHaveURL((url) => url.hash === "" && url.pathname === pathname);
  }
});
