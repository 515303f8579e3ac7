import type { CartItem } from "../../core/types.ts";

/** The options of a line besides its variation. */
export function Facts({ item }: { item: CartItem }) {
  return item.item_data.map((one) => (
    <p key={one.name}>
      {one.name}: {one.value}
    </p>
  ));
}
