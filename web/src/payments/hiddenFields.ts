/** Puts the payment's fields into a form that is about to be sent, in place of those of an earlier try. */
export function setHiddenFields(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const old of form.querySelectorAll("input[data-payment]")) old.remove();
  for (const [name, value] of Object.entries(fields)) {
    // The way of payment is a field of the form already.
    if (name === "payment_method") continue;
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    input.dataset.payment = "";
    form.append(input);
  }
}
