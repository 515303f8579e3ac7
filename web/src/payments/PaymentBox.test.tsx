// The box under a payment method, without the provider's own fields.
import { act, fireEvent, screen } from "@testing-library/react";
import { pageOf, show } from "../../tests/fixture.tsx";
import type { GatewaySettings } from "../core/types.ts";
import type { Collector } from "./collect.ts";
import type { FieldsProps } from "./elements.ts";
import { PaymentBox } from "./PaymentBox.tsx";
import type { PaymentTools } from "./tools.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const card = page.paymentMethodsConfig.card as GatewaySettings["paymentMethodsConfig"][string];

function box(
  type: string,
  settings: Partial<GatewaySettings>,
  title = "Cash App Pay",
  createsAccount = false,
) {
  const paymentMethodsConfig = { [type]: { ...card, title } };
  const given: { fields?: FieldsProps; collector?: Collector | null } = {};
  const tools = {
    settings: { ...page, paymentMethodsConfig, ...settings },
    lang: "it",
    provider: {
      renderFields: (props: FieldsProps) => {
        given.fields = props;
        return <p>campi</p>;
      },
    },
    calls: {},
    saver: () => {},
  } as unknown as PaymentTools;
  const billing = { name: "", email: "", phone: null } as unknown as FieldsProps["billing"];
  const onCollector = (collector: Collector | null) => {
    given.collector = collector;
  };
  show(
    <PaymentBox
      {...{ tools, type, billing, onCollector }}
      instructions="Tieni il telefono a portata di mano."
      createsAccount={createsAccount}
    />,
  );
  return given;
}

for (const [type, cartTotal, warned] of [
  ["cashapp", 200_001, true],
  ["cashapp", 200_000, false],
  ["card", 900_000, false],
] as const)
  test(`${type} for ${cartTotal} ${warned ? "warns" : "does not warn"} that the wallet may refuse the amount`, () => {
    box(type, { cartTotal });
    const notice = screen.queryByText(/Cash App Pay potrebbe rifiutare/);
    expect(notice !== null).toBe(warned);
  });

test("fields that could not be loaded show a message in their box, and an order with them lacks its details", async () => {
  const given = box("card", { saved: [] }, "Carta");
  const collected = given.collector?.();
  act(() => given.fields?.onLoadError());
  expect(screen.getByRole("alert")).toHaveTextContent(/Impossibile caricare il metodo di pagamento Carta/);
  expect((await collected)?.text).toMatch(/Dati di pagamento mancanti/);
});

const saveBox = () => screen.queryByRole("checkbox", { name: /^Salva/ });
const VISA = { id: 7, label: "Visa •••• 4242", kind: "card", brand: "visa", last4: "4242" };

for (const [shopper, settings, createsAccount, seen] of [
  ["a customer", { isLoggedIn: true }, false, true],
  ["a guest", { isLoggedIn: false }, false, false],
  ["a guest who creates an account", { isLoggedIn: false, isSignupOnCheckoutAllowed: true }, true, true],
  ["a guest where none can be created", { isLoggedIn: false, isSignupOnCheckoutAllowed: false }, true, false],
] as const)
  test(`${shopper} ${seen ? "sees" : "does not see"} the choice to save the card`, () => {
    box("card", { saved: [], ...settings }, "Carta", createsAccount);
    expect(saveBox() !== null).toBe(seen);
  });

test("a method that its wallet stores itself has no choice to save, nor has a saved one until a new one is chosen", () => {
  box("link", { saved: [], isLoggedIn: true }, "Link");
  expect(saveBox()).toBeNull();
  box(
    "card",
    { saved: [{ ...VISA, expires: "08/27", is_default: true, removal: "" }], isLoggedIn: true },
    "Carta",
  );
  expect(saveBox()).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: /^(?!Visa)/ }));
  expect(saveBox()).toBeVisible();
});

test("a subscription's method is always saved, and a sentence explains it", () => {
  box("card", { saved: [], isLoggedIn: true, cartContainsSubscription: true }, "Carta");
  expect(saveBox()).toBeNull();
  expect(screen.getByText(/serve per i rinnovi del tuo abbonamento/)).toBeVisible();
});

test("a saved account of the one-click method is listed among the cards, whose form includes it", () => {
  const link = { ...card, gatewayId: "stripe_link", title: "Link", standsWithin: true };
  const account = { ...VISA, id: 8, kind: "link", label: "Link (livia@example.com)", brand: "", last4: "" };
  const saved = [{ ...account, expires: "", is_default: true, removal: "" }];
  box("card", { paymentMethodsConfig: { card, link }, saved, isLoggedIn: true });
  expect(screen.getByRole("radio", { name: /^Link/ })).toBeChecked();
});

test("the fields show a method's terms on a page that saves it, but not for a payment", () => {
  const terms = (settings: Partial<GatewaySettings>) =>
    box("card", { saved: [], isLoggedIn: true, ...settings }, "Carta").fields?.terms;
  expect(terms({ cartTotal: 0, isCheckout: false })).toEqual([{ method: "card", terms: "always" }]);
  expect(terms({ cartTotal: 4720 })).toEqual([{ method: "card", terms: "never" }]);
});
