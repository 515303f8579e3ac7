// The checkout's events for scripts of the page, and the events that they may send.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { consumeNotes, type Note, resetNotes } from "../../context/analytics/notes.ts";
import type { CheckoutPage } from "../../core/types.ts";

const EVENTS = [
  "checkout_error",
  "update_checkout",
  "updated_checkout",
  "applied_coupon_in_checkout",
  "removed_coupon_in_checkout",
  "applied_coupon",
];
const events: [string, unknown][] = [];
const onEvent = (event: Event) => events.push([event.type, (event as CustomEvent).detail]);
const names = () => events.map(([name]) => name);
beforeEach(() => {
  events.length = 0;
  for (const name of EVENTS) document.body.addEventListener(name, onEvent);
});
afterEach(() => {
  for (const name of EVENTS) document.body.removeEventListener(name, onEvent);
});

const orderButton = () => screen.getByRole("button", { name: /Ordine con obbligo di pagare/ });
const classicCall = (name: string, calls: Call[]) =>
  calls.filter(({ path }) => path.endsWith(`wc-ajax=${name}`));
const REVIEW = { result: "success", messages: "", reload: false, fragments: { ".payment": "<p></p>" } };
const COUPON = {
  code: "BENVENUTO",
  label: "BENVENUTO",
  totals: { total_discount: "100", total_discount_tax: "10" },
};

/** Opens the checkout with a filled form; `own` responds to a call first. */
async function open(change: Partial<CheckoutPage> = {}, own: (call: Call) => object | null = () => null) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null });
  const billing = {
    ...page.form.billing,
    ...{ first_name: "Livia", last_name: "Conti", phone: "02 5550 0100", email: "scritti@example.com" },
    ...{ address_1: "Via dei Mille 7", postcode: "20129", city: "Milano", state: "MI" },
  };
  const form = { ...page.form, payment_method: "bacs", terms: true, billing };
  const all = { ...page, form, ...change };
  const calls = serve((call) => {
    const nonce = { headers: { Nonce: "a-nonce" } };
    const ownResponse = own(call);
    if (ownResponse) return { ...nonce, body: {}, ...ownResponse };
    if (call.path.includes("update_order_review")) return { body: REVIEW };
    if (call.path.includes("/wc/store/v1/cart")) return { ...nonce, body: all.cart };
    return { body: call.path === "/api/cart/offers" ? all.offers : null };
  });
  await openPage({ shell, head, page: all });
  return calls;
}

/** Types a coupon code into the summary, and submits it. */
function typeCode(code: string) {
  fireEvent.click(screen.getByText("Hai un codice sconto?"));
  const box = screen.getByLabelText("Codice sconto");
  fireEvent.change(box, { target: { value: code } });
  fireEvent.keyDown(box, { key: "Enter" });
}

for (const form_kind of ["block", "classic"] as const) {
  test(`${form_kind} form: scripts receive the validation errors in the shopper's words`, async () => {
    const calls = await open({ form_kind, form: shopPage<"checkout">("checkout").page.form });
    fireEvent.click(orderButton());
    await waitFor(() => expect(names()).toContain("checkout_error"));
    const [, detail] = events.find(([name]) => name === "checkout_error") ?? [];
    expect(detail).toContain("Inserisci il nome. Inserisci il cognome.");
    expect(calls.filter(({ path }) => /checkout$/.test(path))).toEqual([]);
  });

  test(`${form_kind} form: scripts receive the server's errors, and the form preserves its values`, async () => {
    const sentence = "Il punto di ritiro è chiuso.";
    const refusal =
      form_kind === "block"
        ? { status: 400, body: { code: "rest_invalid_param", message: sentence, data: { status: 400 } } }
        : {
            body: {
              result: "failure",
              messages: `<ul class="woocommerce-error"><li>${sentence}</li></ul>`,
              refresh: false,
              reload: false,
            },
          };
    const isOrder = ({ method, path }: Call) => method === "POST" && /(v1\/|wc-ajax=)checkout$/.test(path);
    await open({ form_kind }, (call) => (isOrder(call) ? refusal : null));
    fireEvent.click(orderButton());
    await waitFor(() => expect(events.find(([name]) => name === "checkout_error")?.[1]).toContain(sentence));
    expect(screen.getByLabelText("Indirizzo")).toHaveValue("Via dei Mille 7");
    expect(orderButton()).toBeEnabled();
  });

  test(`${form_kind} form: a script requests new totals with an event, and is notified when they are shown`, async () => {
    const calls = await open({ form_kind });
    const before = calls.length;
    document.body.dispatchEvent(new CustomEvent("update_checkout", { bubbles: true }));
    await waitFor(() => expect(names()).toContain("updated_checkout"));
    const paths = calls.slice(before).map(({ path }) => path);
    expect(paths.some((path) => path.includes("/wc/store/v1/cart"))).toBe(true);
    expect(paths.some((path) => path.includes("update_order_review"))).toBe(form_kind === "classic");
    const [, answer] = events.find(([name]) => name === "updated_checkout") ?? [];
    expect(answer).toMatchObject(form_kind === "classic" ? REVIEW : { result: "success" });
  });

  test(`${form_kind} form: applying and removing a coupon at the checkout dispatches the checkout's own events`, async () => {
    const { cart } = shopPage<"checkout">("checkout").page;
    let coupons: object[] = [];
    const applied = '<div class="woocommerce-message">Codice applicato.</div>';
    await open({ form_kind }, ({ path, method }) => {
      if (/(apply-coupon|wc-ajax=apply_coupon)$/.test(path)) coupons = [COUPON];
      if (/(remove-coupon|wc-ajax=remove_coupon)$/.test(path)) coupons = [];
      if (path.includes("_coupon")) return { html: applied };
      return path.includes("/wc/store/v1/cart") && method ? { body: { ...cart, coupons } } : null;
    });
    typeCode("benvenuto");
    await waitFor(() => expect(names()).toContain("applied_coupon_in_checkout"));
    expect(events).toContainEqual(["applied_coupon_in_checkout", { coupon_code: "benvenuto" }]);
    expect(names()).not.toContain("applied_coupon");
    const off = await screen.findAllByRole("link", { name: /BENVENUTO/ });
    fireEvent.click(off[0] as HTMLElement);
    await waitFor(() => expect(names()).toContain("removed_coupon_in_checkout"));
  });
}

test("in the classic form a code is sent with the form's nonce and the typed address, and the totals are requested after it", async () => {
  const refusalHtml = '<ul class="woocommerce-error"><li>Questo codice non esiste.</li></ul>';
  const calls = await open({ form_kind: "classic" }, ({ path }) =>
    path.includes("apply_coupon") ? { html: refusalHtml } : null,
  );
  const page = shopPage<"checkout">("checkout").page;
  typeCode("NESSUNO");
  const alert = await screen.findByText("Questo codice non esiste.");
  expect(alert).toBeVisible();
  expect(classicCall("apply_coupon", calls).map(({ form }) => Object.fromEntries(form))).toEqual([
    { security: page.apply_coupon_nonce, coupon_code: "NESSUNO", billing_email: "scritti@example.com" },
  ]);
  expect(names()).not.toContain("applied_coupon_in_checkout");
  expect(screen.getByLabelText("Codice sconto")).toHaveValue("NESSUNO");
});

test("a click on an offered coupon sends its code and id with the form's nonce, and scripts are notified that it was applied", async () => {
  const offer = { id: 9, code: "ESTATE", label: "10% di sconto", description: "", ends: "", waits: "" };
  const offers = { coupons: [{ ...offer, active: true, applied: false }], credits: [] };
  const calls = await open({ form_kind: "classic", offers }, ({ path }) =>
    path.includes("apply_coupon_on_click") ? { html: '<div class="woocommerce-message">Fatto.</div>' } : null,
  );
  fireEvent.click(screen.getByRole("button", { name: /10% di sconto/ }));
  await waitFor(() =>
    expect(events).toContainEqual(["applied_coupon_in_checkout", { coupon_code: "ESTATE" }]),
  );
  const nonce = shopPage<"checkout">("checkout").page.apply_coupon_nonce;
  expect(classicCall("apply_coupon_on_click", calls).map(({ form }) => Object.fromEntries(form))).toEqual([
    { coupon_code: "ESTATE", coupon_id: "9", _wpnonce: nonce },
  ]);
  expect(await screen.findByText("Fatto.")).toBeVisible();
});

test("analytics is notified of a chosen delivery method, but not of a refused one", async () => {
  const notes: Note[] = [];
  consumeNotes((one) => notes.push(one));
  const { cart } = shopPage<"checkout">("checkout").page;
  const chosen = cart.shipping_rates.map((pack) => ({
    ...pack,
    shipping_rates: pack.shipping_rates.map((rate) => ({
      ...rate,
      selected: rate.rate_id === "local_pickup:3",
    })),
  }));
  const refusal = { status: 400, body: { code: "rest_invalid_rate", message: "No.", data: { status: 400 } } };
  let refuses = true;
  const calls = await open({}, ({ path }) => {
    if (!path.endsWith("/select-shipping-rate")) return null;
    return refuses ? refusal : { body: { ...cart, shipping_rates: chosen } };
  });
  const answered = () => calls.filter(({ path }) => path.endsWith("/select-shipping-rate")).length;
  const deliveries = () => notes.filter(({ kind }) => kind === "delivery");
  const pickup = () => screen.getByRole("radio", { name: /Ritiro in bottega/ });
  fireEvent.click(pickup());
  await waitFor(() => expect(answered()).toBe(1));
  await waitFor(() => expect(pickup()).not.toBeChecked());
  expect(deliveries()).toEqual([]);
  refuses = false;
  fireEvent.click(pickup());
  await waitFor(() => expect(deliveries()).toHaveLength(1));
  expect(deliveries()).toMatchObject([{ tier: "Ritiro in bottega" }]);
  resetNotes();
});
