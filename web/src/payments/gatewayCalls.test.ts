import { pageOf } from "../../tests/fixture.tsx";
import { serve } from "../../tests/server.ts";
import type { GatewaySettings } from "../core/types.ts";
import { PaymentFailedError } from "./errors.ts";
import { gatewayCalls } from "./gatewayCalls.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const fetched = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = fetched;
  jest.restoreAllMocks();
});

/** Returns the error of a call that the server answers like this. */
async function callError(answer: unknown, ok = true): Promise<PaymentFailedError> {
  globalThis.fetch = async () => ({ ok, json: async () => answer }) as unknown as Response;
  const error = await gatewayCalls(page, "it")
    .createPaymentIntent("card")
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PaymentFailedError);
  return error as PaymentFailedError;
}

test("a result of failure throws its messages, without their markup", async () => {
  const messages = '<ul class="woocommerce-error" role="alert"><li>Il carrello &egrave; vuoto.</li></ul>';
  expect((await callError({ result: "failure", messages })).text).toBe("Il carrello è vuoto.");
});

test("an error is reported whether it is an object, a sentence or the whole data", async () => {
  const sentence = "La carta è stata rifiutata.";
  for (const data of [{ error: { message: sentence } }, { error: sentence }, { message: sentence }, sentence])
    expect((await callError({ success: false, data })).failure.message).toBe(sentence);
});

test("an offline shopper gets the offline message", async () => {
  jest.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  await expect(gatewayCalls(page, "en").createPaymentIntent("card")).rejects.toThrow(
    "You are probably offline.",
  );
});

test("an error while reporting a failed order is ignored", async () => {
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

test("a failed legacy confirmation is reported to its page with is_ajax, whatever the response", async () => {
  const calls = serve(() => ({ status: 500, body: {} }));
  await gatewayCalls(page, "it").reportLegacyFailure("/?wc-ajax=wc_stripe_verify_intent&order=7");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /?wc-ajax=wc_stripe_verify_intent&order=7&is_ajax",
  ]);
});

test("saving a method sends the other fields of the page's form, which never override its own", async () => {
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
