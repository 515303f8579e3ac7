import { core } from "../core/core.ts";
import type { GatewaySettings, Lang } from "../core/types.ts";
import { type Failure, failure } from "./elements.ts";

/** A failure on its way to the shopper. */
export class PaymentRefusal extends Error {
  readonly failure: Failure;
  /** The sentence, where the server or the core has given it already. */
  readonly text: string;

  constructor(part: Partial<Failure>, text = "") {
    super(text || part.message || part.code);
    this.name = "PaymentRefusal";
    this.failure = failure(part);
    this.text = text;
  }
}

/** The shop's own sentences. */
type RefusalSettings = Pick<GatewaySettings, "genericErrorMessage" | "messages"> &
  Partial<Pick<GatewaySettings, "invalid_wallet_type">>;

/** The sentence for anything that went wrong. Empty: the provider's fields tell it themselves. */
export function refusalText(error: unknown, settings: RefusalSettings, lang: Lang): string {
  if (!(error instanceof PaymentRefusal)) return settings.genericErrorMessage;
  if (error.text) return error.text;
  const { invalid_wallet_type, messages } = settings;
  const known = { ...(invalid_wallet_type && { invalid_wallet_type }), ...messages };
  return core().paymentErrorMessage({ ...error.failure, settings: known }, lang);
}
