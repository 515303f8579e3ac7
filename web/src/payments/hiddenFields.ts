/** Adds the payment fields to a form that is about to be submitted, replacing those of an earlier attempt. */
export function setHiddenFields(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const old of form.querySelectorAll("input[data-payment]")) old.remove();
  for (const [name, value] of Object.entries(fields)) {
    // The form already has a field for the payment method.
    if (name === "payment_method") continue;
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    input.dataset.payment = "";
    form.append(input);
  }
}
