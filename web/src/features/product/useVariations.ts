import type { VariationMatcher } from "@bottega/shop-core";
import { useEffect, useRef, useState } from "react";
import { core } from "../../core/core.ts";
import type { ProductPage, VariationForm, VariationFormState, VariationView } from "../../core/types.ts";

function formOf(page: ProductPage): VariationForm {
  return {
    sku: page.card.sku,
    attributes: page.attributes.map(({ name, options, selected }) => ({
      name,
      options: options.map(([value]) => value),
      selected,
    })),
    variations: page.variations.map((variation) => ({
      variation_id: variation.variation_id,
      attributes: variation.attributes,
      variation_is_visible: variation.variation_is_visible,
      variation_is_active: variation.variation_is_active,
      is_purchasable: variation.is_purchasable,
      is_in_stock: variation.is_in_stock,
      is_sold_individually: variation.is_sold_individually,
      min_qty: variation.min_qty,
      max_qty: variation.max_qty,
      sku: variation.sku,
    })),
  };
}

export type Variations = ReturnType<typeof useVariations>;

/** The variation form of a product page: its state and the steps that it takes, all judged by the core. */
export function useVariations(page: ProductPage) {
  const [state, setState] = useState<VariationFormState>(() => core().variationFormState(formOf(page)));
  const matcher = useRef<VariationMatcher | null>(null);

  useEffect(() => {
    if (page.attributes.length === 0) return;
    // Built once the page stands: the page renderer has no use for it. The module's memory is freed by hand.
    const built = new (core().VariationMatcher)(formOf(page));
    matcher.current = built;
    return () => {
      matcher.current = null;
      built.free();
    };
  }, [page]);

  const step = (take: (matcher: VariationMatcher) => VariationFormState) => {
    if (matcher.current) setState(take(matcher.current));
  };
  const variation: VariationView | null =
    page.variations.find(({ variation_id }) => variation_id === state.variation_id) ?? null;
  return {
    state,
    variation,
    choose: (attribute: string, option: string) => step((m) => m.choose(state, attribute, option)),
    reset: () => step((m) => m.reset(state)),
    setQuantity: (typed: string) => step((m) => m.setQuantity(state, typed)),
  };
}
