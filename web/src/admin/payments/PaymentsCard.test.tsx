import { screen, within } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import * as sample from "../api/samples.ts";
import type { OrderDetail, OrderPayment } from "../api/types.ts";
import { PaymentsCard } from "./PaymentsCard.tsx";

const URL = "https://dashboard.stripe.com/test/payments/pi_1";

function card(part: Partial<OrderPayment>) {
  const payment: OrderPayment = {
    ...{ number: 1, part_due: "", intent_id: "pi_1", method: "card", cents: 4720, tries: 1, state: "paid" },
    ...{ captured_cents: 4720, refunded_cents: 0, url: URL, created_at: 1_800_000_000 },
    ...{ disputes: [], under_review: false, events: [] },
    ...part,
  };
  const order = { ...(sample.order as unknown as OrderDetail), payments: [payment] };
  const { unmount } = renderOffice(<PaymentsCard order={order} />);
  return unmount;
}
const dispute = { id: "dp_1", state: "open", reason: "product_not_received", due_by: 1_800_600_000 };
const answer = () => screen.queryByRole("link", { name: "Invia le prove sul sito del fornitore" });

test("an open dispute shows its reason and deadline and links to where evidence is submitted", () => {
  card({ disputes: [dispute] });
  const notice = screen.getByText("Contestazione aperta").closest("p") as HTMLElement;
  expect(notice).toHaveTextContent("merce non ricevuta");
  expect(notice).toHaveTextContent("Rispondi al fornitore entro il");
  expect(within(notice).getByRole("link")).toHaveAttribute("href", URL);
});

test("a dispute that is decided or has no page at the provider has no link", () => {
  for (const part of [
    { disputes: [{ ...dispute, state: "closed" }] },
    { disputes: [{ ...dispute, state: "lost" }] },
    { disputes: [dispute], url: "" },
    {},
  ]) {
    const unmount = card(part);
    expect(answer()).toBeNull();
    unmount();
  }
});
