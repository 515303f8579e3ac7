// Everything that a page needs once it takes payments; only such pages load it.

import { core } from "../core/core.ts";
import { loadRules } from "../core/load.ts";
import type { GatewaySettings, Lang } from "../core/types.ts";
import { type LookSaver, lookSaver } from "./appearance.ts";
import { loadProvider, type Provider } from "./elements.ts";
import { PaymentFailedError } from "./errors.ts";
import { type GatewayCalls, gatewayCalls } from "./gatewayCalls.ts";

export { PaymentBox } from "./PaymentBox.tsx";
export { parseRoute, runRoute, takeRoute } from "./routes.ts";

/** Name under which shoppers know the provider. */
const PROVIDER_NAME = "Stripe";

export interface PaymentTools {
  settings: GatewaySettings;
  lang: Lang;
  /** `null` if its script could not be loaded. */
  provider: Provider | null;
  /** Message that the provider could not be loaded. */
  unavailable: string;
  calls: GatewayCalls;
  saver: LookSaver;
}

/** Loads the payment rules and the provider. */
export async function loadTools(settings: GatewaySettings, lang: Lang): Promise<PaymentTools> {
  await loadRules("checkout");
  const calls = gatewayCalls(settings, lang);
  // Without the provider, its methods show that they could not be loaded; the others continue to work.
  let provider: Provider | null = null;
  let unavailable = "";
  try {
    provider = await loadProvider(settings, lang);
  } catch (error) {
    console.warn(error);
    unavailable = core().messageText("payment_no_data", { provider: PROVIDER_NAME }, lang);
    if (error instanceof PaymentFailedError && error.text) unavailable = error.text;
  }
  return { settings, lang, provider, unavailable, calls, saver: lookSaver(calls, settings.isBlockCheckout) };
}
