import { useState } from "react";
import { selectShippingRate } from "../../api/cart.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { useFormat, useWords } from "../../app/PageContext.tsx";
import forms from "../../components/form.module.css";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

/** The ways to ship, one group for each package. */
export function ShippingRates({ checkout }: { checkout: Checkout }) {
  const words = useWords();
  const format = useFormat();
  const { cart, form, errorOf } = checkout;
  // What was clicked, until the server's answer holds it.
  const [clicked, setClicked] = useState<Record<string, string>>({});
  if (!cart.needs_shipping) return null;
  const error = errorOf("shipping_method");
  const offered = cart.shipping_rates.filter((pack) => pack.shipping_rates.length > 0);
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
              onChange={async () => {
                setClicked({ ...clicked, [key]: rate.rate_id });
                await changeCart(() => selectShippingRate(pack.package_id, rate.rate_id));
                setClicked(({ [key]: _answered, ...others }) => others);
              }}
            />
            <span>
              {rate.name}
              {(rate.delivery_time || rate.description) && (
                <small>{rate.delivery_time || rate.description}</small>
              )}
            </span>
            <strong>{rate.price === "0" ? words.shippingFree : format.gross(rate.price, rate.taxes)}</strong>
          </label>
        ));
      })}
      <p id="shipping_method-errore" className={forms.error}>
        {error}
      </p>
    </fieldset>
  );
}
