// All that a page needs once it takes payments: loaded by such pages alone.

import { core } from "../core/core.ts";
import { loadRules } from "../core/load.ts";
import type { GatewaySettings, Lang } from "../core/types.ts";
import { type LookSaver, lookSaver } from "./appearance.ts";
import { loadProvider, type Provider } from "./elements.ts";
import { PaymentRefusal } from "./errors.ts";
import { type GatewayCalls, gatewayCalls } from "./gatewayCalls.ts";

export { PaymentBox } from "./PaymentBox.tsx";
export { routeOf, runRoute, takeRoute } from "./routes.ts";

/** As shoppers know it. */
const PROVIDER_NAME = "Stripe";

export interface PaymentTools {
  settings: GatewaySettings;
  lang: Lang;
  /** `null`: its script could not be loaded. */
  provider: Provider | null;
  /** Why it could not. */
  unavailable: string;
  calls: GatewayCalls;
  saver: LookSaver;
}

/** Loads the rules of payments and the provider. */
export async function loadTools(settings: GatewaySettings, lang: Lang): Promise<PaymentTools> {
  await loadRules("checkout");
  const calls = gatewayCalls(settings, lang);
  // Without the provider its methods say that they could not be loaded; the others go on working.
  let provider: Provider | null = null;
  let unavailable = "";
  try {
    provider = await loadProvider(settings, lang);
  } catch (error) {
    console.warn(error);
    unavailable = core().messageText("payment_no_data", { provider: PROVIDER_NAME }, lang);
    if (error instanceof PaymentRefusal && error.text) unavailable = error.text;
  }
  return { settings, lang, provider, unavailable, calls, saver: lookSaver(calls, settings.isBlockCheckout) };
}
