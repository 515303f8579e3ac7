// The frame's side: fields of one method, and API calls about intents. No message ever contains a card number.

import { brandOf } from "./checks.js";
import { billingParams, fieldsOf, isDebit, methodParams } from "./fields.js";
import { accountOf, drawChoice, linkParams, saveTypedCard } from "./link.js";
import { accounts, answer, call as send, el, emit, plainError, saveAccount, shops } from "./shop.js";
import { wordsOf } from "./words.js";

/** The card of a one-click account that is created in the form. */
const LINKED_CARD = "Visa •••• 4242";

const state = {
  key: "",
  method: "",
  types: [],
  locale: "it",
  billing: {},
  values: {},
  touched: new Set(),
  known: undefined,
  /** Whether the one-click method was chosen within the card fields. */
  withLink: false,
};
const root = document.getElementById("fields");

/** Reported at once too, because browsers delay observers in frames out of sight. */
const reportHeight = () => emit("height", { height: Math.ceil(root.getBoundingClientRect().height) });
const words = () => wordsOf(state.locale);

const takesLink = () => state.method === "card" && state.types.includes("link");
/** An account with a saved card needs no fields. */
const paysByAccount = () => takesLink() && state.withLink && accountOf(state.billing.email) !== null;
const requiredFields = () => (paysByAccount() ? [] : fieldsOf(state.method));

/** The first error with its field; `null` if everything is valid. */
function firstProblem() {
  for (const field of requiredFields()) {
    const code = field.check(state.values[field.name] ?? "", state.values);
    if (code) return { field: field.name, code };
  }
  return null;
}

function reportChange() {
  const fields = requiredFields();
  const problem = firstProblem();
  const error = problem && state.touched.has(problem.field) ? { code: problem.code } : null;
  const empty = fields.every((field) => !state.values[field.name]);
  emit("change", { complete: !problem, empty, error });
}

function show(field) {
  const input = document.getElementById(field.name);
  const note = document.getElementById(`${field.name}-error`);
  if (!input || !note) return;
  const code = state.touched.has(field.name) ? field.check(state.values[field.name] ?? "", state.values) : "";
  input.toggleAttribute("data-invalid", Boolean(code));
  if (code) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  note.textContent = code ? (words().errors[code] ?? code) : "";
}

function typed(field, input) {
  const atEnd = input.selectionEnd === input.value.length;
  const raw = input.value;
  const before = state.values[field.name] ?? "";
  // Deleting from the end must work: an inserted space would come back with each keystroke.
  const removes = raw.length < before.length && before.startsWith(raw);
  const value = field.write && !removes ? field.write(raw, state.values) : raw;
  if (value !== raw) {
    const at = input.selectionEnd ?? value.length;
    input.value = value;
    const place = atEnd ? value.length : Math.min(at, value.length);
    input.setSelectionRange(place, place);
  }
  state.values[field.name] = value;
  state.touched.delete(field.name);
  show(field);
  if (field.name === "number") document.getElementById("brand")?.setAttribute("data-brand", brandOf(value).name);
  if (field.name === "email") lookUp(value);
  reportChange();
}

function row(field) {
  const text = words();
  const input = el("input", {
    id: field.name,
    name: field.name,
    type: field.inputMode === "email" ? "email" : "text",
    autocomplete: field.autocomplete,
    inputmode: field.inputMode,
    placeholder: field.hint ? text[field.hint] : field.placeholder,
    "aria-required": "true",
    "aria-describedby": `${field.name}-error`,
    spellcheck: "false",
    autocapitalize: "none",
  });
  input.value = state.values[field.name] ?? "";
  input.addEventListener("input", () => typed(field, input));
  input.addEventListener("focus", () => emit("focus", {}));
  input.addEventListener("blur", () => {
    if (input.value) state.touched.add(field.name);
    show(field);
    reportChange();
    emit("blur", {});
  });
  const box = el("span", { class: "control" }, input);
  if (field.name === "number") box.append(el("span", { id: "brand", "data-brand": brandOf(input.value).name, "aria-hidden": "true" }));
  return el(
    "div",
    { class: field.half ? "field half" : "field" },
    el("label", { for: field.name }, text[field.name]),
    box,
    el("p", { id: `${field.name}-error`, class: "error", role: "alert" }),
  );
}

function render() {
  const text = words();
  const fields = fieldsOf(state.method);
  const rows = fields.map(row);
  if (state.method === "link" && state.known !== undefined) {
    const sentence = state.known ? text.known(state.known) : text.unknown(LINKED_CARD);
    rows.splice(1, 0, el("p", { class: "note", role: "status" }, sentence));
  }
  if (fields.length === 0 && state.method !== "blik") rows.push(el("p", { class: "note" }, text.leaves));
  if (isDebit(state.method)) rows.push(el("p", { class: "note" }, text.mandate));
  if (takesLink()) rows.push(el("div", { id: "link" }));
  rows.push(el("p", { class: "test" }, [text.test, text.samples[state.method]].filter(Boolean).join(" ")));
  document.documentElement.lang = state.locale;
  root.replaceChildren(...rows);
  for (const field of fields) show(field);
  drawLink();
  reportHeight();
}

/** Updates the one-click option for the current payer; hides the card fields while an account pays. */
function drawLink() {
  const box = document.getElementById("link");
  if (!box) return;
  drawChoice(box, state.billing.email, words(), state.withLink, (chosen) => {
    state.withLink = chosen;
    hideTyped();
    reportChange();
  });
  if (!box.hasChildNodes()) state.withLink = false;
  hideTyped();
}

function hideTyped() {
  for (const row of root.querySelectorAll(".field")) row.hidden = paysByAccount();
  reportHeight();
}

/** Label of the card of a one-click account; `false` if there is none. */
const linkedCard = (email) => accounts()[email.trim().toLowerCase()]?.card ?? false;

/** Looks up whether an email has an account; the fields change with the result, and the focus stays. */
function lookUp(email) {
  const whole = fieldsOf("link")[0].check(email) === "";
  const known = whole ? (linkedCard(email)) : undefined;
  if (known === state.known) return;
  state.known = known;
  // Typing in the shop's form must not lose the focus.
  const typing = document.hasFocus() && document.activeElement?.id === "email";
  const at = document.getElementById("email")?.selectionEnd ?? 0;
  render();
  const input = document.getElementById("email");
  if (!typing) return;
  input?.focus();
  if (input && input.type !== "email") input.setSelectionRange(at, at);
}

/** Saves a one-click account. */
function remember() {
  if (state.method === "link" && !state.known) saveAccount(state.values.email, { card: LINKED_CARD });
  if (takesLink() && state.withLink) saveTypedCard(state.billing.email, state.values.number ?? "");
}

const call = (method, path, pairs) => send(state.key, method, path, pairs, words().network);

function plainIntent(intent) {
  const method = intent.payment_method;
  return {
    id: intent.id ?? "",
    status: intent.status ?? "",
    payment_method: typeof method === "string" ? method : (method?.id ?? ""),
    next_action: intent.next_action ?? null,
    error: intent.last_payment_error || intent.last_setup_error ? plainError(intent.last_payment_error ?? intent.last_setup_error) : null,
  };
}

function submitted() {
  const fields = requiredFields();
  for (const field of fields) state.touched.add(field.name);
  for (const field of fields) show(field);
  reportChange();
  const problem = firstProblem();
  if (!problem) return {};
  document.getElementById(problem.field)?.focus();
  return { error: { type: "validation_error", code: problem.code, message: words().errors[problem.code] ?? "" } };
}

/** Parameters of a new payment method. */
const newMethod = (billing) => {
  const typed = methodParams(state.method, state.values);
  const method = takesLink() && state.withLink ? linkParams(state.billing.email, typed) : [["type", state.method], ...typed];
  return [...method, ...billingParams({ ...state.billing, ...billing }, state.values)];
};

const intentPath = (setup, secret) =>
  `/v1/${setup ? "setup_intents" : "payment_intents"}/${encodeURIComponent(secret.split("_secret_")[0])}`;

const commands = {
  init(data) {
    const types = Array.isArray(data.types) ? data.types.map(String) : [];
    Object.assign(state, { key: String(data.key ?? ""), method: String(data.method ?? ""), types });
    commands.update(data);
    if (state.method === "link" && state.billing.email) {
      state.values.email = state.billing.email;
      state.known = linkedCard(state.billing.email);
    }
    if (state.method) render();
    return {};
  },
  update({ locale, billing, appearance }) {
    const before = state.locale;
    if (locale) state.locale = String(locale);
    const emailBefore = state.billing.email ?? "";
    if (billing) state.billing = billing;
    if (state.billing.email !== emailBefore) drawLink();
    // The field follows the shop's email address until the payer types another one here.
    const followed = (state.values.email ?? "") === emailBefore && state.billing.email && state.billing.email !== emailBefore;
    if (state.method === "link" && followed && root.childElementCount > 0) {
      state.values.email = state.billing.email;
      const input = document.getElementById("email");
      if (input) input.value = state.billing.email;
      lookUp(state.billing.email);
    }
    for (const [name, value] of Object.entries(appearance?.variables ?? {})) {
      if (/^[a-zA-Z]{1,40}$/.test(name)) document.documentElement.style.setProperty(`--${name}`, String(value));
    }
    document.documentElement.dataset.theme = appearance?.theme === "night" ? "night" : "stripe";
    if (state.method && before !== state.locale && root.childElementCount > 0) render();
    return {};
  },
  submit: submitted,
  focus() {
    root.querySelector("input")?.focus();
    return {};
  },
  async createPaymentMethod({ billing }) {
    const answer = await call("POST", "/v1/payment_methods", newMethod(billing));
    if (answer.error) return { error: plainError(answer.error) };
    remember();
    return { paymentMethod: { id: answer.id } };
  },
  async createConfirmationToken({ billing }) {
    const inner = newMethod(billing).map(([name, value]) => {
      const [head, ...rest] = name.split("[");
      return [`payment_method_data[${head}]${rest.map((part) => `[${part}`).join("")}`, value];
    });
    const answer = await call("POST", "/v1/confirmation_tokens", inner);
    return answer.error ? { error: plainError(answer.error) } : { confirmationToken: { id: answer.id } };
  },
  async retrieve({ setup, clientSecret }) {
    const answer = await call("GET", intentPath(setup, clientSecret), [["client_secret", clientSecret]]);
    return answer.error ? { error: plainError(answer.error) } : { intent: plainIntent(answer) };
  },
  async confirm({ setup, clientSecret }) {
    const pairs = [
      ["client_secret", clientSecret],
      ["use_stripe_sdk", "true"],
      ["return_url", `${window.location.origin}/elements/return`],
    ];
    const answer = await call("POST", `${intentPath(setup, clientSecret)}/confirm`, pairs);
    return answer.error ? { error: plainError(answer.error) } : { intent: plainIntent(answer) };
  },
};

if (document.body.hasAttribute("data-ended")) {
  // A bank's page has ended in a frame of one of the shops. Which shop it is only the browser knows, so all are notified.
  for (const shop of shops) if (window.parent !== window) window.parent.postMessage({ elements: "ended" }, shop);
} else if (answer(commands)) {
  new ResizeObserver(reportHeight).observe(root);
}
