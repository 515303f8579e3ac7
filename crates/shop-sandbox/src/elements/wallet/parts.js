// Parts of a sheet: lines, radio options, fields.

import { el } from "./shop.js";
import { COUNTRIES } from "./wallet-samples.js";

/** Description list of the lines and the total. */
export function lineList({ items, total }, words, amount) {
  const row = (label, value, kind) => el("div", { class: kind }, el("dt", {}, label), el("dd", {}, value));
  return [...items.map((item) => row(item.name, amount(item.amount))), row(words.total, amount(total), "total")];
}

/** One option of a radio group. */
export function radio(name, { value, label, note }, chosen, choose) {
  const input = el("input", { type: "radio", name, value, checked: value === chosen ? "" : undefined });
  input.addEventListener("change", () => choose(value));
  return el("label", { class: "choice" }, input, el("span", {}, label, ...(note ? [el("small", {}, note)] : [])));
}

/** A radio group with a heading. */
export function group(legend, name, options, chosen, choose) {
  return el("fieldset", {}, el("legend", {}, legend), ...options.map((option) => radio(name, option, chosen, choose)));
}

/** A field with its label and error message. */
export function field(name, label, attributes, value) {
  const note = el("span", { id: `${name}-error`, class: "error", role: "alert" });
  const input = el("input", { id: name, name, type: "text", "aria-describedby": note.id, ...attributes });
  input.value = value;
  const row = el("div", { class: "field" }, el("label", { for: name }, label), input, note);
  const setError = (text) => {
    note.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  return { row, input, setError };
}

/** The fields of a typed address. */
export function addressForm(words, use) {
  const names = ["line1", "line2", "postal_code", "city", "state"];
  const fields = Object.fromEntries(names.map((name) => [name, field(name, words[name], {}, "")]));
  const country = el("select", { id: "country" }, ...COUNTRIES.map((code) => el("option", { value: code }, code)));
  const button = el("button", { type: "button", class: "use" }, words.useAddress);
  button.addEventListener("click", () => {
    const typed = Object.fromEntries(names.map((name) => [name, fields[name].input.value.trim()]));
    use({ ...typed, country: country.value });
  });
  const place = el("div", { class: "field" }, el("label", { for: "country" }, words.country), country);
  return el("div", { class: "own" }, ...names.map((name) => fields[name].row), place, button);
}
