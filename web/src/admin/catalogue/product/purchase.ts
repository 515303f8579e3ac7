// Purchase options of a product (add-ons, booking, deposit, subscription) as one value of the product form. It is stored as JSON text,
// so that it is compared and filled like every other field.

import type { components } from "@bottega/admin-api";
import type { Form } from "../../components/fields.tsx";
import { flatten, replaceAt } from "../../components/nested.ts";

type Schemas = components["schemas"];
export type PurchaseForm = Schemas["PurchaseForm"];
export type AddOnForm = Schemas["AddOnForm"];
export type OptionForm = Schemas["OptionForm"];
export type DepositForm = Schemas["DepositForm"];
export type PlanForm = Schemas["PlanForm"];
export type PartForm = Schemas["PartForm"];
export type BookingForm = Schemas["BookingForm"];
export type SubscriptionForm = Schemas["SubscriptionForm"];

/** Name of the form value. */
export const PURCHASE = "purchase";

/** Purchase options as a form, with fields named as in the server's errors ("purchase.add_ons.0.label"). */
export interface Purchase extends Form {
  value: PurchaseForm;
  /** Sets the value, which may be a list or a whole section, at the path given by its name. */
  set: (name: string, value: unknown) => void;
}

export function purchaseOf(form: Form): Purchase {
  const value = JSON.parse(String(form.values[PURCHASE])) as PurchaseForm;
  const whole = { [PURCHASE]: value };
  return {
    value,
    values: flatten(whole),
    error: form.error,
    set: (name, put) => form.set(PURCHASE, JSON.stringify(replaceAt(whole, name.split("."), put)[PURCHASE])),
  };
}

export const NEW_OPTION: OptionForm = { key: "", label: "", label_en: "", price_kind: "none", price: "" };
export const NEW_ADD_ON: AddOnForm = {
  key: "",
  label: "",
  label_en: "",
  kind: "check",
  required: false,
  needs: [],
  excludes: [],
  price_kind: "none",
  price: "",
  max_chars: "200",
  options: [],
};
export const NEW_PART: PartForm = { share: "100", months: "1", days: "0" };
export const NEW_PLAN: PlanForm = {
  key: "",
  label: "",
  label_en: "",
  deposit_kind: "percent",
  deposit: "30",
  parts: [],
};
export const NEW_BOOKING: BookingForm = {
  times: ["", "", "", "", "", "", ""],
  duration_minutes: "90",
  capacity: "12",
  min_persons: "1",
  max_persons: "",
  base: "",
  notice_hours: "24",
  days_ahead: "60",
  closed_on_holidays: true,
  closed_days: "",
};
export const NEW_SUBSCRIPTION: SubscriptionForm = {
  every: "1",
  unit: "month",
  trial_days: "",
  sign_up_cents: "",
  payments: "",
};
