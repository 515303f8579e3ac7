// Makes events of what happens, by the rules, and hands them to whoever may hear of them: the data layer, an analytics service, the
// shop's own statistics. Loaded once the visitor has consented to one of them.

import { tellPurchase } from "../../api/analytics.ts";
import { barePath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsForm, AnalyticsFrame, Cart, PageData } from "../../core/types.ts";
import { isAllowed, subscribeConsent } from "../consent/consentStore.ts";
import { cardItem, cartForm, changeForms, type List, listsOf } from "./items.ts";
import { type Note, readNotes } from "./notes.ts";
import { count, dropCounted, flushOnLeaving } from "./ownStatistics.ts";
import { pageForms } from "./pageForms.ts";
import { gtag, push, startTags } from "./tags.ts";

let begun = false;
let frame: AnalyticsFrame;
let rules: AnalyticsRules;
let lists: List[] = [];
/** Orders that this document has told of. */
const reported: string[] = [];
/** What the checkout has told of last. */
let told: { tier?: string; type?: string } = {};

/** Hands an event to all who may hear of it. */
export function tell(form: AnalyticsForm): void {
  const whole = { ...form, by_sku: frame.by_sku, reported_orders: [...reported] };
  const event = rules.analyticsEvent({ ...whole, variant: "analytics" });
  // A button that does not say what it is for is a fault of the page.
  if (event.error) throw new Error(`${event.error.field}: ${event.error.code}`);
  if (!event.name) return;
  const entry = rules.analyticsEvent({ ...whole, variant: "tag_manager" });
  if (isAllowed("statistics")) push(JSON.parse(entry.json));
  const { measurement, own } = frame;
  if (measurement && isAllowed("statistics", measurement.service)) {
    gtag("event", event.name, JSON.parse(event.json));
  }
  // Purchases are counted by the shop itself.
  if (own && form.event !== "purchase" && isAllowed("statistics", own)) {
    count(event.counted, rules.analyticsTimings().gathered_ms);
  }
  if (event.reported_order) reported.push(event.reported_order);
}

function tellPageView(): void {
  const { measurement } = frame;
  if (!measurement || !isAllowed("statistics", measurement.service)) return;
  const page_location = rules.addressWithoutSecrets(window.location.href);
  gtag("event", "page_view", { page_location, page_title: document.title });
}

async function readPurchase({ page }: PageData): Promise<void> {
  if (page.kind !== "order_received" || !isAllowed("statistics")) return;
  const key = new URLSearchParams(window.location.search).get("key") ?? "";
  const form = await tellPurchase(Number(page.number), key);
  if (form) tell(form);
}

function tellChosen(cart: Cart, chosen: { tier?: string; type?: string }): void {
  const { tier, type } = chosen;
  told = { ...told, ...chosen };
  if (tier !== undefined) tell({ ...cartForm("add_shipping_info", cart), shipping_tier: tier });
  if (type !== undefined) tell({ ...cartForm("add_payment_info", cart), payment_type: type });
}

function read(one: Note): void {
  switch (one.kind) {
    case "page":
      told = {};
      lists = listsOf(one.data);
      tellPageView();
      for (const form of pageForms(one.data, rules)) tell(form);
      readPurchase(one.data).catch((error: unknown) => console.error(error));
      return;
    case "quick_view": {
      const items = [cardItem(one.page.card)];
      setTimeout(() => tell({ event: "view_item", items }), core().quickViewTimings().analytics_after_ms);
      return;
    }
    case "cart":
      for (const form of changeForms(one.before, one.after)) tell(form);
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
    if (!startTags(frame, rules, open)) return;
    flushOnLeaving();
    document.addEventListener("click", followed, true);
    subscribeConsent(() => {
      if (!frame.own || !isAllowed("statistics", frame.own)) dropCounted();
    });
  }
  readNotes(read);
}
