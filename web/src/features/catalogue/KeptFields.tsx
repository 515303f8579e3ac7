import type { Filters } from "../../core/types.ts";
import { euros } from "./euros.ts";

interface KeptFieldsProps {
  filters: Filters;
  /** Names of the fields that the form itself has. */
  except: string[];
}

/** What a form of the list must send along so that the other choices stay: hidden fields. */
export function KeptFields({ filters, except }: KeptFieldsProps) {
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
  const named = new Set(hidden.map(([name]) => name));
  const kept = [...hidden, ...[...chosen, ...bounds].filter(([name]) => !named.has(name))];
  return kept
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
