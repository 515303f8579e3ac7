import type { FormEvent } from "react";
import { setHiddenFields } from "./hiddenFields.ts";
import type { PaymentDesk } from "./usePayments.ts";

/**
 * Sends a classic form: together with what the provider's fields hold where `method` is the provider's, as it stands otherwise. What
 * they refuse is told at the top, and nothing is sent.
 */
export async function sendForm(
  event: FormEvent<HTMLFormElement>,
  desk: PaymentDesk | null,
  method: string,
): Promise<void> {
  const form = event.currentTarget;
  if (!desk?.typeOf(method)) {
    setHiddenFields(form, {});
    return;
  }
  event.preventDefault();
  if (desk.processing) return;
  desk.begin();
  const collected = await desk.collect(method);
  if (!collected.fields) {
    desk.fail(collected.text);
    return;
  }
  setHiddenFields(form, collected.fields);
  form.submit();
}
