import { pageOf } from "../../tests/fixture.tsx";
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
