import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { selectShippingRate } from "../../api/cart.ts";
import { changeCart } from "../../context/cart/cartStore.ts";
import { useFormat, useLang, useWords } from "../../context/PageContext.tsx";
import { useCountryEvents } from "../../context/useCountryEvents.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Cart, ShippingCalculator as View } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { loadRegion, type Region } from "./region.ts";
import styles from "./ShippingCalculator.module.css";

interface ShippingCalculatorProps {
  view: View;
  cart: Cart;
}

/**
 * The cart's delivery methods, and a form for the destination. One form, which works without scripts; its page submits it
 * (`name="calc_shipping"`).
 */
export function ShippingCalculator({ view, cart }: ShippingCalculatorProps) {
  const words = useWords();
  const lang = useLang();
  const id = useId();
  const [country, setCountry] = useState(view.country);
  const [region, setRegion] = useState<Region>(() => viewRegion(view));
  const [state, setState] = useState(view.state);
  const fields = useRef<HTMLDivElement>(null);
  const dispatchCountry = useCountryEvents("calc_shipping", region.country);
  /** The town that was filled in from the postcode. */
  const filled = useRef("");

  useEffect(() => {
    setCountry(view.country);
    // The phone's keyboard depends only on the country, so it stays.
    setRegion(({ country, postcode_keys }) =>
      country === view.country ? { ...viewRegion(view), postcode_keys } : viewRegion(view),
    );
    setState(view.state);
  }, [view]);

  const typed = (name: string) =>
    fields.current?.querySelector<HTMLInputElement>(`[name=calc_shipping_${name}]`)?.value ?? "";

  /** A changed town or postcode may determine the province. */
  const fillProvince = async () => {
    await loadRules("checkout");
    const [postcode, city, chosen] = [typed("postcode"), typed("city"), typed("state")];
    const found = core().filledState(typed("country"), postcode, city, chosen, filled.current);
    if (found == null) return;
    filled.current = found;
    setState(found);
  };

  const chooseState = (next: string) => {
    filled.current = "";
    setState(next);
  };

  const opened = async () => {
    if (region.postcode_keys) return;
    const found = await loadRegion(region.country, region.country, state, lang);
    setRegion((current) => (current.country === found.region.country ? found.region : current));
  };

  const changeCountry = async (event: ChangeEvent<HTMLSelectElement>) => {
    const next = event.currentTarget.value;
    setCountry(next);
    dispatchCountry(next);
    const found = await loadRegion(region.country, next, state, lang);
    setRegion(found.region);
    setState(found.state);
  };
  const error = (name: string) => {
    const found = view.errors.find(({ field }) => field === name);
    return found ? core().messageText(found.code, found.params, lang) : "";
  };
  const text = (name: "city" | "postcode", label: string, value: string, complete: string) => (
    <Field id={`calc_shipping_${name}`} label={label} required={false} error={error(`calc_shipping_${name}`)}>
      {(control) => (
        <input
          key={value}
          {...control}
          name={`calc_shipping_${name}`}
          autoComplete={complete}
          inputMode={(name === "postcode" && (region.postcode_keys as "text" | "numeric")) || undefined}
          defaultValue={value}
          onChange={() => void fillProvince()}
        />
      )}
    </Field>
  );
  return (
    <div className={styles.delivery}>
      <Rates cart={cart} />
      <details open={view.errors.length > 0 || undefined} onToggle={() => void opened()}>
        <summary>{words.changeDestination}</summary>
        <div className={styles.fields} id={id} ref={fields}>
          <input type="hidden" name="woocommerce-shipping-calculator-nonce" value={view.nonce} />
          <input type="hidden" name="calc_shipping_state_of" value={region.country} />
          <Field
            id="calc_shipping_country"
            label={words.country}
            required
            error={error("calc_shipping_country")}
          >
            {(control) => (
              <select
                {...control}
                name="calc_shipping_country"
                autoComplete="shipping country"
                value={country}
                onChange={changeCountry}
              >
                {view.countries.map((option) => (
                  <option key={option.code} value={option.code}>
                    {option.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {region.field.kind !== "hidden" && (
            <Field
              id="calc_shipping_state"
              label={region.label}
              required={false}
              error={error("calc_shipping_state")}
            >
              {(control) =>
                region.field.kind === "select" ? (
                  <select
                    key={region.country}
                    {...control}
                    name="calc_shipping_state"
                    autoComplete="shipping address-level1"
                    value={state}
                    onChange={(event) => chooseState(event.currentTarget.value)}
                  >
                    <option value="">{words.selectOption}</option>
                    {region.field.options.map((option) => (
                      <option key={option.code} value={option.code}>
                        {option.name}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    {...control}
                    name="calc_shipping_state"
                    autoComplete="shipping address-level1"
                    value={state}
                    onChange={(event) => chooseState(event.currentTarget.value)}
                  />
                )
              }
            </Field>
          )}
          {text("city", words.city, view.city, "shipping address-level2")}
          {text("postcode", region.postcode_label, view.postcode, "shipping postal-code")}
          <button type="submit" name="calc_shipping" value="1" className={`${button.button} ${button.quiet}`}>
            {words.calculateShipping}
          </button>
        </div>
      </details>
    </div>
  );
}

const viewRegion = (view: View): Region => ({
  country: view.country,
  field: view.state_field,
  label: view.state_label,
  postcode_label: view.postcode_label,
  postcode_keys: "",
});

/** The delivery methods, if there is a choice. */
function Rates({ cart }: { cart: Cart }) {
  const words = useWords();
  const format = useFormat();
  const packs = cart.shipping_rates.filter((pack) => pack.shipping_rates.length > 1);
  if (packs.length === 0) {
    const none = cart.shipping_rates.some((pack) => pack.shipping_rates.length === 0);
    return none && cart.has_calculated_shipping ? (
      <p className={styles.none}>{words.noShippingRates}</p>
    ) : null;
  }
  return packs.map((pack) => (
    <fieldset key={pack.package_id} className={styles.rates}>
      <legend>{words.shippingMethod}</legend>
      {pack.shipping_rates.map((rate) => (
        <label key={rate.rate_id}>
          <input
            type="radio"
            name={`shipping_method[${pack.package_id}]`}
            value={rate.rate_id}
            checked={rate.selected}
            onChange={() =>
              void changeCart(() => selectShippingRate(pack.package_id, rate.rate_id), undefined, {
                delivery: { rate_id: rate.rate_id },
              })
            }
          />
          <span>{rate.name}</span>
          <strong>{rate.price === "0" ? words.shippingFree : format.inCart(rate.price, rate.taxes)}</strong>
        </label>
      ))}
    </fieldset>
  ));
}
