import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { inLanguage } from "../core/address.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import type { Collected, Collector } from "./collect.ts";
import { type Later, later } from "./later.ts";
import type { RouteEnd } from "./routes.ts";
import type { PaymentTools } from "./tools.ts";

type ToolsModule = typeof import("./tools.ts");

/** What was loaded for the page. */
export interface Loaded extends Pick<ToolsModule, "PaymentBox"> {
  tools: PaymentTools;
}

/** What the shopper is told of a payment that failed. */
export interface PaymentFailure {
  text: string;
  /** Counts failures: the same sentence twice is told twice. */
  count: number;
}

/** Payments on one page: which methods are the provider's, what an order needs of them, and confirmations. */
export interface PaymentDesk {
  settings: GatewaySettings;
  /** `null`: still loading. */
  loaded: Loaded | null;
  /** A payment is under way: the page is blocked. */
  processing: boolean;
  /** The last failure; `null`: none, or dismissed. */
  failed: PaymentFailure | null;
  /** The provider's id of a way of payment; `null`: it is none of the provider's. */
  typeOf: (method: string) => string | null;
  /** Whether a way of payment cannot be used with this billing country, or for what is paid here. */
  isHidden: (method: string, country: string) => boolean;
  /** The boxes of methods leave here what gives the order's fields. */
  setCollector: (type: string, collector: Collector | null) => void;
  /** The order's fields for a way of payment. Waits for what is still loading. */
  collect: (method: string) => Promise<Collected>;
  /** Works off the confirmation that an answer of the server is, which is `asked` for first; `null`: it is an address. */
  follow: (address: string, asked: () => void) => Promise<RouteEnd | null>;
  begin: () => void;
  end: () => void;
  /** Frees the page and tells what went wrong; an empty text only frees it. */
  fail: (text: string) => void;
  dismiss: () => void;
}

/** Told on the body when a payment failed, for scripts that follow the checkout. */
export const CHECKOUT_ERROR = "checkout_error";

/**
 * Payments of a page. Everything heavy is loaded when the page is there. Confirmations asked for in the address are worked off
 * then, and with each change of the hash. `dueMinor`: what is to be paid now, where that changes while the page is open.
 */
export function usePayments(given: GatewaySettings | null, dueMinor?: number): PaymentDesk | null {
  const lang = useLang();
  const [module, setModule] = useState<{ code: ToolsModule; tools: PaymentTools } | null>(null);
  const [processing, setProcessing] = useState(false);
  const [failed, setFailed] = useState<PaymentFailure | null>(null);
  const count = useRef(0);
  const collectors = useRef(new Map<string, Later<Collector | null>>());
  const broken = useRef(false);
  const collectorOf = useCallback((type: string) => {
    const found = collectors.current.get(type) ?? later();
    collectors.current.set(type, found);
    if (broken.current) found.set(null);
    return found;
  }, []);

  const fail = useCallback((text: string) => {
    setProcessing(false);
    if (!text) return;
    count.current += 1;
    setFailed({ text, count: count.current });
    document.body.dispatchEvent(new CustomEvent(CHECKOUT_ERROR, { detail: text }));
  }, []);

  const settings = useMemo(
    () =>
      given && dueMinor !== undefined
        ? { ...given, cartTotal: dueMinor, isPaymentNeeded: dueMinor > 0 }
        : given,
    [given, dueMinor],
  );

  useEffect(() => {
    if (!given) return;
    let gone = false;
    let stop = () => {};
    const start = async () => {
      const code = await import("./tools.ts");
      const tools = await code.loadTools(given, lang);
      if (gone) return;
      setModule({ code, tools });
      const work = async () => {
        const route = code.takeRoute();
        const { provider } = tools;
        if (!route) return;
        if (!provider) {
          fail(tools.unavailable);
          return;
        }
        setFailed(null);
        setProcessing(true);
        const end = await code.runRoute(route, { ...tools, provider });
        if (end.path) window.location.assign(inLanguage(end.path));
        else fail(end.text ?? "");
      };
      window.addEventListener("hashchange", work);
      stop = () => window.removeEventListener("hashchange", work);
      await work();
    };
    start().catch((error: unknown) => {
      console.error(error);
      // Without the scripts there will be no fields to wait for.
      broken.current = true;
      for (const waited of collectors.current.values()) waited.set(null);
      if (!gone) fail(given.genericErrorMessage);
    });
    return () => {
      gone = true;
      stop();
    };
  }, [given, lang, fail]);

  const typeOf = useCallback(
    (method: string) => {
      const configs = Object.entries(settings?.paymentMethodsConfig ?? {});
      return configs.find(([, config]) => config.gatewayId === method)?.[0] ?? null;
    },
    [settings],
  );

  return useMemo(() => {
    if (!settings) return null;
    return {
      settings,
      loaded: module && { PaymentBox: module.code.PaymentBox, tools: { ...module.tools, settings } },
      processing,
      failed,
      typeOf,
      isHidden: (method, country) => {
        const config = settings.paymentMethodsConfig[typeOf(method) ?? ""];
        if (config?.standsWithin) return true;
        const known = country || settings.customerData.billing_country;
        if (!config || !module) return false;
        const id = typeOf(method) ?? "";
        const refused = core().paymentMethodRefusals({
          method: id,
          enabled: [id],
          countries: config.countries,
          billing_country: known,
          currency: settings.currency,
          any_currency: settings.anyCurrency,
          amount: settings.cartTotal,
          subscription: settings.cartContainsSubscription && !settings.subscriptionRequiresManualRenewal,
        });
        return refused.length > 0;
      },
      setCollector: (type, collector) => {
        if (collector) collectorOf(type).set(collector);
        else collectors.current.delete(type);
      },
      collect: async (method) => {
        const type = typeOf(method);
        const collector = type === null ? null : await collectorOf(type).get();
        return collector ? collector() : { text: settings.genericErrorMessage };
      },
      follow: async (address, asked) => {
        const route = module?.code.routeOf(address);
        if (!module || !route) return null;
        asked();
        const { provider } = module.tools;
        if (!provider) return { text: module.tools.unavailable };
        return module.code.runRoute(route, { ...module.tools, provider });
      },
      begin: () => {
        setFailed(null);
        setProcessing(true);
      },
      end: () => setProcessing(false),
      fail,
      dismiss: () => setFailed(null),
    };
  }, [settings, module, processing, failed, typeOf, collectorOf, fail]);
}
