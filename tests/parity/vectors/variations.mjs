// Journeys through the variation form: options chosen, reset, quantities typed, and the state after each.

/** Whether a parsed file has this format (by its keys, never by its name or its cases). */
export const fits = (data) =>
  Array.isArray(data.cases) &&
  data.cases.every((one) => one.attributes && Array.isArray(one.variations) && Array.isArray(one.steps) && Array.isArray(one.expect));

/** The product page's form; fields that the file leaves out have the file's defaults. */
const formOf = (data, one) => ({
  sku: one.sku,
  attributes: Object.entries(one.attributes).map(([name, options]) => ({ name, options, selected: one.initial?.[name] ?? "" })),
  variations: one.variations.map((variation) => ({ ...data.variation_defaults, ...variation })),
});

/** What the form remembers of its last state. */
const remembered = ({ selected, quantity, reset_announced, no_match }) => ({ selected, quantity, reset_announced, no_match });

/** The call of one step. */
const callOf = (form, step) => {
  if (step.choose) return { call: "chooseOption", args: (answers) => [form, remembered(answers.at(-1)), ...step.choose] };
  if ("qty" in step) return { call: "setVariationQuantity", args: (answers) => [form, remembered(answers.at(-1)), step.qty] };
  return { call: "resetOptions", args: (answers) => [form, remembered(answers.at(-1))] };
};

const byName = (entries) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
const LETTERS = { kept: "k", disabled: "d", removed: "r" };

/** A state as the file writes it; its fields in the file's order. */
const shown = (state) => ({
  selected: byName(Object.entries(state.selected)),
  options: byName(state.attributes.map(({ name, options }) => [name, options.map(({ status }) => LETTERS[status]).join("")])),
  variation_id: state.variation_id ?? null,
  button: state.button,
  alert: state.alert?.replace(/^variation_/, "") ?? null,
  reset_visible: state.reset_visible,
  reset_announced: state.reset_announced,
  panel_shown: state.panel_shown,
  sku: state.sku,
  qty: [state.quantity.value, String(state.quantity.min), String(state.quantity.max ?? ""), state.quantity.hidden],
});

/** The file's expectation with its names in order, as a map's order means nothing. */
const expected = (state) => ({ ...state, selected: byName(Object.entries(state.selected)), options: byName(Object.entries(state.options)) });

/** The cases: one a journey, a step for the page's loading and one for each thing done. */
export function* cases(data) {
  for (const [number, one] of data.cases.entries()) {
    const form = formOf(data, one);
    const calls = [{ call: "variationFormState", args: () => [form] }, ...one.steps.map((step) => callOf(form, step))];
    const steps = calls.map((call, at) => ({ ...call, expect: expected(one.expect[at]), of: shown }));
    yield { id: `cases[${number}] ${one.kind ?? ""}`.trim(), steps };
  }
}
