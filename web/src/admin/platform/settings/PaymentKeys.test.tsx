import { fireEvent, screen, waitFor } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import { serve } from "../../../../tests/server.ts";
import type { PaymentKeysDetail } from "../../api/types.ts";
import { PaymentKeys } from "./PaymentKeys.tsx";

const STORED: PaymentKeysDetail = {
  ...{ from: "back_office", publishable_key: "pk_test_1", secret_key_end: "9f3a" },
  ...{ has_webhook_secret: true, can_store: true },
};

function show(keys: Partial<PaymentKeysDetail>, answer: object = {}) {
  const after = { keys: STORED, findings: [] };
  const calls = serve(() => ({ body: after, ...answer }));
  const replace = jest.fn();
  renderOffice(<PaymentKeys keys={{ ...STORED, ...keys }} replace={replace} />);
  return { calls, replace };
}
const field = (label: RegExp) => screen.getByLabelText(label) as HTMLInputElement;
const save = () => fireEvent.click(screen.getByText("Salva"));
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });

test("only the last characters of a stored secret are shown", () => {
  show({});
  expect([field(/segreta/).value, field(/segreta/).type, field(/firma/).value]).toEqual(["", "password", ""]);
  expect(screen.getByText("Salvata, termina con 9f3a. Vuoto: resta questa.")).toBeInTheDocument();
});

test("secrets are removed from the page once they are stored", async () => {
  const { calls, replace } = show({ from: "nowhere", publishable_key: "", secret_key_end: "" });
  type(/pubblicabile/, "pk_test_1");
  type(/segreta/, "sk_test_1");
  save();
  await screen.findByText("Chiavi salvate: i pagamenti passano da Stripe.");
  expect(calls[0]).toMatchObject({ method: "PUT", path: "/api/admin/payment-keys" });
  expect(calls[0]?.body).toEqual({
    publishable_key: "pk_test_1",
    secret_key: "sk_test_1",
    webhook_secret: "",
  });
  expect(field(/segreta/).value).toBe("");
  expect(replace).toHaveBeenCalledTimes(1);
});

test("rejected keys stay in their fields with the reason", async () => {
  const errors = [
    { field: "secret_key", code: "provider_key_unknown", message: "Stripe non la riconosce.", params: {} },
  ];
  show({}, { status: 422, body: { code: "fields_invalid", message: "Da controllare.", errors } });
  type(/segreta/, "sk_test_unknown");
  save();
  await screen.findByText("Stripe non la riconosce.");
  expect(field(/segreta/)).toHaveValue("sk_test_unknown");
  expect(field(/segreta/)).toHaveAttribute("aria-invalid", "true");
});

test("keys are removed only after confirmation", async () => {
  const { calls, replace } = show({});
  const confirm = jest.spyOn(window, "confirm").mockReturnValueOnce(false).mockReturnValueOnce(true);
  const remove = screen.getByText("Togli le chiavi");
  fireEvent.click(remove);
  expect(calls).toHaveLength(0);
  fireEvent.click(remove);
  await waitFor(() => expect(replace).toHaveBeenCalled());
  expect(calls[0]).toMatchObject({ method: "DELETE", path: "/api/admin/payment-keys" });
  confirm.mockRestore();
});

test.each([
  ["environment", { from: "environment" }, /dall’ambiente del server/],
  ["no sealing key", { can_store: false }, /SHOP_SECRETS_KEY/],
])("where keys cannot be stored, the reason is shown instead of the form: %s", (_, keys, reason) => {
  show(keys);
  expect(screen.getByText(reason)).toBeInTheDocument();
  expect(screen.queryByLabelText(/segreta/)).toBeNull();
});

test("unreadable keys are reported and can be entered again", () => {
  show({ from: "unreadable" });
  expect(screen.getByText(/non si possono più leggere/)).toBeVisible();
  expect(field(/segreta/)).toBeVisible();
});
