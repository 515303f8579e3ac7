import type { StripeError } from "@stripe/stripe-js";
import { type Failure, failure } from "./elements.ts";

/** Converts an error of the provider's script. */
export const failed = (error: Partial<StripeError>): Failure =>
  failure({
    type: error.type ?? "",
    code: error.code ?? "",
    decline_code: error.decline_code ?? "",
    param: error.param ?? "",
    message: error.message ?? "",
  });
