import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../../tests/server.ts";
import type { PaymentSetupDetail } from "../../api/types.ts";
import { PaymentSetup } from "./PaymentSetup.tsx";

const IN_ORDER: PaymentSetupDetail = {
  ...{ provider: "stripe", mode: "live", country: "IT", currency: "EUR", findings: [], failure: "" },
  ...{ webhook_url: "https://bottega.example/?wc-api=wc_stripe", domain: "bottega.example" },
  ...{ last_event: "payment_intent.succeeded", last_event_at: 1_800_000_000, errors: [] },
  keys: {
    ...{ from: "environment", publishable_key: "pk_live_1", secret_key_end: "aaaa" },
    ...{ has_webhook_secret: true, can_store: true },
  },
};
const MISSING = {
  ...{ severity: "error", code: "setup_webhook_missing" },
  ...{ message: "Manca il webhook.", remedy: "webhook" },
};
const EVENTS = { ...MISSING, severity: "warning", code: "setup_webhook_events", message: "Mancano eventi." };

const found = jest.fn();

async function show(setup: Partial<PaymentSetupDetail>, mended?: (call: Call) => object) {
  const calls = serve((call) =>
    call.method === "GET" ? { body: { ...IN_ORDER, ...setup } } : { body: IN_ORDER, ...mended?.(call) },
  );
  renderOffice(<PaymentSetup found={found} />);
  await screen.findByText("Chiavi di Stripe");
  return calls;
}

test("a correct set-up is confirmed, with the last webhook event", async () => {
  await show({});
  expect(screen.getByText("Tutto in ordine.")).toBeVisible();
  expect(screen.getByText("Reale")).toBeVisible();
  expect(screen.getByText("payment_intent.succeeded")).toBeVisible();
  expect(screen.getByText("Nessun errore recente.")).toBeVisible();
});

test("a finding has one button that repairs it, and the response replaces it", async () => {
  const calls = await show({ findings: [MISSING, EVENTS] });
  const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent("Da correggereManca il webhook.");
  expect(within(second).queryByRole("button")).toBeNull();
  fireEvent.click(within(first).getByRole("button", { name: "Configura il webhook" }));
  await screen.findByText("Tutto in ordine.");
  expect(calls.at(-1)).toMatchObject({ method: "POST", path: "/api/admin/payment-setup/webhook" });
  expect(screen.getByRole("status")).toHaveTextContent("Fatto.");
});

test("an error of the provider is shown, and the finding stays", async () => {
  await show({ findings: [MISSING] }, () => ({
    status: 409,
    body: { code: "capture_refused", message: "Il fornitore ha rifiutato.", errors: [] },
  }));
  fireEvent.click(screen.getByRole("button", { name: "Configura il webhook" }));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Il fornitore ha rifiutato."));
  expect(screen.getByText("Manca il webhook.")).toBeVisible();
});

test("two clicks send one request", async () => {
  const calls = await show({ findings: [MISSING] });
  const button = screen.getByRole("button", { name: "Configura il webhook" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText("Tutto in ordine.");
  expect(calls.filter((call) => call.method === "POST")).toHaveLength(1);
});

test("a set-up that could not be checked is not reported as correct", async () => {
  await show({ failure: "Stripe non risponde.", country: "" });
  expect(screen.getByText("Stripe non risponde.")).toBeVisible();
  expect(screen.queryByText("Tutto in ordine.")).toBeNull();
});

test("a sandbox and a missing provider are labelled as such", async () => {
  await show({ provider: "sandbox", mode: "test" });
  expect(screen.getByText(/ambiente di prova/)).toBeVisible();
  expect(screen.queryByText("Tutto in ordine.")).toBeNull();
  expect(found).toHaveBeenLastCalledWith(true);
});

test("without a provider the page says so and reports it to the list of methods", async () => {
  await show({ provider: "none", mode: null, keys: { ...IN_ORDER.keys, from: "nowhere" } });
  expect(screen.getByText(/Nessun fornitore di pagamento/)).toBeVisible();
  expect(found).toHaveBeenLastCalledWith(false);
});

test("errors are explained, those of the provider with its message", async () => {
  const error = {
    at: 1_800_000_000,
    call: "POST /v1/refunds",
    code: "unavailable",
    message: "no connection",
  };
  const own = { ...error, code: "amount_too_large", message: "Too much." };
  await show({ errors: [error, own] });
  expect(screen.getByText("Ultimi errori (2)")).toBeVisible();
  expect(screen.getByText(/Stripe non era raggiungibile/)).toBeInTheDocument();
  expect(screen.getByText("Too much.")).toBeInTheDocument();
  expect(screen.queryByText("no connection")).toBeNull();
});
