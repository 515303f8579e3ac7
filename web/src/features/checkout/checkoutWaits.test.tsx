// When the checkout requests and sends something: each delay, measured with a fake clock.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { filledForm, openCheckout, REVIEW } from "../../../tests/checkout.tsx";
import type { Call } from "../../../tests/server.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const isSums = ({ path }: Call) => path.includes("/cart/update-customer");
const classic = (name: string) => (call: Call) => call.path.endsWith(`wc-ajax=${name}`);
const isReview = classic("update_order_review");
const isValues = classic("wbte_sc_set_block_checkout_values");
const isPayment = classic("wbte_sc_update_payment_method_on_session");

test("the totals are requested 1000 ms after the last letter of an address, 5 ms after a choice, and never for an incomplete one", async () => {
  const calls = await openCheckout();
  await passed(2_000);
  calls.length = 0;
  set("Città", "Mila");
  await passed(600);
  set("Città", "Milan");
  await passed(999);
  expect(calls.filter(isSums)).toHaveLength(0);
  await passed(1);
  expect(calls.filter(isSums)).toHaveLength(1);
  set("Provincia", "RM");
  await passed(4);
  expect(calls.filter(isSums)).toHaveLength(1);
  await passed(1);
  expect(calls.filter(isSums)).toHaveLength(2);
  set("Indirizzo", "");
  await passed(5_000);
  expect(calls.filter(isSums)).toHaveLength(2);
});

test("block form: the choices are sent 200 ms after it opens, the summary waits meanwhile, and scripts are notified 1 s later", async () => {
  let answer = () => {};
  const listener = jest.fn();
  document.addEventListener("checkout_values_updated", listener);
  const calls = await openCheckout({}, (call) =>
    isValues(call) ? new Promise((done) => (answer = () => done({ body: null }))) : null,
  );
  const summary = screen.getByRole("region", { name: "Riepilogo dell’ordine" });
  await passed(199);
  expect(calls.filter(isValues)).toHaveLength(0);
  expect(summary).toHaveAttribute("aria-busy", "false");
  await passed(1);
  expect(calls.filter(isValues).map(({ form }) => Object.fromEntries(form))).toEqual([
    { _wpnonce: expect.any(String), payment_method: "bacs", "shipping_method[0]": "flat_rate:2" },
  ]);
  expect(summary).toHaveAttribute("aria-busy", "true");
  answer();
  await passed(999);
  expect(summary).toHaveAttribute("aria-busy", "false");
  expect(listener).not.toHaveBeenCalled();
  await passed(1);
  expect(listener).toHaveBeenCalledTimes(1);
  document.removeEventListener("checkout_values_updated", listener);
});

test("classic form: the chosen payment method is sent, and the review is requested again if that changed the totals", async () => {
  for (const [response, reviews] of [
    ["false", 1],
    ["true", 2],
  ] as const) {
    const calls = await openCheckout(
      { form_kind: "classic", form: { ...filledForm(), payment_method: "stripe" } },
      (call) => (isPayment(call) ? { html: response } : null),
    );
    fireEvent.click(screen.getAllByRole("radio", { name: /Bonifico/ }).at(-1) as HTMLElement);
    await passed(50);
    const requests = calls.filter((call) => isReview(call) || isPayment(call));
    expect(requests.map(({ form }) => form.get("payment_method"))).toEqual(Array(reviews + 1).fill("bacs"));
    expect(requests.map(isReview)).toEqual(reviews === 1 ? [true, false] : [true, false, true]);
    cleanup();
  }
});

test("classic form: the review is sent with nonce, both addresses, the whole form and the chosen delivery", async () => {
  const form = filledForm();
  const shipping = {
    ...form.shipping,
    ...{ first_name: "Ugo", last_name: "Riva", country: "FR", address_1: "3 rue Basse", address_2: "cour B" },
    ...{ postcode: "69001", city: "Lione" },
  };
  const billing = { ...form.billing, address_2: "scala A" };
  const calls = await openCheckout({
    form_kind: "classic",
    form: { ...form, billing, shipping, ship_to_different_address: true },
  });
  fireEvent.change(screen.getByLabelText(/^Note sull’ordine/), { target: { value: "Suonare due volte" } });
  document.body.dispatchEvent(new CustomEvent("update_checkout", { bubbles: true }));
  await passed(50);
  const [review] = calls.filter(isReview);
  const { post_data, ...fields } = Object.fromEntries(review?.form ?? []);
  expect(fields).toEqual({
    security: expect.stringMatching(/\S/),
    payment_method: "bacs",
    ...{ country: "IT", state: "MI", postcode: "20129", city: "Milano", address: "Via dei Mille 7" },
    ...{ address_2: "scala A", s_country: "FR", s_state: "", s_postcode: "69001", s_city: "Lione" },
    ...{ s_address: "3 rue Basse", s_address_2: "cour B" },
    has_full_address: "true",
    "shipping_method[0]": "flat_rate:2",
  });
  expect(new URLSearchParams(post_data).get("order_comments")).toBe("Suonare due volte");
});

test("classic form: a review that requires it reloads the page", async () => {
  await openCheckout({ form_kind: "classic" }, (call) =>
    isReview(call) ? { body: { ...REVIEW, reload: true } } : null,
  );
  document.body.dispatchEvent(new CustomEvent("update_checkout", { bubbles: true }));
  await passed(50);
  expect(timesLeft).toBe(1);
});

test("a refused form scrolls to its summary in 600 ms and stops 100 px above it", async () => {
  const positions: number[] = [];
  const { scrollTo } = window;
  window.scrollTo = ((to: ScrollToOptions) => void positions.push(to.top ?? 0)) as typeof scrollTo;
  const box = jest
    .spyOn(Element.prototype, "getBoundingClientRect")
    .mockReturnValue({ top: 900 } as unknown as DOMRect);
  await openCheckout({ form: { ...filledForm(), terms: false } });
  fireEvent.click(screen.getByRole("button", { name: /Ordine con obbligo di pagare/ }));
  await passed(550);
  expect(positions.at(-1)).toBeGreaterThan(0);
  expect(positions.at(-1)).toBeLessThan(800);
  await passed(70);
  expect(positions.at(-1)).toBe(800);
  box.mockRestore();
  window.scrollTo = scrollTo;
});
