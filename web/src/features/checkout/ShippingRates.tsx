import { useState } from "react";
import { selectShippingRate } from "../../api/cart.ts";
import forms from "../../components/form.module.css";
import styles from "../../components/forms/choices.module.css";
import { note } from "../../context/analytics/notes.ts";
import { cartState, changeCart } from "../../context/cart/cartStore.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { chosenDelivery } from "./chosen.ts";
import type { Checkout } from "./useCheckout.ts";
import type { Review } from "./useTotalsRefresh.ts";

interface ShippingRatesProps {
  checkout: Checkout;
  /** Requests the classic form's order review; `null` for the block form, which has a call of its own. */
  review: Review | null;
}

/** The delivery rates, one group for each package. */
export function ShippingRates({ checkout, review }: ShippingRatesProps) {
  const words = useWords();
  const format = useFormat();
  const { cart, form, errorOf } = checkout;
  // The rates that were clicked, until the server's response contains them.
  const [clicked, setClicked] = useState<Record<string, string>>({});
  if (!cart.needs_shipping) return null;
  const error = errorOf("shipping_method");
  const offered = cart.shipping_rates.filter((pack) => pack.shipping_rates.length > 0);
  const choose = async (pack: number, rate: string) => {
    const key = String(pack);
    setClicked((before) => ({ ...before, [key]: rate }));
    if (review)
      await review("shipping_method", { shipping_method: { ...form.shipping_method, [key]: rate } });
    else await changeCart(() => selectShippingRate(pack, rate), undefined, { delivery: { rate_id: rate } });
    setClicked(({ [key]: _answered, ...others }) => others);
    const now = cartState().confirmed ?? cart;
    const packages = now.shipping_rates.filter(({ package_id }) => package_id === pack);
    // A refused choice is discarded.
    if (!packages.some((one) => one.shipping_rates.some((own) => own.rate_id === rate && own.selected)))
      return;
    note({ kind: "delivery", cart: now, tier: chosenDelivery(now) });
  };
  return (
    <fieldset
      className={styles.choices}
      id="shipping_method"
      tabIndex={-1}
      aria-describedby="shipping_method-errore"
    >
      <legend>{words.shippingMethod}</legend>
      {offered.length === 0 && (
        <p className={forms.note}>
          {cart.has_calculated_shipping ? words.noShippingRates : words.shippingLater}
        </p>
      )}
      {offered.map((pack) => {
        const key = String(pack.package_id);
        const chosen = clicked[key] ?? form.shipping_method[key];
        return pack.shipping_rates.map((rate) => (
          <label key={rate.rate_id} className={styles.choice}>
            <input
              type="radio"
              name={`shipping_method[${key}]`}
              value={rate.rate_id}
              checked={chosen === rate.rate_id}
              onChange={() => void choose(pack.package_id, rate.rate_id)}
            />
            <span>
              {rate.name}
              {(rate.delivery_time || rate.description) && (
                <small>{rate.delivery_time || rate.description}</small>
              )}
            </span>
            <strong>{rate.price === "0" ? words.shippingFree : format.inCart(rate.price, rate.taxes)}</strong>
          </label>
        ));
      })}
      <p id="shipping_method-errore" className={forms.error}>
        {error}
      </p>
    </fieldset>
  );
}
