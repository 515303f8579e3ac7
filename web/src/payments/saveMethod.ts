import { core } from "../core/core.ts";
import type { Lang } from "../core/types.ts";
import { PaymentRefusal, refusalText } from "./errors.ts";
import { ended, type RouteEnd } from "./routes.ts";
import type { PaymentTools } from "./tools.ts";

/** Keeps a method in the account: the server makes a setup intent of it, and the bank is asked where the provider wants it.
 * `listing`: where the methods are listed, when the answer names no page; `further`: fields of the page's form that go along. */
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
    const back = core().sameOriginPath(origin, answer.returnUrl) ?? listing;
    const next = core().afterSetup({
      status: answer.status,
      action: answer.action,
      action_url: answer.actionUrl,
      payment_type: answer.paymentType,
      sandbox_origin: settings.sandboxOrigin,
    });
    if (next.next === "done") return { path: back };
    // The provider's own page: it leads back by itself.
    if (next.next === "provider") return { path: next.url };
    if (next.next !== "confirm" && next.next !== "confirm_wallet") return ended(next, lang);
    if (!provider) throw new PaymentRefusal({}, core().messageText("payment_details_missing", {}, lang));
    const { made, failure } = await provider.confirmSetup(answer.clientSecret);
    if (failure) throw new PaymentRefusal(failure);
    return next.next === "confirm_wallet"
      ? ended(core().afterWalletSetup(origin, made.status, back), lang)
      : { path: back };
  } catch (error) {
    return { text: refusalText(error, settings, lang) };
  }
}
