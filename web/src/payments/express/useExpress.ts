import { useCallback, useEffect, useRef, useState } from "react";
import { note } from "../../context/analytics/notes.ts";
import { startOrdering } from "../../context/ordering.ts";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { ExpressDeclared, Wallet } from "../../core/types.ts";
import { errorText, PaymentFailedError } from "../errors.ts";
import { parseRoute, runRoute } from "../routes.ts";
import { CHECKOUT_ERROR } from "../usePayments.ts";
import { WALLET_NAMES } from "../walletNames.ts";
import type { ChangeAnswer, Confirmation, SheetAddress, WalletClick } from "../wallets.ts";
import { startDeadline } from "./deadline.ts";
import { isDeclared, offerDeclarations, orderForm, settleWithin } from "./flow.ts";
import { AT_REST, type Purchase, type PurchaseEvent, step } from "./machine.ts";
import {
  orderToPay,
  type PlacedOrder,
  placeExpressOrder,
  UnknownOutcomeError,
  UnpaidOrderError,
} from "./order.ts";
import { type Ending, type Offer, type PurchaseSource, sheetItems } from "./purchaseSource.ts";
import { type ExpressTools, paymentRules } from "./tools.ts";

const NOTHING_DECLARED: Required<ExpressDeclared> = {
  terms: false,
  age_confirmed: false,
  files_consent: false,
};

/** An order whose payment failed, and the offer that it was placed for. */
interface Unpaid {
  order: PlacedOrder;
  offer: Offer;
  /** Fingerprint of the page's offer at that time: an order for anything else is a new one. */
  fingerprint: string;
}

/**
 * Prefetches the rules while the shopper looks at the sheet. Errors are ignored here: each later use requests the rules again and
 * handles its own failure.
 */
export const prefetchRules = () => void paymentRules().catch(() => {});

const fingerprintOf = ({ total, items }: Offer): string => JSON.stringify([total.amount, items]);

/** Runs a wallet purchase, from the press of its button to the next page. If given, `onFailure` shows the failure messages. */
export function useExpress(tools: ExpressTools, source: PurchaseSource, onFailure?: (text: string) => void) {
  const { settings, calls, routes, lang } = tools;
  const [purchase, setPurchase] = useState<Purchase>(AT_REST);
  const [declared, setDeclared] = useState(NOTHING_DECLARED);
  const now = useRef(AT_REST);
  const [failedOrder, setFailedOrder] = useState<Unpaid | null>(null);
  const unpaid = failedOrder && failedOrder.fingerprint === fingerprintOf(source.offer) ? failedOrder : null;
  const offer = unpaid?.offer ?? source.offer;
  const latest = useRef({ source, declared, offer, unpaid, onFailure });
  latest.current = { source, declared, offer, unpaid, onFailure };
  /** Resolves once the product is in the cart. */
  const added = useRef<Promise<void>>(Promise.resolve());
  /** Amount that the sheet shows as payable. */
  const sheetTotal = useRef(0);
  /** Serialises the requests for changes in the sheet. */
  const queue = useRef<Promise<void>>(Promise.resolve());

  /** Presses that wait for the cart. */
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (source.pending) return;
    for (const go of waiting.current.splice(0)) go();
  }, [source.pending]);

  const send = useCallback((event: PurchaseEvent): Purchase => {
    now.current = step(now.current, event);
    setPurchase(now.current);
    return now.current;
  }, []);

  /** Unblocks the page and reports the failure. */
  const reportFailure = useCallback(
    (text: string) => {
      const { onFailure } = latest.current;
      send({ kind: "failed", text: onFailure ? "" : text });
      if (onFailure) onFailure(text);
      else document.body.dispatchEvent(new CustomEvent(CHECKOUT_ERROR, { detail: text }));
    },
    [send],
  );

  /** Ends what was started with the cart, once the product is in it. */
  const release = useCallback(async (ending: Ending): Promise<string> => {
    await added.current.catch(() => {});
    added.current = Promise.resolve();
    return latest.current.source.release(ending).catch(() => "");
  }, []);

  const fail = useCallback(
    async (error: unknown) => {
      // Without the rules, only the general error message is available.
      const text = await paymentRules().then(
        () => errorText(error, routes.settings, lang),
        () => routes.settings.genericErrorMessage,
      );
      if (!(error instanceof PaymentFailedError)) calls.logErrors(String(error));
      const sentences = [text];
      if (error instanceof UnpaidOrderError) {
        const { source, offer } = latest.current;
        const total = { ...offer.total, amount: sheetTotal.current };
        const order = { ...offer, total, items: [], shipping: false, rates: [] };
        setFailedOrder({ order: error.order, offer: order, fingerprint: fingerprintOf(source.offer) });
        sentences.push(core().messageText("express_order_waits", { number: String(error.order.id) }, lang));
      }
      sentences.push(await release(error instanceof UnpaidOrderError ? "placed" : "given_up"));
      // The order has emptied the cart, so the checkout page redirects to the order.
      if (error instanceof UnknownOutcomeError && latest.current.source.cart?.()?.items.length === 0) {
        window.location.assign(inLanguage("/checkout/"));
        return;
      }
      reportFailure(sentences.filter(Boolean).join("\n"));
    },
    [calls, lang, release, routes, reportFailure],
  );

  /** Waits for a pending cart as long as wallets allow. Resolves to `changed` if the buttons were created again meanwhile. */
  const waitForCart = useCallback(async (): Promise<"ready" | "changed" | "late"> => {
    const { pending, version } = latest.current.source;
    if (!pending) return "ready";
    const cartReady = new Promise<void>((done) => waiting.current.push(done));
    const { settled } = await settleWithin(cartReady, core().expressTimings().add_to_cart_race_ms);
    if (settled !== "done") return "late";
    return latest.current.source.version === version ? "ready" : "changed";
  }, []);

  const press = useCallback(
    async (wallet: Wallet, click: WalletClick) => {
      const { source, declared, unpaid } = latest.current;
      const before = now.current.phase;
      const { phase } = send({
        kind: "pressed",
        wallet,
        needsLogin: settings.login_confirmation !== null,
        isDeclared: isDeclared(offerDeclarations(settings, latest.current.offer), declared),
        unavailableReason: unpaid ? "" : source.unavailableReason(),
      });
      if (phase === "opening" || phase === "declaring") prefetchRules();
      if (phase !== "opening" || before === "opening") {
        click.refuse();
        return;
      }
      const cartState = await waitForCart();
      if (cartState === "late") {
        click.refuse();
        send({ kind: "failed", text: core().messageText("payment_timeout", {}, lang) });
        return;
      }
      const { offer } = latest.current;
      const rates = offer.shipping ? offer.rates : [];
      // Goods that cannot be delivered anywhere never open a sheet.
      if (cartState === "changed" || !core().walletSessionOpens(offer.shipping, rates.length)) {
        click.refuse();
        send({ kind: "withdrawn" });
        return;
      }
      added.current = (unpaid ? undefined : source.addToCart?.()) ?? Promise.resolve();
      const adding = await settleWithin(added.current, core().expressTimings().add_to_cart_race_ms);
      if (adding.settled === "failed") {
        click.refuse();
        await fail(adding.error);
        return;
      }
      sheetTotal.current = offer.total.amount;
      click.open({ items: sheetItems(offer), rates });
      send({ kind: "opened" });
      const cart = source.cart?.();
      if (cart) note({ kind: "sheet", cart });
    },
    [fail, lang, waitForCart, send, settings],
  );

  /** Requests a change in the sheet from the shop; anything but success rejects the change. */
  type ShippingRequest = (signal: AbortSignal) => ReturnType<typeof calls.shippingOptions>;
  const change = useCallback(
    (answer: ChangeAnswer, request: ShippingRequest) => {
      const deadline = startDeadline(lang);
      queue.current = queue.current.then(async () => {
        try {
          await settleWithin(added.current, core().expressTimings().add_to_cart_wait_ms);
          const answered = await deadline.race(request(deadline.signal));
          const { result, shipping_options: rates, displayItems: items, total } = answered;
          if (result !== "success") {
            answer.reject();
            return;
          }
          sheetTotal.current = total.amount;
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

  /** Returns the next page's address, after any challenge by the bank. */
  const followRoute = useCallback(
    async (path: string): Promise<string> => {
      const route = parseRoute(path);
      if (!route) return path;
      const end = await runRoute(route, routes);
      if (end.path === undefined) throw new PaymentFailedError({}, end.text);
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
        const adding = await settleWithin(added.current, core().expressTimings().add_to_cart_wait_ms);
        if (adding.settled === "failed") throw adding.error;
        const cart = latest.current.source.cart?.();
        if (cart) note({ kind: "payment", cart, type: WALLET_NAMES[wallet] });
        const { value: token, failure } = await deadline.race(confirmation.createToken());
        if (failure) throw new PaymentFailedError(failure);
        const declarations = offerDeclarations(settings, offer);
        const form = orderForm(settings, {
          ...{ wallet, payer: confirmation.payer, token, declarations, declared },
          ...{ shipping: offer.shipping, shownCents: sheetTotal.current, paysForOrder: placed !== null },
        });
        const paid = placed ?? orderToPay(settings);
        // Once the order is sent, only the server knows its outcome: the signal ends the wait, not the order.
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
        const path = await followRoute(next.path);
        send({ kind: "placed" });
        ordered(true);
        await release("bought");
        window.location.assign(inLanguage(path));
      } catch (error) {
        ordered(false);
        if (!sheetClosed) confirmation.fail();
        const isPaymentError = error instanceof PaymentFailedError && !(error instanceof UnpaidOrderError);
        const text = isPaymentError && placed && sheetClosed ? errorText(error, routes.settings, lang) : "";
        await fail(placed && text ? new UnpaidOrderError(placed, text) : error);
      } finally {
        deadline.end();
      }
    },
    [calls, fail, followRoute, lang, release, routes, send, settings],
  );

  const cancel = useCallback(async () => {
    if (send({ kind: "cancelled" }).phase !== "idle") return;
    const text = await release(latest.current.unpaid ? "placed" : "given_up");
    if (text) reportFailure(text);
  }, [release, send, reportFailure]);

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
