// Compile errors for options with a key that Stripe.js does not know: each expected error that does not occur is an error.
import type {
  Appearance,
  ClickResolveDetails,
  ConfirmPaymentData,
  CreateConfirmationToken,
  LineItem,
  StripeElements,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import type { DisplayItem } from "../../src/core/types.ts";
import { exactly } from "../../src/payments/exact.ts";

const items: DisplayItem[] = [{ name: "IVA", amount: 151, key: "total_tax" }];
const further = { colour: "red" };
const group = { mode: "payment", amount: 4720, currency: "eur" } as const;

test("a key that Stripe.js does not know does not compile: in a list, in a spread or nested", () => {
  const refusedValues: object[] = [
    // @ts-expect-error a line of the shop says what it is
    exactly<LineItem[]>()(items),
    // @ts-expect-error
    exactly<ClickResolveDetails>()({ lineItems: items }),
    // @ts-expect-error
    exactly<ClickResolveDetails>()({ ...further, lineItems: [] }),
    // @ts-expect-error
    exactly<StripeElementsOptionsMode>()({ ...group, ...further }),
    // @ts-expect-error
    exactly<StripeElementsOptionsMode>()({ ...group, appearance: { variables: { colorBorder: "#998" } } }),
    // @ts-expect-error
    exactly<StripeElementsOptionsMode>()({ ...group, fonts: [{ family: "Lora", url: "x", src: "x" }] }),
    // @ts-expect-error
    exactly<StripePaymentElementOptions>()({ layout: { type: "tabs", ...further } }),
    // @ts-expect-error
    exactly<StripePaymentElementOptions>()({ terms: { link: "never" } }),
    // @ts-expect-error
    exactly<StripeExpressCheckoutElementOptions>()({ buttonHeight: 48, ...further }),
    // @ts-expect-error
    exactly<CreateConfirmationToken>()({ elements: {} as StripeElements, params: further }),
    // @ts-expect-error
    exactly<ConfirmPaymentData>()({ return_url: "https://shop.example", ...further }),
    // @ts-expect-error
    exactly<Appearance>()({ ...further, rules: {} }),
  ];
  expect(refusedValues).toHaveLength(12);
});

test("a value with known keys compiles and is returned unchanged", () => {
  const look = {
    theme: "night",
    variables: { colorText: "#fff" },
    rules: { ".Tab:hover": further },
  } as const;
  expect(exactly<Appearance>()(look)).toBe(look);
  const lines = items.map(({ name, amount }) => ({ name, amount }));
  expect(exactly<ClickResolveDetails>()({ lineItems: lines, shippingRates: [] }).lineItems).toBe(lines);
});
