// What the checkout sends to scripts and the server, and shows to the shopper, on the way to the order.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { answers, openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import type { CheckoutPage } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The link announces that it opens a tab; without style sheets that text is not hidden. */
const TERMS = /^Leggi le condizioni di vendita/;
const orderButton = () => screen.getByRole("button", { name: /Ordine con obbligo di pagare/ });
const isOrder = ({ method, path }: Call) => method === "POST" && path.endsWith("/v1/checkout");
const set = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Opens the checkout, which pays by bank transfer; `own` responds to a call first. */
async function open(
  change: Partial<CheckoutPage> = {},
  own: (call: Call) => Promise<object> | object | null = () => null,
) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null, ...change });
  const calls = serve(async (call) => {
    const ownResponse = await own(call);
    const nonce = { headers: { Nonce: "a-nonce" }, body: null };
    if (ownResponse) return { ...nonce, ...ownResponse };
    if (call.path.includes("/wc/store/v1/cart")) return { ...nonce, body: page.cart };
    return { body: call.path === "/api/cart/offers" ? page.offers : {} };
  });
  await openPage({ shell, head, page });
  return calls;
}

/** A form with everything that an order needs. */
function filled(): CheckoutPage["form"] {
  const { form } = shopPage<"checkout">("checkout").page;
  const address = { address_1: "Via dei Mille 7", postcode: "20129", city: "Milano", state: "MI" };
  const person = {
    first_name: "Livia",
    last_name: "Conti",
    phone: "02 5550 0100",
    email: "attesa@example.com",
  };
  return {
    ...form,
    payment_method: "bacs",
    terms: true,
    billing: { ...form.billing, ...address, ...person },
  };
}

test("the terms expand without leaving the form, and collapse again", async () => {
  const calls = await open({}, ({ path }) =>
    path === "/condizioni-di-vendita/" ? pageAnswer(shopPage("terms")) : null,
  );
  const link = screen.getByRole("link", { name: TERMS });
  fireEvent.click(link);
  const region = await screen.findByRole("region", { name: TERMS });
  expect(region).toHaveTextContent("recesso");
  expect(link).toHaveAttribute("aria-expanded", "true");
  fireEvent.click(link);
  await waitFor(() => expect(link).toHaveAttribute("aria-expanded", "false"));
  expect(screen.queryByRole("region", { name: TERMS })).toBeNull();
  expect(calls.filter(({ path }) => path === "/condizioni-di-vendita/")).toHaveLength(1);
  expect(window.location.pathname).toBe("/checkout/");
});

test("the chosen payment method is sent to the server, and scripts are notified afterwards", async () => {
  const calls = await open();
  const errorTexts = () =>
    calls
      .filter(({ path }) => path.includes("wbte_sc_set_block_checkout_values"))
      .map(({ form }) => form.get("payment_method"));
  const listener = jest.fn();
  document.addEventListener("checkout_values_updated", listener);
  // The values are also sent once when the page opens.
  await waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  expect(errorTexts()).toEqual(["stripe"]);
  fireEvent.click(screen.getByRole("radio", { name: /Bonifico/ }));
  await waitFor(() => expect(errorTexts()).toEqual(["stripe", "bacs"]));
  expect(listener).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  document.removeEventListener("checkout_values_updated", listener);
});

test("a postcode fills in its province, and never replaces the one that was chosen", async () => {
  await open();
  const province = field("Provincia");
  set(field("CAP"), "20129");
  await waitFor(() => expect(province).toHaveDisplayValue("Milano"));
  set(field("CAP"), "00184");
  await waitFor(() => expect(province).toHaveDisplayValue("Roma"));
  set(province, "NA");
  set(field("CAP"), "20129");
  fireEvent.blur(field("CAP"));
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(province).toHaveDisplayValue("Napoli");
});

test("scripts are notified of another country before and after its fields change", async () => {
  await open();
  const events: string[] = [];
  const onEvent = (event: Event) => {
    const { group, country } = (event as CustomEvent<{ group: string; country: string }>).detail;
    const state = document.getElementById(`${group}_state`) ? "with" : "without";
    events.push(`${event.type} ${group} ${country} ${state}`);
  };
  const names = ["country_to_state_changing", "country_to_state_changed"];
  for (const name of names) document.body.addEventListener(name, onEvent);
  set(field("Paese/Regione"), "FR");
  await waitFor(() =>
    expect(events).toEqual([
      "country_to_state_changing billing FR with",
      "country_to_state_changed billing FR without",
    ]),
  );
  fireEvent.click(screen.getByRole("checkbox", { name: "Spedire a un indirizzo diverso?" }));
  set(document.getElementById("shipping_country") as HTMLElement, "AT");
  await waitFor(() =>
    expect(events.slice(2)).toEqual([
      "country_to_state_changing shipping AT with",
      "country_to_state_changed shipping AT without",
    ]),
  );
  for (const name of names) document.body.removeEventListener(name, onEvent);
});

test("while the order is being sent, leaving the page needs a confirmation, which the response skips", async () => {
  let release = (_answer: object) => {};
  const pending = new Promise<object>((done) => {
    release = done;
  });
  await open({ form: filled() }, (call) => (isOrder(call) ? pending : null));
  const warnsOnLeave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(warnsOnLeave()).toBe(false);
  fireEvent.click(orderButton());
  expect(await screen.findByRole("button", { name: /Stiamo inviando/ })).toBeVisible();
  expect(warnsOnLeave()).toBe(true);
  release({ body: answers("orders").placed });
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(warnsOnLeave()).toBe(false);
});

test("a missing declaration of age is an error at the checkbox, and the order succeeds once it is ticked", async () => {
  const product = await openPage(shopPage<"product">("product-hamper", { express: null }));
  expect(screen.getByRole("main")).toHaveTextContent("non si vende a chi ha meno di 18 anni");
  product.unmount();
  const { rules } = shopPage<"checkout">("checkout").page;
  const calls = await open({ form: filled(), rules: { ...rules, min_age_years: 18 } }, (call) =>
    isOrder(call) ? { body: answers("orders").placed } : null,
  );
  fireEvent.click(orderButton());
  const box = screen.getByRole("checkbox", { name: "Confermo di avere almeno 18 anni." });
  await waitFor(() => expect(box).toHaveAttribute("aria-invalid", "true"));
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(alerts.join()).toContain("conferma di avere almeno 18 anni");
  expect(field("Indirizzo")).toHaveValue("Via dei Mille 7");
  expect(calls.filter(isOrder)).toEqual([]);
  fireEvent.click(box);
  fireEvent.click(orderButton());
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(calls.filter(isOrder).map(({ body }) => body)).toMatchObject([
    { payment_method: "bacs", extensions: { bottega: { age_confirmed: true } } },
  ]);
});
