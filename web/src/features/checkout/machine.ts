// State machine of the checkout, from the first input to the placed order. Events that arrive in the wrong state change nothing.

import { withAddressField } from "../../components/forms/addressField.ts";
import type { AddressField, AddressKind, CheckoutForm, InvoiceForm } from "../../core/types.ts";
import type { ServerErrors } from "./serverErrors.ts";

/**
 * `checking`: the rules validate the form. `paying`: the provider collects its fields. `sending`: the order request is running.
 * `needs_action`: the payer has to confirm. `placed`: the order exists, and the browser navigates away. `refused`: the form is
 * editable again, and `sentences` are the errors until their fields are changed.
 */
export type Progress =
  | { step: "filling" | "checking" | "paying" | "sending" | "needs_action" | "placed" }
  | { step: "refused"; sentences: ServerErrors };

export interface CheckoutState {
  progress: Progress;
  form: CheckoutForm;
  invoice: InvoiceForm;
  /** Fields whose errors are shown. */
  touched: ReadonlySet<string>;
  /** Whether the new account's password is too weak for the shop to accept the order. */
  weak: boolean;
  /** Fields that the rules refused last; the summary lists them while they are invalid. */
  listed: readonly string[];
  /** Counts refusals; each moves the focus to the summary. */
  attempts: number;
}

export type CheckoutEvent =
  | { kind: "changed"; part: Partial<CheckoutForm> }
  | { kind: "address_changed"; address: AddressKind; field: AddressField; value: string }
  | { kind: "invoice_changed"; part: Partial<InvoiceForm> }
  /** The shopper typed in fields whose values are held elsewhere. */
  | { kind: "edited"; names: readonly string[] }
  /** The values of an earlier visit were restored. */
  | { kind: "restored"; form: CheckoutForm; invoice: InvoiceForm }
  /** From now on these fields are validated on every input. */
  | { kind: "touched"; names: readonly string[] }
  | { kind: "password_rated"; weak: boolean }
  | { kind: "submitted" }
  /** The rules found no errors. `pays`: whether the provider collects its fields next. */
  | { kind: "passed"; pays: boolean }
  /** The provider has collected its fields. */
  | { kind: "collected" }
  /** The response to the order requires a confirmation on this page. */
  | { kind: "confirmation_needed" }
  /** Refused by the rules (`listed`) or by the server. */
  | { kind: "refused"; listed: readonly string[]; sentences: ServerErrors }
  /** The payment failed, and the form is editable again. */
  | { kind: "payment_failed" }
  /** The message about a failed payment, for the top of the page. */
  | { kind: "payment_message"; text: string }
  | { kind: "placed" };

/** Returns the initial state. `sentences` and `listed` are the errors of a form that was submitted without scripts. */
export function opened(
  form: CheckoutForm,
  invoice: InvoiceForm,
  sentences: ServerErrors,
  listed: readonly string[],
): CheckoutState {
  const refused = listed.length > 0;
  return {
    progress: refused ? { step: "refused", sentences } : { step: "filling" },
    form,
    invoice,
    touched: new Set(),
    weak: false,
    listed,
    attempts: refused ? 1 : 0,
  };
}

/** Steps between pressing the button and the response that makes the form editable again. After `placed` nothing does. */
const SUBMITTING: readonly Progress["step"][] = ["paying", "sending", "needs_action", "placed"];

/** Whether an order is being submitted, so that nothing else can be. */
export const isUnderWay = ({ progress }: CheckoutState): boolean => SUBMITTING.includes(progress.step);

/** Returns the server's errors by field; empty unless the order was refused. */
export const serverSentences = ({ progress }: CheckoutState): ServerErrors =>
  progress.step === "refused" ? progress.sentences : {};

/** Drops the server's errors of fields that were changed. */
function edited(now: CheckoutState, names: readonly string[]): Progress {
  const { progress } = now;
  if (progress.step !== "refused" || !names.some((name) => name in progress.sentences)) return progress;
  const remaining = Object.entries(progress.sentences).filter(([name]) => !names.includes(name));
  return { step: "refused", sentences: Object.fromEntries(remaining) };
}

function refused(now: CheckoutState, listed: readonly string[], sentences: ServerErrors): CheckoutState {
  return { ...now, progress: { step: "refused", sentences }, listed, attempts: now.attempts + 1 };
}

/** Returns the next state. */
export function step(now: CheckoutState, event: CheckoutEvent): CheckoutState {
  const at = now.progress.step;
  const to = (next: Exclude<Progress["step"], "refused">): CheckoutState => ({
    ...now,
    progress: { step: next },
  });
  switch (event.kind) {
    case "changed":
      return {
        ...now,
        form: { ...now.form, ...event.part },
        progress: edited(now, Object.keys(event.part)),
      };
    case "address_changed":
      return {
        ...now,
        form: withAddressField(now.form, event.address, event.field, event.value),
        progress: edited(now, [`${event.address}_${event.field}`]),
      };
    case "invoice_changed":
      return {
        ...now,
        invoice: { ...now.invoice, ...event.part },
        progress: edited(now, Object.keys(event.part)),
      };
    case "edited":
      return { ...now, progress: edited(now, event.names) };
    case "restored":
      return { ...now, form: event.form, invoice: event.invoice };
    case "touched":
      return event.names.every((name) => now.touched.has(name))
        ? now
        : { ...now, touched: new Set([...now.touched, ...event.names]) };
    case "password_rated":
      return { ...now, weak: event.weak };
    case "submitted":
      return isUnderWay(now) ? now : to("checking");
    case "passed":
      return at === "checking" ? to(event.pays ? "paying" : "sending") : now;
    case "collected":
      return at === "paying" ? to("sending") : now;
    case "confirmation_needed":
      return at === "sending" ? to("needs_action") : now;
    case "refused":
      return at === "checking" || at === "sending" || at === "needs_action"
        ? refused(now, event.listed, event.sentences)
        : now;
    case "payment_failed":
      return at === "paying" || at === "sending" || at === "needs_action" ? to("filling") : now;
    case "payment_message":
      return isUnderWay(now) ? now : refused(now, [], { "": event.text });
    case "placed":
      return at === "sending" || at === "needs_action" ? to("placed") : now;
  }
}
