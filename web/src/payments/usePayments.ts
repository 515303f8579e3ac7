import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { inLanguage } from "../core/address.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import type { Collected, Collector } from "./collect.ts";
import { type Deferred, deferred } from "./deferred.ts";
import type { RouteEnd } from "./routes.ts";
import type { PaymentTools } from "./tools.ts";

type ToolsModule = typeof import("./tools.ts");

/** The lazily loaded code and tools of a page. */
export interface Loaded extends Pick<ToolsModule, "PaymentBox"> {
  tools: PaymentTools;
}

/** The message about a failed payment. */
export interface PaymentFailure {
  text: string;
  /** Counts failures, so that the same sentence is announced again. */
  count: number;
}

/** Payments on one page: which methods are the provider's, what an order needs of them, and confirmations. */
export interface Payments {
  settings: GatewaySettings;
  /** `null` while loading. */
  loaded: Loaded | null;
  /** Whether a payment is being processed, which blocks the page. */
  processing: boolean;
  /** The last failure; `null` if there is none or it was dismissed. */
  failed: PaymentFailure | null;
  /** Returns the provider's id of a payment method; `null` if it is not one of the provider's. */
  providerType: (method: string) => string | null;
  /** Whether a payment method cannot be used with this billing country, amount or currency. */
  isHidden: (method: string, country: string) => boolean;
  /** Registers the function that collects a method's order fields. */
  setCollector: (type: string, collector: Collector | null) => void;
  /** Collects the order's fields for a payment method. Waits for what is still loading. */
  collect: (method: string) => Promise<Collected>;
  /**
   * Runs the confirmation if the server's response is one; `onRoute` is called first. Resolves to `null` if the response is an
   * address.
   */
  follow: (address: string, onRoute: () => void) => Promise<RouteEnd | null>;
  begin: () => void;
  end: () => void;
  /** Unblocks the page and shows what went wrong; an empty text only unblocks it. */
  fail: (text: string) => void;
  dismiss: () => void;
}

/** Dispatched on the body when a payment failed, for scripts that follow the checkout. */
export const CHECKOUT_ERROR = "checkout_error";

/**
 * Provides the payments of a page. Everything heavy is loaded after hydration. Confirmations requested in the URL hash are run
 * then, and again on each change of the hash. `dueMinor` is the amount payable now, for pages where it changes.
 */
export function usePayments(pageSettings: GatewaySettings | null, dueMinor?: number): Payments | null {
  const lang = useLang();
  const [module, setModule] = useState<{ code: ToolsModule; tools: PaymentTools } | null>(null);
  const [processing, setProcessing] = useState(false);
  const [failed, setFailed] = useState<PaymentFailure | null>(null);
  const count = useRef(0);
  const collectors = useRef(new Map<string, Deferred<Collector | null>>());
  const broken = useRef(false);
  const getCollector = useCallback((type: string) => {
    const found = collectors.current.get(type) ?? deferred();
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
      pageSettings && dueMinor !== undefined
        ? { ...pageSettings, cartTotal: dueMinor, isPaymentNeeded: dueMinor > 0 }
        : pageSettings,
    [pageSettings, dueMinor],
  );

  useEffect(() => {
    if (!pageSettings) return;
    let cancelled = false;
    let stop = () => {};
    const start = async () => {
      const code = await import("./tools.ts");
      const tools = await code.loadTools(pageSettings, lang);
      if (cancelled) return;
      setModule({ code, tools });
      const runHashRoute = async () => {
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
      window.addEventListener("hashchange", runHashRoute);
      stop = () => window.removeEventListener("hashchange", runHashRoute);
      await runHashRoute();
    };
    start().catch((error: unknown) => {
      console.error(error);
      // Without the scripts there will be no fields to wait for.
      broken.current = true;
      for (const waited of collectors.current.values()) waited.set(null);
      if (!cancelled) fail(pageSettings.genericErrorMessage);
    });
    return () => {
      cancelled = true;
      stop();
    };
  }, [pageSettings, lang, fail]);

  const providerType = useCallback(
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
      providerType,
      isHidden: (method, country) => {
        const config = settings.paymentMethodsConfig[providerType(method) ?? ""];
        if (config?.standsWithin) return true;
        const billingCountry = country || settings.customerData.billing_country;
        if (!config || !module) return false;
        const id = providerType(method) ?? "";
        const refusals = core().paymentMethodRefusals({
          method: id,
          enabled: [id],
          countries: config.countries,
          billing_country: billingCountry,
          currency: settings.currency,
          any_currency: settings.anyCurrency,
          amount: settings.cartTotal,
          subscription: settings.cartContainsSubscription && !settings.subscriptionRequiresManualRenewal,
        });
        return refusals.length > 0;
      },
      setCollector: (type, collector) => {
        if (collector) getCollector(type).set(collector);
        else collectors.current.delete(type);
      },
      collect: async (method) => {
        const type = providerType(method);
        const collector = type === null ? null : await getCollector(type).get();
        return collector ? collector() : { text: settings.genericErrorMessage };
      },
      follow: async (address, onRoute) => {
        const route = module?.code.parseRoute(address);
        if (!module || !route) return null;
        onRoute();
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
  }, [settings, module, processing, failed, providerType, getCollector, fail]);
}
