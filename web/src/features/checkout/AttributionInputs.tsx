import { createElement } from "react";
import { useAttribution } from "../../context/attribution.ts";

/** The hidden fields of an order's attribution, in the element where the platform's scripts look for them. */
export function AttributionInputs({ names }: { names: readonly string[] }) {
  const fields = useAttribution() as Record<string, string | undefined>;
  const inputs = names.map((name) => (
    <input key={name} type="hidden" name={`wc_order_attribution_${name}`} value={fields[name] ?? ""} />
  ));
  return createElement("wc-order-attribution-inputs", null, inputs);
}
