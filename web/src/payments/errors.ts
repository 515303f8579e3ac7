import { core } from "../core/core.ts";
import type { GatewaySettings, Lang } from "../core/types.ts";
import { type Failure, failure } from "./elements.ts";

/** A payment failure with the sentence, or the codes, that the shopper's message is built from. */
export class PaymentFailedError extends Error {
  readonly failure: Failure;
  /** The sentence, if the server or the core has already provided it. */
  readonly text: string;

  constructor(part: Partial<Failure>, text = "") {
    super(text || part.message || part.code);
    this.name = "PaymentRefusal";
    this.failure = failure(part);
    this.text = text;
  }
}

/** The settings that error messages are built from. */
type ErrorTextSettings = Pick<GatewaySettings, "genericErrorMessage" | "messages"> &
  Partial<Pick<GatewaySettings, "invalid_wallet_type">>;

/** Returns the sentence for any error. It is empty when the provider's fields show the message themselves. */
export function errorText(error: unknown, settings: ErrorTextSettings, lang: Lang): string {
  if (!(error instanceof PaymentFailedError)) return settings.genericErrorMessage;
  if (error.text) return error.text;
  const { invalid_wallet_type, messages } = settings;
  const ownMessages = { ...(invalid_wallet_type && { invalid_wallet_type }), ...messages };
  return core().paymentErrorMessage({ ...error.failure, settings: ownMessages }, lang);
}
