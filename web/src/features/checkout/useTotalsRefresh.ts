import { useCallback, useEffect, useRef } from "react";
import { updateCustomer } from "../../api/cart.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { useLang } from "../../app/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { Address, AddressKind, CheckoutForm, CheckoutRules } from "../../core/types.ts";
import { destination, SUM_FIELDS } from "./formFields.ts";

/** After typing in an address field. */
const TYPED_MS = 1000;
/** After a change is complete: an option chosen, a field left. */
const CHANGED_MS = 5;

function placeOf(address: Address): Partial<Address> {
  return Object.fromEntries(SUM_FIELDS.map((field) => [field, address[field]]));
}

/** Asks the server for the sums when the address changed, once every required visible field of it is filled and stands. */
export function useTotalsRefresh(form: CheckoutForm, rules: CheckoutRules) {
  const lang = useLang();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef("");
  const latest = useRef({ form, rules });
  latest.current = { form, rules };

  const refresh = useCallback(() => {
    const { form, rules } = latest.current;
    const kinds: AddressKind[] = form.ship_to_different_address ? ["billing", "shipping"] : ["billing"];
    const complete = kinds.every((kind) =>
      core()
        .addressFields(kind, form[kind].country, lang, rules)
        .filter((rule) => SUM_FIELDS.includes(rule.field) && rule.required && !rule.hidden)
        .every(
          (rule) =>
            form[kind][rule.field].trim() !== "" &&
            core().checkCheckoutField(rule.name, form, rules).length === 0,
        ),
    );
    if (!complete) return;
    const addresses = {
      billing_address: placeOf(form.billing),
      shipping_address: placeOf(destination(form)),
    };
    const key = JSON.stringify(addresses);
    if (key === sent.current) return;
    sent.current = key;
    void changeCart(() => updateCustomer(addresses)).then((cart) => {
      if (!cart && sent.current === key) sent.current = "";
    });
  }, [lang]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (how: "typed" | "changed") => {
      clearTimeout(timer.current);
      timer.current = setTimeout(refresh, how === "typed" ? TYPED_MS : CHANGED_MS);
    },
    [refresh],
  );
}
