import { useEffect, useRef } from "react";

/** Notifies third-party scripts that the state field follows the country. */
function dispatch(name: string, group: string, country: string): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { group, country } }));
}

/**
 * Dispatches the events around a change of country on the body: `country_to_state_changing` before the fields follow,
 * `country_to_state_changed` once they show it. `group` is the address ("billing", "shipping", "calc_shipping"), `fieldsCountry` the
 * country whose fields are shown. Returns the function to call when a country is chosen.
 */
export function useCountryEvents(
  group: string,
  fieldsCountry: string,
  active = true,
): (country: string) => void {
  const before = useRef(fieldsCountry);
  const announced = useRef<string>(null);
  useEffect(() => {
    if (before.current === fieldsCountry) return;
    before.current = fieldsCountry;
    if (!active) return;
    // The page itself changed the country, e.g. when it restores what was typed before.
    if (announced.current !== fieldsCountry) dispatch("country_to_state_changing", group, fieldsCountry);
    announced.current = null;
    dispatch("country_to_state_changed", group, fieldsCountry);
  }, [group, fieldsCountry, active]);
  return (country) => {
    announced.current = country;
    dispatch("country_to_state_changing", group, country);
  };
}
