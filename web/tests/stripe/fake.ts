// Stripe.js as far as the shop uses it, as strict as the real one: unknown options are refused by name.

import * as calls from "./callTables.ts";
import { at, check, emptyText, IntegrationError, neverCollected, type Options, refuse } from "./check.ts";
import { FakeElements } from "./elements.ts";
import * as tables from "./tables.ts";

class VersionError extends Error {
  override name = "VersionError";
}

/** Responses of the API by the name of the call. */
export type Answers = Record<string, object | (() => object)>;

export class FakeStripe {
  readonly groups: FakeElements[] = [];
  /** The accepted calls with their arguments. */
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

  createPaymentMethod = async (options: Options) => {
    const data = check("createPaymentMethod()", options, calls.CREATE_METHOD);
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
  createConfirmationToken = async (options: Options) => {
    const data = check("createConfirmationToken()", options, calls.CREATE_TOKEN);
    const group = this.#submitted("createConfirmationToken()", data);
    return this.#method(
      "createConfirmationToken",
      group,
      data,
      at(data, "params.payment_method_data.billing_details"),
    );
  };
  confirmPayment = (options: Options) => this.#confirm("confirmPayment", options, "pi_");
  confirmSetup = (options: Options) => this.#confirm("confirmSetup", options, "seti_");
  retrievePaymentIntent = (secret: string) => this.#secret("retrievePaymentIntent", secret, "pi_");
  retrieveSetupIntent = (secret: string) => this.#secret("retrieveSetupIntent", secret, "seti_");
  handleNextAction = (options: Options) => {
    const { clientSecret } = check("handleNextAction()", options, calls.NEXT_ACTION);
    return this.#secret("handleNextAction", String(clientSecret), "");
  };

  #submitted(call: string, data: Options): FakeElements {
    const group = data.elements as FakeElements;
    if (!group.submitted)
      throw new IntegrationError(`elements.submit() must be called before stripe.${call}.`);
    return group;
  }
  #method(call: string, group: FakeElements, data: Options, billing: unknown): Promise<object> {
    for (const field of neverCollected(group.getElement("payment")?.options.fields))
      if (at(billing, field) === undefined)
        refuse(
          `${call}()`,
          `You specified "never" for fields.billing_details.${field} when creating the payment Element, but did not pass it.`,
        );
    const empty = emptyText(billing, "billing_details");
    const error = { type: "invalid_request_error", code: "parameter_invalid_empty", param: empty };
    return empty ? Promise.resolve({ error }) : this.#answer(call, data);
  }
  #confirm(call: string, options: Options, prefix: string): Promise<object> {
    const data = check(`${call}()`, options, calls.CONFIRM);
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

/** Replaces the package's `loadStripe` with one that returns the fake. */
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
