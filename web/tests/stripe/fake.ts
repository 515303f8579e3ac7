// Stripe.js as far as the shop uses it, as strict as the real one: what it does not take is refused by name.

import type { Shape, Taken } from "./tables.ts";
import * as tables from "./tables.ts";

type Options = Record<string, unknown>;

/** The script's own error for a page that uses it wrongly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}
class VersionError extends Error {
  override name = "VersionError";
}

function misfit(value: unknown, taken: Taken, path: string): string {
  if (value === undefined || value === null) return "";
  if (taken === null) return `${path} is not accepted here.`;
  if (Array.isArray(taken))
    return taken.includes(value as string)
      ? ""
      : `${path} should be one of: ${taken.join(", ")}. You specified: ${value}.`;
  if (taken === "list") return Array.isArray(value) ? "" : `${path} should be an array.`;
  if (typeof taken === "string")
    return typeof value === taken ? "" : `${path} should be a ${taken}. You specified: ${value}.`;
  if (typeof value !== "object") return `${path} should be an object. You specified: ${value}.`;
  for (const [name, inner] of Object.entries(value as Options)) {
    const own = (taken as Shape)[name];
    if (own === undefined) return `${path}.${name} is not a recognized parameter.`;
    const wrong = misfit(inner, own, `${path}.${name}`);
    if (wrong) return wrong;
  }
  return "";
}

function check(call: string, options: unknown, table: Shape): Options {
  const wrong = misfit(options ?? {}, table, "options");
  if (wrong) throw new IntegrationError(`Invalid value for ${call}: ${wrong}`);
  return (options ?? {}) as Options;
}

const refuse = (call: string, why: string): never => {
  throw new IntegrationError(`Invalid value for ${call}: ${why}`);
};

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

/** Of every field that the element was told never to ask. */
function neverAsked(fields: unknown): string[] {
  const billing = ((fields as Options | undefined)?.billingDetails ?? {}) as Options;
  const address = (billing.address ?? {}) as Options;
  const snake: Options = { postalCode: "postal_code" };
  return [
    ...["name", "email", "phone"].filter((name) => billing[name] === "never"),
    ...Object.keys(address)
      .filter((name) => address[name] === "never")
      .map((name) => `address.${snake[name] ?? name}`),
  ];
}

const at = (from: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Options | undefined)?.[name], from);

/** The first text that is empty, as the API names it; what is `null` is left out by the script. */
function emptyText(from: unknown, path: string): string {
  for (const [name, value] of Object.entries((from ?? {}) as Options)) {
    if (value === "") return `${path}[${name}]`;
    const inner = typeof value === "object" ? emptyText(value, `${path}[${name}]`) : "";
    if (inner) return inner;
  }
  return "";
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
  /** What the script tells the page. */
  tell(event: string, data: object = {}): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(data as never);
  }
}

export class FakeElements {
  options: Options;
  submitted = false;
  readonly made: FakeElement[] = [];

  constructor(options: unknown) {
    this.options = check("elements()", options, tables.ELEMENTS);
    checkMode("elements()", this.options);
  }
  create = (type: string, options: unknown) => {
    const known = { payment: tables.PAYMENT_ELEMENT, expressCheckout: tables.EXPRESS_ELEMENT }[type];
    if (!known) return refuse("elements.create()", `${type} is not a known element.`);
    const own = check(`elements.create(${type})`, options, known);
    if (type === "expressCheckout") checkExpress(own);
    const element = new FakeElement(type, own);
    this.made.push(element);
    return element;
  };
  getElement = (type: string) => this.made.find((one) => one.type === type) ?? null;
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

  /** An express button is pressed; gives what its sheet was opened with. */
  press(): Promise<Options> {
    return this.#ask("click", tables.SHEET, {});
  }
  /** A change in the sheet, and the page's answer. */
  change(event: "shippingaddresschange" | "shippingratechange", data: object): Promise<Options> {
    return this.#ask(event, tables.SHEET_CHANGE, data);
  }
  #ask(event: string, table: Shape, data: object): Promise<Options> {
    return new Promise((done, fail) => {
      const resolve = (given?: unknown) => {
        const call = `${event}.resolve()`;
        const answer = check(call, given, table);
        const { shippingAddressRequired: shipping } = this.made[0]?.options ?? {};
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
      this.made[0]?.tell(event, { ...data, resolve, reject: () => fail(new Error("rejected")) });
    });
  }
}

function checkExpress({ buttonHeight, allowedShippingCountries, shippingAddressRequired }: Options): void {
  const call = "elements.create(expressCheckout)";
  const height = buttonHeight as number | undefined;
  if (height !== undefined && (height < 40 || height > 55))
    refuse(call, "buttonHeight should be between 40 and 55.");
  if (allowedShippingCountries && !shippingAddressRequired)
    refuse(call, "allowedShippingCountries cannot be used without shippingAddressRequired.");
}

/** An answer of the API by the name of its call. */
export type Answers = Record<string, object | (() => object)>;

export class FakeStripe {
  readonly groups: FakeElements[] = [];
  /** The calls that went through, with what they were given. */
  readonly calls: { call: string; data: Options }[] = [];
  answers: Answers = {};

  elements = (options: unknown) => {
    const group = new FakeElements(options);
    this.groups.push(group);
    return group;
  };
  createToken = () => refuse("createToken()", "is not used.");
  confirmCardPayment = () => refuse("confirmCardPayment()", "is not used.");
  registerAppInfo = () => {};

  createPaymentMethod = async (given: Options) => {
    const data = check("createPaymentMethod()", given, tables.CREATE_METHOD);
    const group = this.#submitted("createPaymentMethod()", data);
    if (group.options.paymentMethodCreation !== "manual")
      refuse("createPaymentMethod()", 'elements were not created with paymentMethodCreation: "manual".');
    return this.#method(
      "createPaymentMethod",
      group,
      data,
      (data.params as Options | undefined)?.billing_details,
    );
  };
  createConfirmationToken = async (given: Options) => {
    const data = check("createConfirmationToken()", given, tables.CREATE_TOKEN);
    const group = this.#submitted("createConfirmationToken()", data);
    return this.#method(
      "createConfirmationToken",
      group,
      data,
      at(data, "params.payment_method_data.billing_details"),
    );
  };
  confirmPayment = (given: Options) => this.#confirm("confirmPayment", given, "pi_");
  confirmSetup = (given: Options) => this.#confirm("confirmSetup", given, "seti_");
  retrievePaymentIntent = (secret: string) => this.#secret("retrievePaymentIntent", secret, "pi_");
  retrieveSetupIntent = (secret: string) => this.#secret("retrieveSetupIntent", secret, "seti_");
  handleNextAction = (given: Options) => {
    const { clientSecret } = check("handleNextAction()", given, tables.NEXT_ACTION);
    return this.#secret("handleNextAction", String(clientSecret), "");
  };

  #submitted(call: string, data: Options): FakeElements {
    const group = data.elements as FakeElements;
    if (!group.submitted)
      throw new IntegrationError(`elements.submit() must be called before stripe.${call}.`);
    return group;
  }
  #method(call: string, group: FakeElements, data: Options, billing: unknown): Promise<object> {
    for (const field of neverAsked(group.getElement("payment")?.options.fields))
      if (at(billing, field) === undefined)
        refuse(
          `${call}()`,
          `You specified "never" for fields.billing_details.${field} when creating the payment Element, but did not pass it.`,
        );
    const empty = emptyText(billing, "billing_details");
    const error = { type: "invalid_request_error", code: "parameter_invalid_empty", param: empty };
    return empty ? Promise.resolve({ error }) : this.#answer(call, data);
  }
  #confirm(call: string, given: Options, prefix: string): Promise<object> {
    const data = check(`${call}()`, given, tables.CONFIRM);
    const { return_url: back } = (data.confirmParams ?? {}) as Options;
    if (!data.elements && !data.clientSecret) refuse(`${call}()`, "elements or clientSecret is required.");
    if (!/^https?:\/\//.test(String(back)))
      refuse(`${call}()`, "confirmParams.return_url must be an absolute URL.");
    return this.#secret(call, String(data.clientSecret), prefix, data);
  }
  #secret(call: string, secret: string, prefix: string, data: Options = {}): Promise<object> {
    if (!new RegExp(`^${prefix || "(pi|seti)_"}\\w*_secret_\\w+$`).test(secret))
      refuse(`${call}()`, `${secret} is not a client secret of this kind.`);
    return this.#answer(call, { ...data, clientSecret: secret });
  }
  async #answer(call: string, data: Options): Promise<object> {
    this.calls.push({ call, data });
    const answer = this.answers[call];
    if (!answer) throw new Error(`${call} has no answer`);
    return typeof answer === "function" ? (answer as () => object)() : answer;
  }
}

/** `loadStripe` of the package, which gives the fake. */
export function fakeLoadStripe(stripe: FakeStripe) {
  return async (key: unknown, options?: unknown) => {
    if (typeof key !== "string" || !/^pk_(test|live)_/.test(key))
      refuse("Stripe()", "apiKey should be a publishable key.");
    if ((options as Options | undefined)?.apiVersion !== undefined)
      throw new VersionError("Unsupported on version [endive]: Can not provide apiVersion to Stripe()");
    check("Stripe()", options, tables.CONSTRUCTOR);
    return stripe;
  };
}
