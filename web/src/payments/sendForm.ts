import type { FormEvent } from "react";
import { setHiddenFields } from "./hiddenFields.ts";
import type { Payments } from "./usePayments.ts";

/**
 * Submits a classic form. If `method` is the provider's, the payment fields are added first; if those are refused, the message
 * appears at the top and nothing is sent.
 */
export async function sendForm(
  event: FormEvent<HTMLFormElement>,
  payments: Payments | null,
  method: string,
): Promise<void> {
  const form = event.currentTarget;
  if (!payments?.providerType(method)) {
    setHiddenFields(form, {});
    return;
  }
  event.preventDefault();
  if (payments.processing) return;
  payments.begin();
  const collected = await payments.collect(method);
  if (!collected.fields) {
    payments.fail(collected.text);
    return;
  }
  setHiddenFields(form, collected.fields);
  form.submit();
}
