import type { Address, GatewaySettings } from "../core/types.ts";
import type { BillingDetails } from "./elements.ts";

/** Converts an address of the form to the provider's billing details. */
export function billingDetails(address: Address): BillingDetails {
  return {
    name: `${address.first_name} ${address.last_name}`.trim(),
    email: address.email,
    phone: address.phone || null,
    address: {
      city: address.city,
      country: address.country,
      line1: address.address_1,
      line2: address.address_2,
      postal_code: address.postcode,
      state: address.state,
    },
  };
}

/** Billing details of the signed-in customer, for pages without address fields. */
export function customerBilling({ customerData }: GatewaySettings): BillingDetails {
  return {
    name: customerData.name,
    email: customerData.email,
    phone: null,
    address: {
      city: "",
      country: customerData.billing_country,
      line1: "",
      line2: "",
      postal_code: "",
      state: "",
    },
  };
}
