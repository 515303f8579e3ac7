// Elements of Stripe.js as far as the shop uses them: a method's fields, wallet buttons and their sheets.

import * as calls from "./callTables.ts";
import { check, type Options, refuse } from "./check.ts";
import type { Shape } from "./shapes.ts";
import * as tables from "./tables.ts";

function checkMode(call: string, now: Options): void {
  const { mode, amount, currency, allowedPaymentMethodTypes: types } = now;
  if (!mode) refuse(call, "mode is required.");
  if (mode === "setup" && amount !== undefined) refuse(call, "amount cannot be used with mode: setup.");
  if (mode !== "setup" && !(Number.isInteger(amount) && (amount as number) > 0))
    refuse(
      call,
      `amount should be a positive integer in the smallest currency unit. You specified: ${amount}.`,
    );
  if (mode !== "setup" || currency !== undefined)
    if (!/^[a-z]{3}$/.test(String(currency)))
      refuse(call, `currency should be lowercase. You specified: ${currency}.`);
  const rivals = ["excludedPaymentMethodTypes", "paymentMethodConfiguration"].filter((name) => now[name]);
  if (types && rivals.length > 0)
    refuse(call, `allowedPaymentMethodTypes and ${rivals[0]} cannot be used together.`);
  if (types && (types as string[]).length === 0) refuse(call, "allowedPaymentMethodTypes must not be empty.");
  if (mode === "setup" && (now.captureMethod || now.capture_method))
    refuse(call, "captureMethod cannot be used with mode: setup.");
}

type Handler = (event: never) => void;

export class FakeElement {
  readonly type: string;
  options: Options;
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(type: string, options: Options) {
    this.type = type;
    this.options = options;
  }
  on = (event: string, handler: Handler) => {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
    return this;
  };
  off = (event: string, handler: Handler) => {
    this.#handlers.get(event)?.delete(handler);
    return this;
  };
  mount = () => {};
  destroy = () => {};
  update = (options: Options) => {
    const table = this.type === "payment" ? tables.PAYMENT_UPDATE : tables.EXPRESS_UPDATE;
    this.options = { ...this.options, ...check(`${this.type}Element.update()`, options, table) };
  };
  /** Dispatches an event of the script to the page. */
  emit(event: string, data: object = {}): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(data as never);
  }
}

export class FakeElements {
  options: Options;
  submitted = false;
  readonly created: FakeElement[] = [];

  constructor(options: unknown) {
    this.options = check("elements()", options, tables.ELEMENTS);
    checkMode("elements()", this.options);
    checkFonts("elements()", this.options);
  }
  create = (type: string, options: unknown) => {
    const allowed = { payment: tables.PAYMENT_ELEMENT, expressCheckout: tables.EXPRESS_ELEMENT }[type];
    if (!allowed) return refuse("elements.create()", `${type} is not a known element.`);
    const own = check(`elements.create(${type})`, options, allowed);
    if (type === "expressCheckout") checkExpress(own);
    else checkLayout(own, this.options);
    const element = new FakeElement(type, own);
    this.created.push(element);
    return element;
  };
  getElement = (type: string) => this.created.find((one) => one.type === type) ?? null;
  update = (options: unknown) => {
    const now = { ...this.options, ...check("elements.update()", options, tables.ELEMENTS_UPDATE) };
    checkMode("elements.update()", now);
    this.options = now;
    this.submitted = false;
  };
  submit = async () => {
    this.submitted = true;
    return {};
  };
  fetchUpdates = async () => ({});

  /** Presses an express button; returns what its sheet was opened with. */
  press(): Promise<Options> {
    return this.#ask("click", calls.SHEET, {});
  }
  /** Makes a change in the sheet; returns the page's response. */
  change(event: "shippingaddresschange" | "shippingratechange", data: object): Promise<Options> {
    return this.#ask(event, calls.SHEET_CHANGE, data);
  }
  #ask(event: string, table: Shape, data: object): Promise<Options> {
    return new Promise((done, fail) => {
      const resolve = (response?: unknown) => {
        const call = `${event}.resolve()`;
        const answer = check(call, response, table);
        const { shippingAddressRequired: shipping } = this.created[0]?.options ?? {};
        const { lineItems = [], shippingRates } = answer as Record<string, { amount: number; id: string }[]>;
        const rates = shippingRates as { id: string }[] | undefined;
        const sum = lineItems.reduce((total, { amount }) => total + amount, 0);
        if (sum > Number(this.options.amount))
          refuse(
            call,
            `The amount ${this.options.amount} is less than the total amount of the line items ${sum}.`,
          );
        if (event === "click" && shipping && !rates?.length)
          refuse(call, "shippingRates needs at least one rate when shippingAddressRequired is true.");
        if (rates && !shipping) refuse(call, "shippingRates cannot be used without shippingAddressRequired.");
        if (rates?.length === 0) refuse(call, "shippingRates needs at least one rate.");
        if (rates && new Set(rates.map(({ id }) => id)).size < rates.length)
          refuse(call, "shippingRates: ids are not unique.");
        done(answer);
      };
      this.created[0]?.emit(event, { ...data, resolve, reject: () => fail(new Error("rejected")) });
    });
  }
}

/** A font is a style sheet, or the file of a family. */
function checkFonts(call: string, { fonts }: Options): void {
  for (const font of (fonts ?? []) as Options[])
    if (!font.cssSrc && !(font.family && /^url\(https?:/.test(String(font.src))))
      refuse(call, "options.fonts needs cssSrc, or family and an absolute src.");
}

/** Rules for the parts of another layout have no effect, so they are refused. */
function checkLayout({ layout }: Options, { appearance }: Options): void {
  const { type } = (typeof layout === "object" ? layout : { type: layout }) as Options;
  const other = type === "accordion" ? ".Tab" : ".AccordionItem";
  const unused = Object.keys(((appearance as Options | undefined)?.rules ?? {}) as Options).find((selector) =>
    selector.startsWith(other),
  );
  if (type && unused)
    refuse("elements.create(payment)", `rules.${unused} has no effect with the layout ${type}.`);
}

function checkExpress({ buttonHeight, allowedShippingCountries, shippingAddressRequired }: Options): void {
  const call = "elements.create(expressCheckout)";
  const height = buttonHeight as number | undefined;
  if (height !== undefined && (height < 40 || height > 55))
    refuse(call, "buttonHeight should be between 40 and 55.");
  if (allowedShippingCountries && !shippingAddressRequired)
    refuse(call, "allowedShippingCountries cannot be used without shippingAddressRequired.");
}
