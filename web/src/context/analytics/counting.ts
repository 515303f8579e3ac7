// Turns notes into events, according to the rules, and sends them to every allowed receiver: the data layer, an analytics
// service, the shop's own statistics. Loaded once the visitor has consented to one of them.

import { fetchPurchaseEvent } from "../../api/analytics.ts";
import { barePath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsForm, AnalyticsFrame, Cart, PageData } from "../../core/types.ts";
import { isAllowed, subscribeConsent } from "../consent/consentStore.ts";
import { addedByForm, storeCartLines } from "./formAdditions.ts";
import { cardItem, cartForm, changeForms, type List, pageLists } from "./items.ts";
import { consumeNotes, dropCurrentPage, type Note } from "./notes.ts";
import { count, dropCounted, flushOnLeaving } from "./ownStatistics.ts";
import { pageForms } from "./pageForms.ts";
import { gtag, isServiceAwaited, push, sendLocation, setLocation, startTags } from "./tags.ts";

let isStarted = false;
let frame: AnalyticsFrame;
let rules: AnalyticsRules;
let lists: List[] = [];
/** Orders whose purchase this document has reported. */
const reported: string[] = [];
/** The delivery and payment method that the checkout reported last. */
let lastChoice: { tier?: string; type?: string } = {};
/** The search that this document reported last. */
let searched = "";
/** Whether the page is the checkout, which has already reported `begin_checkout`. */
let atCheckout = false;

const isMeasured = () => frame.measurement !== null && isAllowed("statistics", frame.measurement.service);
const isCounted = () => frame.own !== null && isAllowed("statistics", frame.own);
const hasReceivers = () => isAllowed("statistics") || isMeasured() || isCounted();

/** Sends an event to all allowed receivers. */
export function track(form: AnalyticsForm): void {
  const whole = { ...form, by_sku: frame.by_sku, reported_orders: [...reported] };
  const event = rules.analyticsEvent({ ...whole, variant: "analytics" });
  // A button with incomplete data is a bug of the page.
  if (event.error) throw new Error(`${event.error.field}: ${event.error.code}`);
  if (!event.name) return;
  if (isAllowed("statistics")) {
    const entry = JSON.parse(rules.analyticsEvent({ ...whole, variant: "tag_manager" }).json);
    // The tag manager merges each entry with the previous ones, so the previous products are cleared first.
    if (entry.ecommerce) push({ ecommerce: null });
    push(entry);
  }
  if (isMeasured()) gtag("event", event.name, JSON.parse(event.json));
  // The shop counts purchases itself.
  if (form.event !== "purchase" && isCounted()) {
    count(event.counted, rules.analyticsTimings().gathered_ms);
  }
  if (event.reported_order) reported.push(event.reported_order);
}

function trackPageView(url: string, referrer: string): void {
  setLocation(url, referrer);
  if (isMeasured()) gtag("event", "page_view", { ...sendLocation(rules), page_title: document.title });
}

async function trackPurchase({ page }: PageData, url: string): Promise<void> {
  if (page.kind !== "order_received") return;
  // A purchase is reported once, so it waits until all allowed receivers are loaded.
  if (isServiceAwaited() || !hasReceivers()) return;
  const key = new URL(url).searchParams.get("key") ?? "";
  const form = await fetchPurchaseEvent(Number(page.number), key);
  if (form) track(form);
}

function trackChoice(cart: Cart, chosen: { tier?: string; type?: string }): void {
  const { tier, type } = chosen;
  lastChoice = { ...lastChoice, ...chosen };
  if (tier !== undefined) track({ ...cartForm("add_shipping_info", cart), shipping_tier: tier });
  if (type !== undefined) track({ ...cartForm("add_payment_info", cart), payment_type: type });
}

function trackCartChange(before: Pick<Cart, "items"> | null, after: Cart): void {
  for (const form of changeForms(before, after)) track(form);
}

function handleNote(one: Note): void {
  switch (one.kind) {
    case "page": {
      const { url = window.location.href, referrer = "" } = one;
      const added = addedByForm(one.data);
      lastChoice = {};
      atCheckout = one.data.page.kind === "checkout";
      lists = pageLists(one.data);
      trackPageView(url, referrer);
      for (const form of pageForms(one.data, rules, { searched, url, referrer })) {
        if (form.event === "search") searched = form.search_term ?? "";
        track(form);
      }
      if (added) trackCartChange(added.before, added.after);
      trackPurchase(one.data, url).catch((error: unknown) => console.error(error));
      return;
    }
    case "quick_view": {
      const items = [cardItem(one.page.card)];
      setTimeout(() => track({ event: "view_item", items }), core().quickViewTimings().analytics_after_ms);
      return;
    }
    case "cart":
      trackCartChange(one.before, one.after);
      return;
    case "form_sent":
      if (hasReceivers()) storeCartLines(one.before);
      return;
    case "sheet":
      if (!atCheckout && one.cart.items.length > 0) track(cartForm("begin_checkout", one.cart));
      return;
    case "delivery":
      trackChoice(one.cart, { tier: one.tier });
      return;
    case "payment":
      trackChoice(one.cart, { type: one.type });
      return;
    case "ordering":
      if (lastChoice.tier !== one.tier) trackChoice(one.cart, { tier: one.tier });
      if (lastChoice.type !== one.type) trackChoice(one.cart, { type: one.type });
  }
}

/** Reports the selection of a listed product, and the opening of its page unless it opens in the quick view. */
function onLinkClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== window.location.origin) return;
  const path = barePath(link.pathname);
  for (const { name, items, paths } of lists) {
    const item = items[paths.indexOf(path ?? "")];
    if (!item) continue;
    track({ event: "select_item", list_name: name, items: [item] });
    if (!link.matches(".woosq-btn, .woosq-link")) track({ event: "select_content", items: [item] });
    return;
  }
}

/** Starts or resumes counting. `open`: whether the document's content security policy allows third-party services. */
export function startCounting(analyticsFrame: AnalyticsFrame, loaded: AnalyticsRules, open: boolean): void {
  [frame, rules] = [analyticsFrame, loaded];
  if (!isStarted) {
    isStarted = true;
    if (!startTags(frame, rules, open)) {
      dropCurrentPage();
      return;
    }
    flushOnLeaving();
    document.addEventListener("click", onLinkClick, true);
    subscribeConsent(() => {
      if (!frame.own || !isAllowed("statistics", frame.own)) dropCounted();
    });
  }
  consumeNotes(handleNote);
}
