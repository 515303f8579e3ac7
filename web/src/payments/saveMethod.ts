import { core } from "../core/core.ts";
import type { Lang } from "../core/types.ts";
import { errorText, PaymentFailedError } from "./errors.ts";
import { type RouteEnd, toRouteEnd } from "./routes.ts";
import type { PaymentTools } from "./tools.ts";

/**
 * Saves a method in the account: the server creates a setup intent, and the provider shows the bank's challenge if it requires
 * one. `listing` is the page that lists the methods, used when the response names no page; `further` are other fields of the
 * page's form.
 */
export async function saveMethod(
  { settings, provider, calls }: PaymentTools,
  paymentMethod: string,
  type: string,
  listing: string,
  lang: Lang,
  further: Record<string, string> = {},
): Promise<RouteEnd> {
  const { origin } = window.location;
  try {
    const answer = await calls.createAndConfirmSetupIntent(paymentMethod, type, further);
    const returnPath = core().sameOriginPath(origin, answer.returnUrl) ?? listing;
    const next = core().afterSetup({
      status: answer.status,
      action: answer.action,
      action_url: answer.actionUrl,
      payment_type: answer.paymentType,
      sandbox_origin: settings.sandboxOrigin,
    });
    if (next.next === "done") return { path: returnPath };
    // The provider's own page redirects back by itself.
    if (next.next === "provider") return { path: next.url };
    if (next.next !== "confirm" && next.next !== "confirm_wallet") return toRouteEnd(next, lang);
    if (!provider) throw new PaymentFailedError({}, core().messageText("payment_details_missing", {}, lang));
    const { value: intent, failure } = await provider.confirmSetup(answer.clientSecret);
    if (failure) throw new PaymentFailedError(failure);
    return next.next === "confirm_wallet"
      ? toRouteEnd(core().afterWalletSetup(origin, intent.status, returnPath), lang)
      : { path: returnPath };
  } catch (error) {
    return { text: errorText(error, settings, lang) };
  }
}
