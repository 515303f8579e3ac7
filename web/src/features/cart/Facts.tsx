import type { CartItem } from "../../core/types.ts";

/** What was chosen for a line beside its variation. */
export function Facts({ item }: { item: CartItem }) {
  return item.item_data.map((one) => (
    <p key={one.name}>
      {one.name}: {one.value}
    </p>
  ));
}
