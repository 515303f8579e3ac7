// The checkout, from the first letter to the placed order. What comes at the wrong moment changes nothing.

import { withAddressField } from "../../components/forms/addressField.ts";
import type { AddressField, AddressKind, CheckoutForm, InvoiceForm } from "../../core/types.ts";
import type { ServerErrors } from "./serverErrors.ts";

/**
 * `checking`: the rules look at the form. `paying`: the provider gives what the order needs of it. `sending`: the order is on its
 * way. `needs_action`: the payer is asked to confirm. `placed`: the order is there, another page comes. `refused`: the form is as it
 * was, and `sentences` say what is wrong until their fields are changed.
 */
export type Progress =
  | { step: "filling" | "checking" | "paying" | "sending" | "needs_action" | "placed" }
  | { step: "refused"; sentences: ServerErrors };

export interface CheckoutState {
  progress: Progress;
  form: CheckoutForm;
  invoice: InvoiceForm;
  /** Fields whose errors are shown. */
  judged: ReadonlySet<string>;
  /** The new account's password is too weak for the shop to let the order go. */
  weak: boolean;
  /** Fields that the rules refused last: the summary lists them for as long as they are wrong. */
  listed: readonly string[];
  /** Counts refusals: each moves the focus to the summary. */
  attempts: number;
}

export type CheckoutEvent =
  | { kind: "changed"; part: Partial<CheckoutForm> }
  | { kind: "address_changed"; of: AddressKind; field: AddressField; value: string }
  | { kind: "invoice_changed"; part: Partial<InvoiceForm> }
  /** Something was typed in fields that are kept elsewhere. */
  | { kind: "edited"; names: readonly string[] }
  /** What was typed at an earlier visit is in the form again. */
  | { kind: "restored"; form: CheckoutForm; invoice: InvoiceForm }
  /** From now on these fields are judged with every letter. */
  | { kind: "judged"; names: readonly string[] }
  | { kind: "weighed"; weak: boolean }
  | { kind: "submitted" }
  /** The rules find nothing; `pays`: the provider is asked first. */
  | { kind: "passed"; pays: boolean }
  /** What the order needs of the provider is there. */
  | { kind: "collected" }
  /** The answer to the order is a confirmation to be done on this page. */
  | { kind: "asked" }
  /** By the rules (`listed`), or by the server. */
  | { kind: "refused"; listed: readonly string[]; sentences: ServerErrors }
  /** The payment failed: the form is free again. */
  | { kind: "payment_failed" }
  /** What the top of the page is to say of a payment that failed. */
  | { kind: "told"; text: string }
  | { kind: "placed" };

/** The checkout as a page opens it; `sentences` and `listed`: what a form that was sent without scripts was refused for. */
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
    judged: new Set(),
    weak: false,
    listed,
    attempts: refused ? 1 : 0,
  };
}

/** Steps between a press of the button and the answer that frees the form; of a placed order none does. */
const UNDER_WAY: readonly Progress["step"][] = ["paying", "sending", "needs_action", "placed"];

/** Whether an order is on its way: nothing else can be sent. */
export const underWay = ({ progress }: CheckoutState): boolean => UNDER_WAY.includes(progress.step);

/** What the server says of the fields; nothing unless it has refused. */
export const sentencesOf = ({ progress }: CheckoutState): ServerErrors =>
  progress.step === "refused" ? progress.sentences : {};

/** A sentence of the server holds until its field is changed. */
function edited(now: CheckoutState, names: readonly string[]): Progress {
  const { progress } = now;
  if (progress.step !== "refused" || !names.some((name) => name in progress.sentences)) return progress;
  const left = Object.entries(progress.sentences).filter(([name]) => !names.includes(name));
  return { step: "refused", sentences: Object.fromEntries(left) };
}

function refused(now: CheckoutState, listed: readonly string[], sentences: ServerErrors): CheckoutState {
  return { ...now, progress: { step: "refused", sentences }, listed, attempts: now.attempts + 1 };
}

/** The next state. */
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
        form: withAddressField(now.form, event.of, event.field, event.value),
        progress: edited(now, [`${event.of}_${event.field}`]),
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
    case "judged":
      return event.names.every((name) => now.judged.has(name))
        ? now
        : { ...now, judged: new Set([...now.judged, ...event.names]) };
    case "weighed":
      return { ...now, weak: event.weak };
    case "submitted":
      return underWay(now) ? now : to("checking");
    case "passed":
      return at === "checking" ? to(event.pays ? "paying" : "sending") : now;
    case "collected":
      return at === "paying" ? to("sending") : now;
    case "asked":
      return at === "sending" ? to("needs_action") : now;
    case "refused":
      return at === "checking" || at === "sending" || at === "needs_action"
        ? refused(now, event.listed, event.sentences)
        : now;
    case "payment_failed":
      return at === "paying" || at === "sending" || at === "needs_action" ? to("filling") : now;
    case "told":
      return underWay(now) ? now : refused(now, [], { "": event.text });
    case "placed":
      return at === "sending" || at === "needs_action" ? to("placed") : now;
  }
}
