import { pageOf } from "../../tests/fixture.tsx";
import { serve } from "../../tests/server.ts";
import type { GatewaySettings } from "../core/types.ts";
import { PaymentRefusal } from "./errors.ts";
import { gatewayCalls } from "./gatewayCalls.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const fetched = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = fetched;
  jest.restoreAllMocks();
});

/** What a call is refused with when the server answers so. */
async function refusal(answer: unknown, ok = true): Promise<PaymentRefusal> {
  globalThis.fetch = async () => ({ ok, json: async () => answer }) as unknown as Response;
  const refused = await gatewayCalls(page, "it")
    .createPaymentIntent("card")
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PaymentRefusal);
  return refused as PaymentRefusal;
}

test("a result of failure throws its messages, without their markup", async () => {
  const messages = '<ul class="woocommerce-error" role="alert"><li>Il carrello &egrave; vuoto.</li></ul>';
  expect((await refusal({ result: "failure", messages })).text).toBe("Il carrello è vuoto.");
});

test("an error is told whether it is an object, a sentence or all of the data", async () => {
  const sentence = "La carta è stata rifiutata.";
  for (const data of [{ error: { message: sentence } }, { error: sentence }, { message: sentence }, sentence])
    expect((await refusal({ success: false, data })).failure.message).toBe(sentence);
});

test("who is offline is told so", async () => {
  jest.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  await expect(gatewayCalls(page, "en").createPaymentIntent("card")).rejects.toThrow(
    "You are probably offline.",
  );
});

test("what goes wrong with telling of a failed order is ignored", async () => {
  for (const answer of [
    { status: 500, body: {} },
    { body: { success: false, data: "no" } },
    { body: null, html: "<p>" },
  ]) {
    const calls = serve(() => answer);
    await expect(gatewayCalls(page, "it").updateFailedOrder(7, "pi_1")).resolves.toBeUndefined();
    expect(calls.map(({ form }) => Object.fromEntries(form))).toEqual([
      { intent_id: "pi_1", order_id: "7", _ajax_nonce: page.updateFailedOrderNonce },
    ]);
  }
  serve(() => {
    throw new TypeError("Failed to fetch");
  });
  await expect(gatewayCalls(page, "it").updateFailedOrder(7, "pi_1")).resolves.toBeUndefined();
});

test("an older confirmation that failed is told to its page with is_ajax, whatever that answers", async () => {
  const calls = serve(() => ({ status: 500, body: {} }));
  await gatewayCalls(page, "it").tellLegacyFailure("/?wc-ajax=wc_stripe_verify_intent&order=7");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /?wc-ajax=wc_stripe_verify_intent&order=7&is_ajax",
  ]);
});

test("further fields of the page's form go along with a method that is saved, and never in place of its own", async () => {
  const calls = serve(() => ({ body: { success: true, data: { status: "succeeded" } } }));
  const further = { update_all_subscriptions: "true", "wc-stripe-payment-method": "pm_other", action: "x" };
  await gatewayCalls(page, "it").createAndConfirmSetupIntent("pm_1", "card", further);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /wp-admin/admin-ajax.php"]);
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    update_all_subscriptions: "true",
    action: "wc_stripe_create_and_confirm_setup_intent",
    "wc-stripe-payment-method": "pm_1",
    "wc-stripe-payment-type": "card",
    _ajax_nonce: page.createAndConfirmSetupIntentNonce,
  });
});
