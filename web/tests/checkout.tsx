// The checkout as a real shop sent it, opened with a form that can be ordered.
import type { CheckoutPage } from "../src/core/types.ts";
import { openPage, shopPage } from "./page.tsx";
import { type Call, serve } from "./server.ts";

/** The shop's response to a request for the order review. */
export const REVIEW = { result: "success", messages: "", reload: false, fragments: {} };

/** A coupon of a cart. */
export const COUPON = {
  code: "BENVENUTO",
  label: "BENVENUTO",
  totals: { total_discount: "100", total_discount_tax: "10" },
};

/** A form with everything that an order needs, paid by bank transfer. */
export function filledForm(): CheckoutPage["form"] {
  const { form } = shopPage<"checkout">("checkout").page;
  const address = { address_1: "Via dei Mille 7", postcode: "20129", city: "Milano", state: "MI" };
  const person = {
    first_name: "Livia",
    last_name: "Conti",
    phone: "02 5550 0100",
    email: "cassa@example.com",
  };
  return {
    ...form,
    payment_method: "bacs",
    terms: true,
    billing: { ...form.billing, ...address, ...person },
  };
}

/** Opens the checkout; `own` responds to a call first. Returns the calls that follow. */
export async function openCheckout(
  change: Partial<CheckoutPage> = {},
  own: (call: Call) => Promise<object> | object | null = () => null,
): Promise<Call[]> {
  const form = filledForm();
  const { shell, head, page } = shopPage<"checkout">("checkout", {
    express: null,
    gateway: null,
    form,
    ...change,
  });
  const calls = serve(async (call) => {
    const ownResponse = await own(call);
    const nonce = { headers: { Nonce: "a-nonce" }, body: null };
    if (ownResponse) return { ...nonce, ...ownResponse };
    if (call.path.includes("update_order_review")) return { body: REVIEW };
    if (call.path.includes("/wc/store/v1/cart")) return { ...nonce, body: page.cart };
    return { body: call.path === "/api/cart/offers" ? page.offers : null };
  });
  await openPage({ shell, head, page });
  return calls;
}
