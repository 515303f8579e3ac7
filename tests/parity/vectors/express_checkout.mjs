// Payment rules, each case named after the sentence of the specification it comes from.

const FIRST = (input) => [input];
const calls = {
  billing_name: ["payerName", (i) => [i.name, true]],
  shipping_name: ["payerName", (i) => [i.name, false]],
  phone: ["payerPhone", (i) => [i.phone], "phone"],
  request_country: ["requestCountry", (i) => [i.country], "country"],
  line_item: ["displayItem", FIRST],
  line_items_kept: ["displayItems", (i) => [i.items, i.total_price, i.total_refund ?? 0], "items"],
  amount_scale: ["minorAmount", (i) => [i.amount, i.currency_decimals ?? null, i.currency_minor_unit], "amount"],
  button_height: ["buttonAppearance", FIRST],
  button_type: ["buttonAppearance", FIRST],
  button_theme: ["buttonAppearance", FIRST],
  buttons_shown: [
    "expressButtonsShown",
    (i) => [{ ...i, pay_for_order: i.pay_for_order ?? ("order_key" in i || "billing_email" in i) }],
    "shown",
  ],
  intent_mode: ["intentMode", (i) => [Math.floor(i.cart_total), i.currency ?? ""]],
  update_skipped: ["intentUpdateSkipped", (i) => [i.intent_id], "skipped"],
  method_available: ["paymentMethodAvailable", (i) => [i.billing_country, i.countries ?? null], "available"],
  endpoint: ["gatewayEndpoint", (i) => [i.ajax_url, i.gateway, i.action], "url"],
  mobile_code: ["isMobileCode", (i) => [i.code], "valid"],
};

/** Whether a parsed file has this format (by its keys, never by its name or its cases). */
export const fits = (data) =>
  Array.isArray(data.cases) &&
  data.cases.length > 0 &&
  data.cases.every((c) => typeof c.rule === "string" && typeof c.sentence === "string" && "input" in c && "expect" in c);

/** The cases: id, the export and its arguments, and what the answer must be. */
export function* cases(data) {
  for (const [n, { rule, input, expect }] of data.cases.entries()) {
    const id = `cases[${n}] ${rule}`;
    const [call, args, name] = calls[rule] ?? [`no export for the rule ${rule}`, FIRST];
    // An export with a bare answer is wrapped as the file does; of an object, what the file names is compared.
    const of = (answer) =>
      name === undefined ? Object.fromEntries(Object.keys(expect).map((key) => [key, answer[key]])) : { [name]: answer };
    yield { id, call, args: args(input), expect, of };
  }
}
