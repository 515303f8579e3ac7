// All that a page needs once it takes payments: loaded by such pages alone.

import { loadRules } from "../../core/load.ts";
import type { GatewaySettings, Lang } from "../../core/types.ts";
import { type LookSaver, lookSaver } from "./appearance.ts";
import { loadProvider, type Provider } from "./elements.ts";
import { type GatewayCalls, gatewayCalls } from "./gatewayCalls.ts";

export { PaymentBox } from "./PaymentBox.tsx";
export { routeOf, runRoute, takeRoute } from "./routes.ts";

export interface PaymentTools {
  settings: GatewaySettings;
  lang: Lang;
  /** `null`: its script could not be loaded. */
  provider: Provider | null;
  calls: GatewayCalls;
  saver: LookSaver;
}

/** Loads the rules of payments and the provider. */
export async function loadTools(settings: GatewaySettings, lang: Lang): Promise<PaymentTools> {
  await loadRules("payment");
  const calls = gatewayCalls(settings, lang);
  // Without the provider its methods say that they could not be loaded; the others go on working.
  const provider = await loadProvider(settings, lang).catch(() => null);
  return { settings, lang, provider, calls, saver: lookSaver(calls, settings.isCheckout) };
}
