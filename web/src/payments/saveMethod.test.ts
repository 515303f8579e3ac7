// Saving a method in the account: what each response of the server leads to. The provider and the call are fakes.
import { pageOf } from "../../tests/fixture.tsx";
import type { GatewaySettings } from "../core/types.ts";
import { failure, type Provider } from "./elements.ts";
import type { SetupIntentAnswer } from "./gatewayCalls.ts";
import { saveMethod } from "./saveMethod.ts";
import type { PaymentTools } from "./tools.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const settings: GatewaySettings = { ...page, sandboxOrigin: null };
const LISTING = "/my-account/payment-methods/";
const ANSWER: SetupIntentAnswer = {
  status: "requires_action",
  action: "use_stripe_sdk",
  actionUrl: "",
  paymentType: "card",
  clientSecret: "seti_1_secret_2",
  returnUrl: "/my-account/payment-methods/?salvato=1",
};

/** Saves a method; returns the next page, and the secrets that the provider was asked to confirm. */
async function saved(answer: Partial<SetupIntentAnswer>, confirmed: object | null = { status: "succeeded" }) {
  const calls: string[] = [];
  const confirmSetup = async (secret: string) => {
    calls.push(secret);
    return confirmed
      ? { value: { id: "seti_1", paymentMethod: "pm_1", ...confirmed } }
      : { failure: failure({ type: "card_error", code: "card_declined" }) };
  };
  const createAndConfirmSetupIntent = async () => ({ ...ANSWER, ...answer });
  const tools = {
    ...{ settings, lang: "it" },
    provider: { confirmSetup } as unknown as Provider,
    calls: { createAndConfirmSetupIntent },
  } as unknown as PaymentTools;
  return { end: await saveMethod(tools, "pm_1", answer.paymentType ?? "card", LISTING, "it"), calls };
}

test("a setup that has succeeded leads back without a bank challenge", async () => {
  expect(await saved({ status: "succeeded" })).toEqual({ end: { path: ANSWER.returnUrl }, calls: [] });
});

test("the browser goes to a bank's own page, and only over https", async () => {
  const bank = { action: "redirect_to_url", actionUrl: "https://bank.example/conferma/1" };
  expect(await saved(bank)).toEqual({ end: { path: "https://bank.example/conferma/1" }, calls: [] });
  for (const actionUrl of ["http://bank.example/", "javascript:alert(1)", ""])
    expect((await saved({ ...bank, actionUrl })).end.path).toBeUndefined();
});

test("any other challenge is shown in the page, and a confirmation leads back", async () => {
  expect(await saved({})).toEqual({ end: { path: ANSWER.returnUrl }, calls: ["seti_1_secret_2"] });
});

test("a refusal shows a message and leads nowhere", async () => {
  expect((await saved({}, null)).end).toEqual({ text: "La carta è stata rifiutata." });
});

const WALLET = { action: "cashapp_handle_redirect_or_display_qr_code", paymentType: "cashapp" };

test("the cash-app wallet is confirmed with the provider, and leads to return_url once it has succeeded", async () => {
  expect(await saved(WALLET)).toEqual({ end: { path: ANSWER.returnUrl }, calls: ["seti_1_secret_2"] });
});

test("a wallet that was closed is incomplete, so the form is unblocked without a message", async () => {
  for (const status of ["requires_action", "processing", "canceled"])
    expect((await saved(WALLET, { status })).end).toEqual({ text: "" });
  expect((await saved({ status: "canceled" })).end).toEqual({ text: "" });
});

test("another site's return_url is not followed: the listing is", async () => {
  expect((await saved({ status: "succeeded", returnUrl: "https://evil.example/" })).end).toEqual({
    path: LISTING,
  });
});
