// Makes events of what happens, by the rules, and hands them to whoever may hear of them: the data layer, an analytics service, the
// shop's own statistics. Loaded once the visitor has consented to one of them.

import { tellPurchase } from "../../api/analytics.ts";
import { barePath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsForm, AnalyticsFrame, Cart, PageData } from "../../core/types.ts";
import { isAllowed, subscribeConsent } from "../consent/consentStore.ts";
import { addedByForm, keepCart } from "./adding.ts";
import { cardItem, cartForm, changeForms, type List, listsOf } from "./items.ts";
import { dropShownPage, type Note, readNotes } from "./notes.ts";
import { count, dropCounted, flushOnLeaving } from "./ownStatistics.ts";
import { pageForms } from "./pageForms.ts";
import { arrive, gtag, isServiceAwaited, push, startTags, tellPlace } from "./tags.ts";

let begun = false;
let frame: AnalyticsFrame;
let rules: AnalyticsRules;
let lists: List[] = [];
/** Orders that this document has told of. */
const reported: string[] = [];
/** What the checkout has told of last. */
let told: { tier?: string; type?: string } = {};
/** What this document has told a search for last. */
let searched = "";
/** The page is the checkout, which has told that it was begun. */
let atCheckout = false;

const isMeasured = () => frame.measurement !== null && isAllowed("statistics", frame.measurement.service);
const isCounted = () => frame.own !== null && isAllowed("statistics", frame.own);
const isAnybodyTold = () => isAllowed("statistics") || isMeasured() || isCounted();

/** Hands an event to all who may hear of it. */
export function tell(form: AnalyticsForm): void {
  const whole = { ...form, by_sku: frame.by_sku, reported_orders: [...reported] };
  const event = rules.analyticsEvent({ ...whole, variant: "analytics" });
  // A button that does not say what it is for is a fault of the page.
  if (event.error) throw new Error(`${event.error.field}: ${event.error.code}`);
  if (!event.name) return;
  if (isAllowed("statistics")) {
    const entry = JSON.parse(rules.analyticsEvent({ ...whole, variant: "tag_manager" }).json);
    // A tag manager adds each entry to those before: what they said of goods ends here.
    if (entry.ecommerce) push({ ecommerce: null });
    push(entry);
  }
  if (isMeasured()) gtag("event", event.name, JSON.parse(event.json));
  // Purchases are counted by the shop itself.
  if (form.event !== "purchase" && isCounted()) {
    count(event.counted, rules.analyticsTimings().gathered_ms);
  }
  if (event.reported_order) reported.push(event.reported_order);
}

function tellPageView(url: string, referrer: string): void {
  arrive(url, referrer);
  if (isMeasured()) gtag("event", "page_view", { ...tellPlace(rules), page_title: document.title });
}

async function readPurchase({ page }: PageData, url: string): Promise<void> {
  if (page.kind !== "order_received") return;
  // It is told once: not before all are there who may hear of it.
  if (isServiceAwaited() || !isAnybodyTold()) return;
  const key = new URL(url).searchParams.get("key") ?? "";
  const form = await tellPurchase(Number(page.number), key);
  if (form) tell(form);
}

function tellChosen(cart: Cart, chosen: { tier?: string; type?: string }): void {
  const { tier, type } = chosen;
  told = { ...told, ...chosen };
  if (tier !== undefined) tell({ ...cartForm("add_shipping_info", cart), shipping_tier: tier });
  if (type !== undefined) tell({ ...cartForm("add_payment_info", cart), payment_type: type });
}

function tellChange(before: Pick<Cart, "items"> | null, after: Cart): void {
  for (const form of changeForms(before, after)) tell(form);
}

function read(one: Note): void {
  switch (one.kind) {
    case "page": {
      const { url = window.location.href, referrer = "" } = one;
      const added = addedByForm(one.data);
      told = {};
      atCheckout = one.data.page.kind === "checkout";
      lists = listsOf(one.data);
      tellPageView(url, referrer);
      for (const form of pageForms(one.data, rules, { searched, url, referrer })) {
        if (form.event === "search") searched = form.search_term ?? "";
        tell(form);
      }
      if (added) tellChange(added.before, added.after);
      readPurchase(one.data, url).catch((error: unknown) => console.error(error));
      return;
    }
    case "quick_view": {
      const items = [cardItem(one.page.card)];
      setTimeout(() => tell({ event: "view_item", items }), core().quickViewTimings().analytics_after_ms);
      return;
    }
    case "cart":
      tellChange(one.before, one.after);
      return;
    case "form_sent":
      if (isAnybodyTold()) keepCart(one.before);
      return;
    case "sheet":
      if (!atCheckout && one.cart.items.length > 0) tell(cartForm("begin_checkout", one.cart));
      return;
    case "delivery":
      tellChosen(one.cart, { tier: one.tier });
      return;
    case "payment":
      tellChosen(one.cart, { type: one.type });
      return;
    case "ordering":
      if (told.tier !== one.tier) tellChosen(one.cart, { tier: one.tier });
      if (told.type !== one.type) tellChosen(one.cart, { type: one.type });
  }
}

/** A link to a product of a list: it was chosen, and its page is opened unless it is shown over this one. */
function followed(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== window.location.origin) return;
  const path = barePath(link.pathname);
  for (const { name, items, paths } of lists) {
    const item = items[paths.indexOf(path ?? "")];
    if (!item) continue;
    tell({ event: "select_item", list_name: name, items: [item] });
    if (!link.matches(".woosq-btn, .woosq-link")) tell({ event: "select_content", items: [item] });
    return;
  }
}

/** Begins to count, or goes on with it; `open`: the document's policy lets services of others in. */
export function startCounting(given: AnalyticsFrame, loaded: AnalyticsRules, open: boolean): void {
  [frame, rules] = [given, loaded];
  if (!begun) {
    begun = true;
    if (!startTags(frame, rules, open)) {
      dropShownPage();
      return;
    }
    flushOnLeaving();
    document.addEventListener("click", followed, true);
    subscribeConsent(() => {
      if (!frame.own || !isAllowed("statistics", frame.own)) dropCounted();
    });
  }
  readNotes(read);
}
