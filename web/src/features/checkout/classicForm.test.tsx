// The classic form: how it handles responses, and its coupons.
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { COUPON, filledForm, openCheckout } from "../../../tests/checkout.tsx";
import { shopPage } from "../../../tests/page.tsx";
import type { Call } from "../../../tests/server.ts";
import type { CheckoutPage } from "../../core/types.ts";

const FAILURE = { result: "failure", messages: "", refresh: false, reload: false };
const classic = (name: string) => (call: Call) => call.path.endsWith(`wc-ajax=${name}`);
const isOrder = classic("checkout");
const isReview = classic("update_order_review");
const submitOrder = () =>
  fireEvent.click(screen.getByRole("button", { name: /Ordine con obbligo di pagare/ }));
const page = () => shopPage<"checkout">("checkout").page;
const open = (own: Parameters<typeof openCheckout>[1], change: Partial<CheckoutPage> = {}) =>
  openCheckout({ form_kind: "classic", ...change }, own);
const withCoupon = () => ({ ...page().cart, coupons: [COUPON] }) as unknown as CheckoutPage["cart"];

test("a message that names its field is shown under it, and the notice links to it", async () => {
  const messages =
    '<ul class="woocommerce-error"><li data-id="billing_phone"><a href="#billing_phone">Telefono rifiutato.</a></li></ul>';
  await open((call) => (isOrder(call) ? { body: { ...FAILURE, messages } } : null));
  submitOrder();
  const notice = await screen.findByRole("alert", { name: /dato da controllare/ });
  const phone = screen.getByLabelText("Telefono");
  expect(phone).toHaveAttribute("aria-invalid", "true");
  expect(phone).toHaveAccessibleDescription(/Telefono rifiutato\./);
  expect(phone).toHaveValue("02 5550 0100");
  fireEvent.click(within(notice).getByRole("link", { name: "Telefono rifiutato." }));
  expect(phone).toHaveFocus();
});

test("a failure without a message shows a general one, and the form preserves its values", async () => {
  await open((call) => (isOrder(call) ? { body: FAILURE } : null));
  submitOrder();
  expect(await screen.findByRole("alert", { name: /dato da controllare/ })).toHaveTextContent(
    "Non è stato possibile inviare l’ordine",
  );
  expect(screen.getByLabelText("Indirizzo")).toHaveValue("Via dei Mille 7");
});

test("a response with reload reloads the page; one with refresh requests the review", async () => {
  await open((call) => (isOrder(call) ? { body: { ...FAILURE, reload: true } } : null));
  submitOrder();
  await waitFor(() => expect(timesLeft).toBe(1));
  cleanup();
  const calls = await open((call) => (isOrder(call) ? { body: { ...FAILURE, refresh: true } } : null));
  submitOrder();
  await waitFor(() => expect(calls.filter(isReview)).toHaveLength(1));
  expect(timesLeft).toBe(0);
});

test("another payment or delivery method is sent with the review only", async () => {
  const choices = [
    { id: "bacs", title: "Bonifico bancario", description: "" },
    { id: "cod", title: "Contrassegno", description: "" },
  ];
  const cart = page().cart as NonNullable<CheckoutPage["cart"]>;
  let chosen = "flat_rate:2";
  const answered = () => ({
    ...cart,
    shipping_rates: cart.shipping_rates.map((group) => ({
      ...group,
      shipping_rates: group.shipping_rates.map((rate) => ({ ...rate, selected: rate.rate_id === chosen })),
    })),
  });
  const calls = await open(
    (call) => (call.path.includes("/wc/store/v1/cart") ? { body: answered() } : null),
    {
      payment_methods: choices,
    },
  );
  calls.length = 0;
  const reviews = () => calls.filter(isReview).map(({ form }) => form);
  fireEvent.click(screen.getByRole("radio", { name: /Contrassegno/ }));
  await waitFor(() => expect(reviews()).toHaveLength(1));
  expect(reviews()[0]?.get("payment_method")).toBe("cod");
  expect(new URLSearchParams(reviews()[0]?.get("post_data") ?? "").get("payment_method")).toBe("cod");
  const summary = screen.getByRole("region", { name: "Riepilogo dell’ordine" });
  await waitFor(() => expect(summary).toHaveAttribute("aria-busy", "false"));
  const rates = within(screen.getByRole("group", { name: "Metodo di spedizione" })).getAllByRole("radio");
  const other = rates.find((rate) => !(rate as HTMLInputElement).checked) as HTMLInputElement;
  chosen = other.value;
  fireEvent.click(other);
  await waitFor(() => expect(reviews()).toHaveLength(2));
  expect(reviews()[1]?.get("shipping_method[0]")).toBe(other.value);
  await waitFor(() => expect(summary).toHaveAttribute("aria-busy", "false"));
  expect(other).toBeChecked();
  expect(calls.filter(({ path }) => path.includes("select-shipping-rate"))).toEqual([]);
  expect(calls.filter(classic("wbte_sc_update_payment_method_on_session"))).toHaveLength(2);
});

test("after an applied code the totals are requested again", async () => {
  const calls = await open((call) =>
    classic("apply_coupon")(call) ? { html: '<div class="woocommerce-message">Fatto.</div>' } : null,
  );
  fireEvent.click(screen.getByText("Hai un codice sconto?"));
  const box = screen.getByLabelText("Codice sconto");
  fireEvent.change(box, { target: { value: "benvenuto" } });
  calls.length = 0;
  fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(calls.filter(isReview)).toHaveLength(1));
  const paths = calls.map(({ path }) => path.replace(/^.*(wc-ajax=|v1)/, ""));
  expect(paths.indexOf("apply_coupon")).toBeLessThan(paths.indexOf("update_order_review"));
});

test("a code is removed with the form's nonce and its name", async () => {
  const calls = await open(
    (call) =>
      classic("remove_coupon")(call) ? { html: '<div class="woocommerce-message">Tolto.</div>' } : null,
    { cart: withCoupon() },
  );
  fireEvent.click(screen.getAllByRole("link", { name: /BENVENUTO/ })[0] as HTMLElement);
  await waitFor(() =>
    expect(calls.filter(classic("remove_coupon")).map(({ form }) => Object.fromEntries(form))).toEqual([
      { security: page().remove_coupon_nonce, coupon: "BENVENUTO" },
    ]),
  );
});

const offer = { id: 9, code: "ESTATE", label: "10% di sconto", description: "", ends: "", waits: "" };
const offers = {
  coupons: [{ ...offer, active: true, applied: false }],
  credits: [{ id: 4, code: "CREDITO", balance: "5,00 €", ends: "", active: true, applied: false }],
};

test("while a clicked coupon is applied both areas are blocked; then the checkout has new totals", async () => {
  let answer = () => {};
  const calls = await open(
    (call) =>
      classic("apply_coupon_on_click")(call)
        ? new Promise((done) => {
            answer = () => done({ html: '<div class="woocommerce-message">Fatto.</div>' });
          })
        : null,
    { offers },
  );
  const areas = ["I tuoi coupon", "Il tuo credito"].map((name) =>
    screen.getByRole("region", { name: new RegExp(name) }),
  );
  const busy = () => areas.map((one) => [one.getAttribute("aria-busy"), one.hasAttribute("data-processing")]);
  fireEvent.click(screen.getByRole("button", { name: /10% di sconto/ }));
  await waitFor(() => expect(calls.filter(classic("apply_coupon_on_click"))).toHaveLength(1));
  expect(busy()).toEqual(Array(2).fill(["true", true]));
  fireEvent.click(screen.getByRole("button", { name: /CREDITO/ }));
  answer();
  await waitFor(() => expect(calls.filter(isReview)).toHaveLength(1));
  await waitFor(() => expect(busy()).toEqual(Array(2).fill(["false", false])));
  expect(calls.filter(classic("apply_coupon_on_click"))).toHaveLength(1);
});

test("a cart that is empty after a coupon reloads the checkout", async () => {
  const empty = { ...page().cart, items: [], items_count: 0 };
  await open(
    (call) => {
      if (classic("apply_coupon_on_click")(call))
        return { html: '<div class="woocommerce-message">Fatto.</div>' };
      return call.path.includes("/wc/store/v1/cart") ? { body: empty } : null;
    },
    { offers },
  );
  fireEvent.click(screen.getByRole("button", { name: /10% di sconto/ }));
  await waitFor(() => expect(timesLeft).toBe(1));
});

test("block form: a click dispatches an event with its coupon and makes no classic call", async () => {
  const details: unknown[] = [];
  const onEvent = (event: Event) => details.push((event as CustomEvent).detail);
  document.addEventListener("bottega:coupon-clicked", onEvent);
  const calls = await openCheckout({ offers, form: filledForm() });
  fireEvent.click(screen.getByRole("button", { name: /10% di sconto/ }));
  await waitFor(() => expect(details).toEqual([{ coupon_code: "ESTATE", coupon_id: 9 }]));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/apply-coupon"))).toBe(true));
  expect(calls.filter(({ path }) => path.includes("wc-ajax=apply_coupon"))).toEqual([]);
  document.removeEventListener("bottega:coupon-clicked", onEvent);
});
