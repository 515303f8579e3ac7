import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import * as sample from "../api/samples.ts";
import type { OpenRefund, OrderDetail } from "../api/types.ts";
import { RefundCard } from "./RefundCard.tsx";

const open: OpenRefund = {
  ...{ left_cents: 5090, money_left_cents: 5090, gateway_left_cents: 5090, shipping_left_cents: 690 },
  lines: [{ position: 0, name: "Caviale", quantity_left: 2, booked: false, left_cents: 4000 }],
  everything: {
    lines: [{ position: 0, quantity: "2", amount: "40.00" }],
    ...{ shipping: "6.90", other: "4.00", as_credit: false, by_hand: false, cents: 5090, rest_cents: 0 },
  },
};
const order: OrderDetail = { ...sample.order, status: "processing", open_refund: open };
const preview = { cents: 5090, way: "gateway", returned: ["Caviale × 2"], restock: true, left_cents: 0 };
const refunded: OrderDetail = {
  ...order,
  open_refund: null,
  refunds: [
    {
      ...{ id: 1, cents: 5090, failed_cents: 0, as_credit: false, state: "succeeded", failure: "" },
      ...{ restocked: true, persons_freed: 0, returned: [], reason: "", author: "titolare", created_at: 0 },
    },
  ],
};

function show(order: OrderDetail, answer: (call: Call) => unknown) {
  const calls = serve((call) => {
    const response = answer(call) as { status?: number; body: unknown };
    return typeof response.status === "number" ? response : { body: response };
  });
  const replace = jest.fn();
  renderOffice(<RefundCard order={order} replace={replace} />);
  return { calls, replace };
}
const isPreview = (call: Call) => call.path.endsWith("/preview");
const both = (call: Call) => (isPreview(call) ? preview : refunded);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = () => screen.findByRole("dialog");

test("the refund-all button fills in the remaining amounts with their total and sends nothing", () => {
  const { calls } = show(order, both);
  press("Rimborsa tutto");
  expect(screen.getByLabelText("Pezzi resi")).toHaveValue("2");
  expect(screen.getByLabelText("Importo (€)")).toHaveValue("40,00");
  expect(screen.getByLabelText("Spedizione (€)")).toHaveValue("6,90");
  expect(screen.getByLabelText("Altro importo (€)")).toHaveValue("4,00");
  expect(screen.getByText(/tutto ciò che resta: 50,90/)).toBeInTheDocument();
  expect(calls).toHaveLength(0);
  fireEvent.change(screen.getByLabelText("Altro importo (€)"), { target: { value: "" } });
  expect(screen.queryByText(/tutto ciò che resta/)).toBeNull();
});

test("the confirmation states amount, method and restocking, and cancelling it refunds nothing", async () => {
  const { calls } = show(order, both);
  press("Rimborsa tutto");
  press("Rimborsa");
  const confirmation = await dialog();
  expect(within(confirmation).getByRole("heading")).toHaveTextContent("Rimborsare 50,90");
  expect(confirmation).toHaveTextContent("tramite il fornitore del pagamento");
  expect(confirmation).toHaveTextContent("Tornano in giacenza:Caviale × 2");
  expect(confirmation).toHaveTextContent("livia@example.com");
  expect(within(confirmation).getByRole("button", { name: "Annulla" })).toHaveFocus();
  fireEvent.click(within(confirmation).getByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.map(({ path }) => path)).toEqual(["/api/admin/orders/142/refunds/preview"]);
});

test("two clicks on the confirmation make one refund, which states the refunds known before", async () => {
  const { calls, replace } = show(order, both);
  press("Rimborsa tutto");
  press("Rimborsa");
  const yes = within(await dialog()).getByRole("button", { name: "Rimborsa" });
  fireEvent.click(yes);
  fireEvent.click(yes);
  await waitFor(() => expect(replace).toHaveBeenCalledTimes(1));
  const sent = calls.filter((call) => !isPreview(call));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ refunds_before: 0, shipping: "6,90", restock: true });
  expect(screen.getByRole("heading", { name: "Rimborsi" })).toHaveFocus();
  expect(screen.getByText("Rimborso accettato dal fornitore.")).toBeInTheDocument();
});

test.each([
  ["by_hand", "Il rimborso viene solo registrato"],
  ["credit", "un credito da spendere nel negozio"],
])("a partial refund needs confirmation too, with its method: %s", async (way, words) => {
  show(order, (call) => (isPreview(call) ? { ...preview, way, returned: [], restock: false } : refunded));
  fireEvent.change(screen.getByLabelText("Altro importo (€)"), { target: { value: "1" } });
  press("Rimborsa");
  const confirmation = await dialog();
  expect(confirmation).toHaveTextContent(words);
  expect(confirmation).toHaveTextContent("Nessun pezzo torna in giacenza.");
});

test("an invalid amount is reported at its field before any confirmation", async () => {
  const errors = [{ field: "shipping", code: "refund_too_much", params: {}, message: "Al massimo 6,90 €." }];
  const { calls } = show(order, () => ({
    status: 422,
    body: { code: "x", message: "Da controllare.", errors },
  }));
  fireEvent.change(screen.getByLabelText("Spedizione (€)"), { target: { value: "9" } });
  press("Rimborsa");
  await screen.findByText("Al massimo 6,90 €.");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls).toHaveLength(1);
});

test("a concurrent refund by someone else is reported, and nothing is refunded", async () => {
  const { replace } = show(order, (call) =>
    isPreview(call)
      ? preview
      : { status: 409, body: { code: "order_changed", message: "L'ordine è cambiato.", errors: [] } },
  );
  press("Rimborsa tutto");
  press("Rimborsa");
  fireEvent.click(within(await dialog()).getByRole("button", { name: "Rimborsa" }));
  await screen.findByText("L'ordine è cambiato.");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(replace).not.toHaveBeenCalled();
});

test("a failed refund is retried with the provider only after confirmation", async () => {
  const failed = {
    ...(refunded.refunds[0] as OrderDetail["refunds"][number]),
    failed_cents: 5090,
    state: "failed",
  };
  const { calls } = show({ ...order, open_refund: null, refunds: [failed] }, () => refunded);
  press("Chiedi di nuovo");
  const confirmation = await dialog();
  expect(calls).toHaveLength(0);
  fireEvent.click(within(confirmation).getByRole("button", { name: "Chiedi di nuovo" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ by_hand: false });
});
