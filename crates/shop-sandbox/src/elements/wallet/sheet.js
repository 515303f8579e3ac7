// The sheet of a wallet: items, address, shipping rate and card. Each change of address or rate is sent to the shop, which
// responds with new lines, rates and a total, or with a rejection.

import { accounts, el, emit, saveAccount } from "./shop.js";
import { keepFocus } from "./wallet-focus.js";
import { addressForm, field, group, lineList } from "./wallet-parts.js";
import { ADDRESSES, CARDS, OWNER } from "./wallet-samples.js";
import { createToken } from "./wallet-token.js";
import { walletWords } from "./wallet-words.js";

/** Opens the sheet; returns the methods that the shop's page can call. */
export function openSheet(options) {
  const { key = "", wallet = "", locale = "it", currency = "eur", email = "" } = options;
  const shipping = Boolean(options.shippingAddressRequired);
  const words = walletWords(locale);
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: String(currency).toUpperCase() });
  const amount = (cents) => money.format(cents / 100);
  const device = wallet === "apple_pay" || wallet === "google_pay";
  const cards = CARDS.filter((card) => card.device || !device);
  const state = {
    total: Number(options.total) || 0,
    items: options.items ?? [],
    rates: [],
    rate: "",
    address: ADDRESSES[0],
    card: cards[0],
    // Sequence number of the request that the shop is to answer; wallets ignore answers to earlier ones.
    sequence: 0,
    waiting: false,
    error: "",
    paying: false,
    account: null,
  };

  document.documentElement.lang = locale;
  document.title = words.wallets[wallet] ?? "";
  document.body.className = "sheet-page";
  const lines = el("dl", { class: "lines" });
  const rates = el("div", { class: "rates" });
  const errorNote = el("p", { class: "refused", role: "alert" });
  const busy = el("p", { class: "busy", role: "status" });
  const pay = el("button", { type: "submit", class: "pay" });
  const recognised = el("p", { class: "note", role: "status" });

  const show = () => {
    lines.replaceChildren(...lineList(state, words, amount));
    const options = state.rates.map((rate) => ({ value: rate.id, label: rate.displayName, note: amount(rate.amount) }));
    const chosen = (id) => ask("rate", { rate: state.rates.find((rate) => rate.id === id), id }, () => { state.rate = id; });
    const focused = rates.contains(document.activeElement);
    rates.replaceChildren(...(options.length > 0 ? [group(words.rates, "rate", options, state.rate, chosen)] : []));
    if (focused) rates.querySelector("input:checked")?.focus();
    errorNote.textContent = state.error;
    busy.textContent = state.paying ? words.paying : state.waiting ? words.waiting : "";
    pay.textContent = words.pay(amount(state.total));
    pay.toggleAttribute("data-busy", state.paying || state.waiting);
    // The button keeps the focus, but cannot be pressed while a press would be dropped.
    pay.setAttribute("aria-disabled", String(state.paying || state.waiting));
    form.toggleAttribute("inert", state.paying);
  };

  /** Sends a choice to the shop and waits for the response; responses to earlier requests are ignored. */
  function ask(event, data, then) {
    state.sequence += 1;
    state.waiting = true;
    state.error = "";
    then?.();
    emit(event, { ...data, question: state.sequence });
    show();
  }
  const chooseAddress = (address) => {
    state.address = address;
    // Wallets reveal only what delivery needs before the payer confirms: the street is not sent.
    const { name, city, state: region, postal_code, country } = address;
    if (shipping) ask("address", { name, address: { city, state: region, postal_code, country } });
    else show();
  };

  const inputs = {
    email: field("email", words.email, { type: "email", autocomplete: "email" }, email || (wallet === "link" ? "" : OWNER.email)),
    name: field("name", words.name, { autocomplete: "name" }, ADDRESSES[0].name),
    phone: field("phone", words.phone, { type: "tel", autocomplete: "tel" }, OWNER.phone),
  };
  const shown = ["email", "name", ...(options.phoneNumberRequired ? ["phone"] : [])];
  const places = el("div");
  const drawPlaces = () => {
    const of = (one) => ({ label: one.line1, note: `${one.postal_code} ${one.city}, ${one.state} (${one.country})` });
    const known = ADDRESSES.map((one, at) => ({ value: String(at), ...of(one) }));
    if (state.account?.address) known.unshift({ value: "saved", ...of(state.account.address) });
    const other = { value: "other", label: words.other, note: "" };
    const own = addressForm(words, (typed) => chooseAddress({ ...typed, name: inputs.name.input.value }));
    own.hidden = true;
    const choose = (value) => {
      own.hidden = value !== "other";
      if (value === "other") return own.querySelector("input")?.focus();
      const address = value === "saved" ? state.account.address : ADDRESSES[Number(value)];
      inputs.name.input.value = address.name;
      chooseAddress(address);
    };
    const first = state.account?.address ? "saved" : "0";
    places.replaceChildren(group(shipping ? words.shipTo : words.billTo, "address", [...known, other], first, choose), own);
  };
  const cardBox = el("div");
  const drawCards = () => {
    const list = cards.map((card) => ({ value: card.token, label: card.label, note: words.does[card.does] }));
    const choose = (token) => { state.card = cards.find((card) => card.token === token) ?? state.card; };
    cardBox.replaceChildren(group(words.card, "card", list, state.card.token, choose));
  };

  /** Whether the email has a one-click account: the sheet then uses its address and card. */
  const recognise = () => {
    const typed = inputs.email.input.value.trim().toLowerCase();
    const account = accounts()[typed] ?? null;
    recognised.textContent = account ? words.known(account.card) : typed.includes("@") ? words.unknown : "";
    if (JSON.stringify(account) === JSON.stringify(state.account)) return false;
    state.account = account;
    state.card = cards.find((card) => card.label === account?.card) ?? cards[0];
    if (account?.address) inputs.name.input.value = account.address.name;
    drawPlaces();
    drawCards();
    chooseAddress(account?.address ?? ADDRESSES[0]);
    return true;
  };

  const cancel = () => {
    if (!state.paying) emit("cancel", {});
  };
  const form = el("form", { novalidate: "" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (state.paying || state.waiting || state.error) return;
    for (const name of shown) inputs[name].setError("");
    const empty = shown.find((name) => inputs[name].input.value.trim() === "");
    if (empty) {
      inputs[empty].setError(words.missing(words[empty]));
      inputs[empty].input.focus();
      return;
    }
    state.paying = true;
    show();
    emit("confirm", confirmed());
  });

  /** Data sent to the shop when the payer confirms. */
  const confirmed = () => {
    const { name: _receiver, ...address } = state.address;
    const billing = {
      name: inputs.name.input.value,
      email: inputs.email.input.value,
      phone: options.phoneNumberRequired ? inputs.phone.input.value : "",
      address,
    };
    const rate = state.rates.find(({ id }) => id === state.rate) ?? null;
    const receiver = shipping ? { name: billing.name, address } : null;
    return { billingDetails: billing, shippingAddress: receiver, shippingRate: rate, expressPaymentType: wallet };
  };

  const head = el("header", {}, el("h1", {}, words.wallets[wallet] ?? ""));
  const close = el("button", { type: "button", class: "close", "aria-label": words.close }, "×");
  close.addEventListener("click", cancel);
  head.append(close);
  const cancelButton = el("button", { type: "button", class: "cancel" }, words.cancel);
  cancelButton.addEventListener("click", cancel);
  const contact = el("fieldset", {}, el("legend", {}, words.contact), ...shown.map((name) => inputs[name].row));
  const foot = el("footer", {}, errorNote, busy, pay, el("p", { class: "duty" }, words.duty), cancelButton);
  const summary = el("section", {}, el("h2", {}, words.lines), lines);
  if (wallet === "link") {
    inputs.email.input.addEventListener("input", () => recognise());
    // The email comes first, because it may identify an account that has everything else.
    form.append(inputs.email.row, recognised);
  }
  form.append(summary, places, rates, contact, cardBox, foot, el("p", { class: "test" }, words.test));
  drawPlaces();
  drawCards();
  // No landmarks: the sheet is a part of the shop’s page.
  const sheet = el("section", { class: "sheet", "aria-label": words.wallets[wallet] ?? "" }, head, form);
  document.body.replaceChildren(sheet);
  keepFocus(sheet, cancel);
  if (!(wallet === "link" && recognise())) chooseAddress(state.address);
  (wallet === "link" && !email ? inputs.email.input : close).focus();

  return {
    resolve({ question, total, items, rates }) {
      if (question !== state.sequence) return {};
      Object.assign(state, { waiting: false, total: total ?? state.total, items: items ?? state.items });
      if (rates) {
        state.rates = rates;
        // Wallets preselect the first rate: shops put the current choice first.
        state.rate = rates[0]?.id ?? "";
      }
      show();
      return {};
    },
    reject({ question, rate }) {
      if (question !== state.sequence) return {};
      Object.assign(state, { waiting: false, error: rate ? words.rateRejected : words.rejected });
      if (!rate) state.rates = [];
      show();
      return {};
    },
    async createConfirmationToken() {
      const { billingDetails } = confirmed();
      const made = await createToken(key, wallet, billingDetails, state.card.token, words.network);
      if (wallet === "link" && made.confirmationToken) {
        saveAccount(billingDetails.email, { card: state.card.label, address: { ...state.address, name: billingDetails.name } });
      }
      return made;
    },
  };
}
