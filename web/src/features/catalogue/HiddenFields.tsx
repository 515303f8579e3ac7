import type { Filters } from "../../core/types.ts";
import { euros } from "./euros.ts";

interface HiddenFieldsProps {
  filters: Filters;
  /** Names of the form's own fields. */
  except: string[];
}

/** Hidden fields that preserve the list's other choices when a form of the list is submitted. */
export function HiddenFields({ filters, except }: HiddenFieldsProps) {
  const { hidden, facets, price } = filters;
  const chosen = facets
    .map((facet): [string, string] => [
      facet.name,
      facet.values
        .filter((value) => value.selected)
        .map((value) => value.value)
        .join(","),
    ])
    .filter(([, value]) => value !== "");
  const bounds: [string, string][] = [];
  if (price?.selected_min_cents != null) bounds.push(["min_price", euros(price.selected_min_cents)]);
  if (price?.selected_max_cents != null) bounds.push(["max_price", euros(price.selected_max_cents)]);
  const hiddenNames = new Set(hidden.map(([name]) => name));
  const fields = [...hidden, ...[...chosen, ...bounds].filter(([name]) => !hiddenNames.has(name))];
  return fields
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
