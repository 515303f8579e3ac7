// Visitors who come from somewhere, and what their orders say of it.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Merchant } from "./office.ts";
import { PERSON } from "./person.ts";
import { openPage } from "./shopper.ts";

const CAMPAIGN = {
  utm_source: "lettera",
  utm_medium: "email",
  utm_campaign: "natale",
  utm_content: "testata",
  utm_id: "7",
  utm_term: "olio",
  utm_source_platform: "posta",
  utm_creative_format: "testo",
  utm_marketing_tactic: "fedeli",
};
const BLOG = "https://blog.example.org/ricette/pesto";

/** The ways in: first page, referrer, how the back office calls it, and what is known of it. */
export const ARRIVALS = [
  { way: "a campaign link", path: `/?${new URLSearchParams(CAMPAIGN)}`, from: "", label: "Campagna: lettera", known: CAMPAIGN },
  {
    way: "a search engine",
    path: "/negozio/",
    from: "https://www.google.it/",
    label: "Ricerca: google",
    known: { utm_source: "google", utm_medium: "organic", referrer: "https://www.google.it/" },
  },
  {
    way: "a referral",
    path: "/prodotto/caviale-croccante/",
    from: BLOG,
    label: "Da un altro sito: blog.example.org",
    known: { utm_source: "blog.example.org", utm_medium: "referral", utm_content: "/ricette/pesto", referrer: BLOG },
  },
  { way: "nowhere", path: "/", from: "", label: "Accesso diretto", known: { utm_source: "(direct)" } },
];
export type Arrival = (typeof ARRIVALS)[number];

/** The cookies that tell where the visitor came from. */
export const originCookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith("sbjs_"));

/** Comes to the shop, answers the banner, and goes on to the cart. */
export async function arrive(page: Page, { path, from }: Arrival, answer: "Accetta" | "Rifiuta"): Promise<void> {
  await page.goto(path, from ? { referer: from } : {});
  await page.locator("html[data-hydrated]").waitFor();
  expect(await originCookies(page.context())).toEqual([]);
  const banner = page.getByRole("dialog", { name: "I cookie di questo negozio" });
  await banner.getByRole("button", { name: answer, exact: true }).click();
  await expect(banner).toBeHidden();
  const stored = answer === "Accetta" ? 7 : 0;
  await expect.poll(async () => (await originCookies(page.context())).length).toBe(stored);
  await openPage(page, "/negozio/");
}

/** What the back office knows of an order's origin, by name. */
export async function originOf(merchant: Merchant, order: string) {
  const { origin } = (await merchant.get(`/orders/${order}`)) as {
    origin: { label: string; fields: { name: string; value: string }[] };
  };
  return { label: origin.label, ...Object.fromEntries(origin.fields.map(({ name, value }) => [name, value])) };
}

/** What an order of this visitor says. */
export const expected = ({ label, known, path }: Arrival, shop: string) => ({
  label,
  ...known,
  session_entry: shop + path,
  session_start_time: expect.stringMatching(/^\d{1,2} \p{L}+ \d{4}, ore \d\d:\d\d$/u),
  session_pages: expect.stringMatching(/^[2-9]$/),
  session_count: "1",
  user_agent: PERSON,
  device_type: "Desktop",
});
