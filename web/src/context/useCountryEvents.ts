import { useEffect, useRef } from "react";

/** Tells scripts of others that the state field follows the country. */
function tell(name: string, group: string, country: string): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { group, country } }));
}

/**
 * The events around a change of country, on the page's body: `country_to_state_changing` before the fields follow,
 * `country_to_state_changed` once they show it. `group` is the address ("billing", "shipping", "calc_shipping"), `shown` the
 * country that its fields are of. Gives the function to call with a country as it is chosen.
 */
export function useCountryEvents(group: string, shown: string, active = true): (country: string) => void {
  const before = useRef(shown);
  const told = useRef<string>(null);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (!active) return;
    // Changed by the page itself: what was typed before is put back.
    if (told.current !== shown) tell("country_to_state_changing", group, shown);
    told.current = null;
    tell("country_to_state_changed", group, shown);
  }, [group, shown, active]);
  return (country) => {
    told.current = country;
    tell("country_to_state_changing", group, country);
  };
}
