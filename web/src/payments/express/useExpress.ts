import { useCallback, useEffect, useRef, useState } from "react";
import { note } from "../../context/analytics/notes.ts";
import { startOrdering } from "../../context/ordering.ts";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { ExpressDeclared, Wallet } from "../../core/types.ts";
import { PaymentRefusal, refusalText } from "../errors.ts";
import { routeOf, runRoute } from "../routes.ts";
import { CHECKOUT_ERROR } from "../usePayments.ts";
import { WALLET_NAMES } from "../walletNames.ts";
import type { ChangeAnswer, Confirmation, SheetAddress, WalletClick } from "../wallets.ts";
import { startDeadline } from "./deadline.ts";
import { askedFor, isDeclared, orderForm, within } from "./flow.ts";
import { AT_REST, type Purchase, type PurchaseEvent, step } from "./machine.ts";
import { orderOfPage, type PlacedOrder, placeExpressOrder, UnknownOutcome, UnpaidOrder } from "./order.ts";
import { type Ending, type Offer, type Place, sheetItems } from "./place.ts";
import { type ExpressTools, paymentRules } from "./tools.ts";

const NOTHING_DECLARED: Required<ExpressDeclared> = {
  terms: false,
  age_confirmed: false,
  files_consent: false,
};

/** An order whose payment failed, and what was bought by it. */
interface Unpaid {
  order: PlacedOrder;
  offer: Offer;
  /** What the page offered then: an order for something else is a new one. */
  of: string;
}

/** Fetches the rules while the shopper still looks at the sheet. Whoever needs them asks again, and hears if they did not come. */
export const fetchAhead = () => void paymentRules().catch(() => {});

const printOf = ({ total, items }: Offer): string => JSON.stringify([total.amount, items]);

/** The purchase by a wallet, from the press of its button to the next page. `onFailure` takes over what is to be told of one. */
export function useExpress(tools: ExpressTools, place: Place, onFailure?: (text: string) => void) {
  const { settings, calls, routes, lang } = tools;
  const [purchase, setPurchase] = useState<Purchase>(AT_REST);
  const [declared, setDeclared] = useState(NOTHING_DECLARED);
  const now = useRef(AT_REST);
  const [failedOrder, setFailedOrder] = useState<Unpaid | null>(null);
  const unpaid = failedOrder && failedOrder.of === printOf(place.offer) ? failedOrder : null;
  const offer = unpaid?.offer ?? place.offer;
  const latest = useRef({ place, declared, offer, unpaid, onFailure });
  latest.current = { place, declared, offer, unpaid, onFailure };
  /** The product on its way into the cart. */
  const added = useRef<Promise<void>>(Promise.resolve());
  /** What the sheet shows as to be paid. */
  const shown = useRef(0);
  /** Changes in the sheet are asked for one after the other. */
  const queue = useRef<Promise<void>>(Promise.resolve());

  /** Presses that wait for the cart. */
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (place.pending) return;
    for (const go of waiting.current.splice(0)) go();
  }, [place.pending]);

  const send = useCallback((event: PurchaseEvent): Purchase => {
    now.current = step(now.current, event);
    setPurchase(now.current);
    return now.current;
  }, []);

  /** Frees the page, and tells what went wrong. */
  const tell = useCallback(
    (text: string) => {
      const { onFailure } = latest.current;
      send({ kind: "failed", text: onFailure ? "" : text });
      if (onFailure) onFailure(text);
      else document.body.dispatchEvent(new CustomEvent(CHECKOUT_ERROR, { detail: text }));
    },
    [send],
  );

  /** Ends what was begun with the cart, once it is there. */
  const release = useCallback(async (ending: Ending): Promise<string> => {
    await added.current.catch(() => {});
    added.current = Promise.resolve();
    return latest.current.place.release(ending).catch(() => "");
  }, []);

  const fail = useCallback(
    async (error: unknown) => {
      // Without the rules the general sentence has to do.
      const text = await paymentRules().then(
        () => refusalText(error, routes.settings, lang),
        () => routes.settings.genericErrorMessage,
      );
      if (!(error instanceof PaymentRefusal)) calls.logErrors(String(error));
      const sentences = [text];
      if (error instanceof UnpaidOrder) {
        const { place, offer } = latest.current;
        const total = { ...offer.total, amount: shown.current };
        const order = { ...offer, total, items: [], shipping: false, rates: [] };
        setFailedOrder({ order: error.order, offer: order, of: printOf(place.offer) });
        sentences.push(core().messageText("express_order_waits", { number: String(error.order.id) }, lang));
      }
      sentences.push(await release(error instanceof UnpaidOrder ? "placed" : "given_up"));
      // The order has emptied the cart: the checkout leads to its page.
      if (error instanceof UnknownOutcome && latest.current.place.cart?.()?.items.length === 0) {
        window.location.assign(inLanguage("/checkout/"));
        return;
      }
      tell(sentences.filter(Boolean).join("\n"));
    },
    [calls, lang, release, routes, tell],
  );

  /** Waits for a cart that is on its way, as long as wallets allow; `anew`: its buttons are others by now. */
  const rested = useCallback(async (): Promise<"rested" | "anew" | "late"> => {
    const { pending, version } = latest.current.place;
    if (!pending) return "rested";
    const rest = new Promise<void>((done) => waiting.current.push(done));
    const { settled } = await within(rest, core().expressTimings().add_to_cart_race_ms);
    if (settled !== "done") return "late";
    return latest.current.place.version === version ? "rested" : "anew";
  }, []);

  const press = useCallback(
    async (wallet: Wallet, click: WalletClick) => {
      const { place, declared, unpaid } = latest.current;
      const before = now.current.phase;
      const { phase } = send({
        kind: "pressed",
        wallet,
        login: settings.login_confirmation !== null,
        declared: isDeclared(askedFor(settings, latest.current.offer), declared),
        refusal: unpaid ? "" : place.refusal(),
      });
      if (phase === "opening" || phase === "declaring") fetchAhead();
      if (phase !== "opening" || before === "opening") {
        click.refuse();
        return;
      }
      const rest = await rested();
      if (rest === "late") {
        click.refuse();
        send({ kind: "failed", text: core().messageText("payment_timeout", {}, lang) });
        return;
      }
      const { offer } = latest.current;
      const rates = offer.shipping ? offer.rates : [];
      // A sheet for goods that cannot be sent anywhere is never opened.
      if (rest === "anew" || !core().walletSessionOpens(offer.shipping, rates.length)) {
        click.refuse();
        send({ kind: "withdrawn" });
        return;
      }
      added.current = (unpaid ? undefined : place.begin?.()) ?? Promise.resolve();
      const adding = await within(added.current, core().expressTimings().add_to_cart_race_ms);
      if (adding.settled === "failed") {
        click.refuse();
        await fail(adding.error);
        return;
      }
      shown.current = offer.total.amount;
      click.open({ items: sheetItems(offer), rates });
      send({ kind: "opened" });
      const cart = place.cart?.();
      if (cart) note({ kind: "sheet", cart });
    },
    [fail, lang, rested, send, settings],
  );

  /** Asks the shop about a change in the sheet; anything but a yes is a no. */
  type Ask = (signal: AbortSignal) => ReturnType<typeof calls.shippingOptions>;
  const change = useCallback(
    (answer: ChangeAnswer, ask: Ask) => {
      const deadline = startDeadline(lang);
      queue.current = queue.current.then(async () => {
        try {
          await within(added.current, core().expressTimings().add_to_cart_wait_ms);
          const answered = await deadline.race(ask(deadline.signal));
          const { result, shipping_options: rates, displayItems: items, total } = answered;
          if (result !== "success") {
            answer.reject();
            return;
          }
          shown.current = total.amount;
          const lines = sheetItems({ total, items });
          answer.resolve({ amount: total.amount, items: lines, ...(rates ? { rates } : {}) });
        } catch {
          answer.reject();
        } finally {
          deadline.end();
        }
      });
    },
    [lang],
  );
  const changeAddress = useCallback(
    (address: SheetAddress, answer: ChangeAnswer) =>
      change(answer, (signal) => calls.shippingOptions(address, signal)),
    [calls, change],
  );
  const changeRate = useCallback(
    (rate: string, answer: ChangeAnswer) => change(answer, (signal) => calls.updateShipping(rate, signal)),
    [calls, change],
  );

  /** The address of what comes next, a bank's question answered first. */
  const goOn = useCallback(
    async (path: string): Promise<string> => {
      const route = routeOf(path);
      if (!route) return path;
      const end = await runRoute(route, routes);
      if (end.path === undefined) throw new PaymentRefusal({}, end.text);
      return end.path;
    },
    [routes],
  );

  const confirm = useCallback(
    async (wallet: Wallet, confirmation: Confirmation) => {
      if (send({ kind: "confirmed" }).phase !== "paying") return;
      const { declared, offer, unpaid } = latest.current;
      let sheetClosed = false;
      let placed: PlacedOrder | null = unpaid?.order ?? null;
      const deadline = startDeadline(lang);
      const ordered = startOrdering();
      try {
        await deadline.race(paymentRules());
        const adding = await within(added.current, core().expressTimings().add_to_cart_wait_ms);
        if (adding.settled === "failed") throw adding.error;
        const cart = latest.current.place.cart?.();
        if (cart) note({ kind: "payment", cart, type: WALLET_NAMES[wallet] });
        const { made: token, failure } = await deadline.race(confirmation.createToken());
        if (failure) throw new PaymentRefusal(failure);
        const asked = askedFor(settings, offer);
        const form = orderForm(settings, {
          ...{ wallet, payer: confirmation.payer, token, asked, declared },
          ...{ shipping: offer.shipping, shownCents: shown.current, paysForOrder: placed !== null },
        });
        const paid = placed ?? orderOfPage(settings);
        // Once the order is sent, nobody but the server knows what became of it: the signal ends the waiting, not the order.
        const { signal } = deadline;
        const { next, order } = await placeExpressOrder(form, settings, calls, lang, paid, signal);
        deadline.end();
        placed = order ?? placed;
        confirmation.done();
        sheetClosed = true;
        if (next.next !== "page") {
          ordered(true);
          if (next.next === "provider") window.location.assign(next.url);
          return;
        }
        const path = await goOn(next.path);
        send({ kind: "placed" });
        ordered(true);
        await release("bought");
        window.location.assign(inLanguage(path));
      } catch (error) {
        ordered(false);
        if (!sheetClosed) confirmation.fail();
        const told = error instanceof PaymentRefusal && !(error instanceof UnpaidOrder);
        const text = told && placed && sheetClosed ? refusalText(error, routes.settings, lang) : "";
        await fail(placed && text ? new UnpaidOrder(placed, text) : error);
      } finally {
        deadline.end();
      }
    },
    [calls, fail, goOn, lang, release, routes, send, settings],
  );

  const cancel = useCallback(async () => {
    if (send({ kind: "cancelled" }).phase !== "idle") return;
    const text = await release(latest.current.unpaid ? "placed" : "given_up");
    if (text) tell(text);
  }, [release, send, tell]);

  return {
    purchase,
    offer,
    unpaid: unpaid?.order.id ?? 0,
    declared,
    setDeclared,
    send,
    press,
    changeAddress,
    changeRate,
    confirm,
    cancel,
  };
}

export type Express = ReturnType<typeof useExpress>;
