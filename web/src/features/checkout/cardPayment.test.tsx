// Paying by card at the checkout. The provider's fields are a fake frame (tests/frames.ts), and the shop's responses were
// recorded from a real one. That each test card gets its message is tested on the server (tests/api/payments/errors.rs).
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { startFrame } from "../../../tests/frames.ts";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";

const CARD = "Carta di credito o di debito";
const orders = answers("orders");

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const isOrder = ({ method, path }: Call) =>
  method === "POST" && /\/v1\/checkout$|wc-ajax=checkout$/.test(path);
const orderButton = () => screen.getByRole("button", { name: /Ordine con obbligo di pagare/ });
const findAlert = (text: string | RegExp) =>
  screen.queryAllByRole("alert").find(({ textContent }) => textContent?.match(text)) ?? null;
const methodOf = ({ body }: Call) => {
  const { payment_method, payment_data } = body as Record<string, { key: string; value: string }[]>;
  return payment_data?.find(({ key }) => key === "wc-stripe-payment-method")?.value ?? payment_method;
};

/** An order whose payment is refused with a message. */
const refusal = (sentence: string) => {
  const payment_details = [
    { key: "result", value: "failure" },
    { key: "errorMessage", value: sentence },
  ];
  const { payment_result } = orders.declined;
  return {
    status: 400,
    body: { ...orders.declined, payment_result: { ...payment_result, payment_details } },
  };
};
const placed = { ...orders.placed, order_id: orders.declined.order_id };

/** Opens a completed checkout; `answer` responds to orders. */
async function open(
  answer: (orders: Call[]) => object | Promise<object>,
  form_kind: "block" | "classic" = "block",
) {
  const page = shopPage<"checkout">("checkout", { express: null, form_kind });
  const { form, cart } = page.page;
  const address = { address_1: "Via dei Mille 7", postcode: "20129", city: "Milano", state: "MI" };
  const billing = {
    first_name: "Livia",
    last_name: "Conti",
    phone: "02 5550 0100",
    email: "parole@example.com",
  };
  const filled = { ...form, terms: true, billing: { ...form.billing, ...address, ...billing } };
  const calls = serve(async (call) => {
    const nonce = { headers: { Nonce: "a-nonce" } };
    if (isOrder(call)) return { ...nonce, body: null, ...(await answer(calls.filter(isOrder))) };
    if (call.path.includes("update_order_review"))
      return { body: { result: "success", messages: "", reload: false, fragments: {} } };
    if (call.path.includes("/wc/store/v1/cart")) return { ...nonce, body: cart };
    return { body: call.path === "/api/cart/offers" ? page.page.offers : {} };
  });
  await openPage({ ...page, page: { ...page.page, form: filled } });
  fireEvent.click(screen.getByRole("radio", { name: CARD }));
  return { orders: () => calls.filter(isOrder) };
}

const cardFrame = () =>
  waitFor(() => {
    const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${CARD}"]`);
    expect(frame?.src).toContain("/elements/?");
    return frame as HTMLIFrameElement;
  });

/** Runs the script of the card fields; each card typed into them becomes another payment method. */
async function fields(): Promise<void> {
  let cards = 0;
  await startFrame(await cardFrame(), (command) => {
    if (command !== "createPaymentMethod") return {};
    cards += 1;
    return { paymentMethod: { id: `pm_${cards}` } };
  });
}

for (const [sentence, whole] of [
  ["La carta è stata rifiutata", "La carta è stata rifiutata."],
  [
    "il saldo non basta",
    "La carta è stata rifiutata perché il saldo non basta: usa un'altra carta o un altro metodo.",
  ],
  ["La carta è scaduta", "La carta è scaduta."],
  ["Il codice di sicurezza della carta è sbagliato", "Il codice di sicurezza della carta è sbagliato."],
  [
    "errore durante l'elaborazione della carta",
    "Si è verificato un errore durante l'elaborazione della carta.",
  ],
] as const)
  test(`a refusal shows a translated message, and the next card pays the same order: ${sentence}`, async () => {
    const { orders } = await open((tries) => (tries.length === 1 ? refusal(whole) : { body: placed }));
    await fields();
    fireEvent.click(orderButton());
    await waitFor(() => expect(findAlert(sentence)).toBeVisible());
    expect(screen.getByLabelText("E-mail")).toHaveValue("parole@example.com");
    expect(timesLeft).toBe(0);
    fireEvent.click(orderButton());
    await waitFor(() => expect(timesLeft).toBe(1));
    expect(orders().map(methodOf)).toEqual(["pm_1", "pm_2"]);
    expect(findAlert(sentence)).toBeNull();
  });

test("in the block form a refusal is shown in the payment step, and can be dismissed", async () => {
  await open(() => refusal("La carta è stata rifiutata."));
  await fields();
  fireEvent.click(orderButton());
  await waitFor(() => expect(findAlert("La carta è stata rifiutata.")).toBeVisible());
  const alert = findAlert("La carta è stata rifiutata.") as HTMLElement;
  const step = screen.getByRole("heading", { name: "Pagamento" }).parentElement as HTMLElement;
  expect(step).toContainElement(alert);
  expect(step).toContainElement(screen.getByRole("group", { name: "Metodo di pagamento" }));
  fireEvent.click(within(alert).getByRole("button", { name: "Chiudi il messaggio" }));
  expect(findAlert("La carta è stata rifiutata.")).toBeNull();
});

test("in the classic form a refusal is a list at the top of the page, before the form", async () => {
  const messages =
    '<ul class="woocommerce-error" role="alert"><li>La carta è stata rifiutata.</li><li>Riprova.</li></ul>';
  await open(() => ({ body: { result: "failure", messages, refresh: false, reload: false } }), "classic");
  await fields();
  fireEvent.click(orderButton());
  await waitFor(() => expect(findAlert("La carta è stata rifiutata.")).toHaveFocus());
  const alert = findAlert("La carta è stata rifiutata.") as HTMLElement;
  expect(
    within(alert)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining("La carta è stata rifiutata.")]);
  const form = document.querySelector("form#cassa") as HTMLElement;
  expect(form.compareDocumentPosition(alert) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  expect(screen.getByRole("group", { name: "Metodo di pagamento" })).not.toContainElement(alert);
});

test("a method whose fields cannot be loaded shows that in its box, and the others work", async () => {
  const { orders } = await open(() => ({ body: placed }));
  await cardFrame();
  const box = screen.getByRole("group", { name: "Metodo di pagamento" });
  expect(box.querySelector("[role=alert]")).toBeNull();
  // The time limit of the fields.
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(box.querySelector("[role=alert]")).toHaveTextContent(CARD);
  fireEvent.click(orderButton());
  await waitFor(() => expect(findAlert("Dati di pagamento mancanti")).toHaveFocus());
  expect(orders()).toEqual([]);
  fireEvent.click(screen.getByRole("radio", { name: "Bonifico bancario" }));
  fireEvent.click(orderButton());
  await waitFor(() => expect(timesLeft).toBe(1));
  expect(orders().map(methodOf)).toEqual(["bacs"]);
});

test("while a payment is processed the form is covered by a white veil, until a refusal unblocks it", async () => {
  let go = (_answer: object) => {};
  const pending = new Promise<object>((done) => {
    go = done;
  });
  const { orders } = await open(() => pending);
  await fields();
  const veiled = () => document.querySelector("form#cassa[data-processing]");
  expect(veiled()).toBeNull();
  fireEvent.click(orderButton());
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(veiled()).not.toBeNull();
  go(refusal("La carta è stata rifiutata."));
  await waitFor(() => expect(findAlert("La carta è stata rifiutata.")).toBeVisible());
  expect(veiled()).toBeNull();
  // All fields are validated again: an emptied one shows its error before it loses the focus.
  const city = screen.getAllByLabelText("Città")[0] as HTMLElement;
  expect(city).not.toHaveAttribute("aria-invalid");
  fireEvent.change(city, { target: { value: "" } });
  expect(city).toHaveAttribute("aria-invalid", "true");
});
