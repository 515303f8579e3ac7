import type { VariationMatcher } from "@bottega/shop-core";
import { useEffect, useRef, useState } from "react";
import { fetchVariation } from "../../api/variation.ts";
import { core } from "../../core/core.ts";
import type { ProductPage, VariationForm, VariationFormState, VariationView } from "../../core/types.ts";

function formOf(page: ProductPage, fetched: VariationView[] = []): VariationForm {
  return {
    sku: page.card.sku,
    on_demand: page.variations_on_demand,
    attributes: page.attributes.map(({ name, options, selected }) => ({
      name,
      options: options.map(([value]) => value),
      selected,
    })),
    variations: [...page.variations, ...fetched].map((variation) => ({
      variation_id: variation.variation_id,
      attributes: variation.attributes,
      variation_is_visible: variation.variation_is_visible,
      variation_is_active: variation.variation_is_active,
      is_purchasable: variation.is_purchasable,
      is_in_stock: variation.is_in_stock,
      is_sold_individually: variation.is_sold_individually,
      min_qty: variation.min_qty,
      max_qty: variation.max_qty,
      step: variation.qty_step,
      sku: variation.sku,
    })),
  };
}

/** What a script of the page has said with the form of a product (`data-custom_data`): it is sent along. */
const saidWith = (product: number) =>
  document.querySelector<HTMLElement>(`form.variations_form[data-product_id="${product}"]`)?.dataset
    .custom_data;

/** Whether the shop is being asked for the chosen variation, and what came of it. */
type Asking = "idle" | "waiting" | "none" | "failed";

export type Variations = ReturnType<typeof useVariations>;

/** The variation form of a product page: its state and the steps that it takes, all judged by the core. Where the page does not
 * hold the variations, a complete choice is asked for; an earlier request is given up. */
export function useVariations(page: ProductPage) {
  const [state, setState] = useState<VariationFormState>(() => core().variationFormState(formOf(page)));
  const [fetched, setFetched] = useState<VariationView[]>([]);
  const [asking, setAsking] = useState<Asking>("idle");
  const matcher = useRef<VariationMatcher | null>(null);
  const running = useRef<AbortController | null>(null);
  const firstCheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (page.attributes.length === 0) return;
    // Built once the page stands: the page renderer has no use for it. The module's memory is freed by hand.
    const built = new (core().VariationMatcher)(formOf(page, fetched));
    matcher.current = built;
    // What was just fetched may be what is chosen.
    const [chosen] = page.attributes;
    if (fetched.length > 0 && chosen) {
      setState((before) => built.choose(before, chosen.name, before.selected[chosen.name] ?? ""));
    }
    return () => {
      matcher.current = null;
      built.free();
    };
  }, [page, fetched]);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (after: VariationFormState) => {
    // A choice made before the first check stands: checking what the page opened with would give its request up.
    clearTimeout(firstCheck.current);
    running.current?.abort();
    const chosen = page.attributes.map(({ name }) => after.selected[name] ?? "");
    const asks = core().asksForVariation(!page.variations_on_demand, chosen) && after.variation_id === null;
    setAsking(asks ? "waiting" : "idle");
    if (!asks) return;
    const controller = new AbortController();
    running.current = controller;
    const { id } = page.card;
    try {
      const found = await fetchVariation(id, after.selected, saidWith(id), controller.signal);
      if (controller.signal.aborted) return;
      setAsking(found ? "idle" : "none");
      if (found) setFetched((known) => [...known, found]);
    } catch {
      if (!controller.signal.aborted) setAsking("failed");
    }
  };
  const step = (take: (matcher: VariationMatcher) => VariationFormState) => {
    if (!matcher.current) return null;
    const after = take(matcher.current);
    setState(after);
    return after;
  };
  const chooses = (take: (matcher: VariationMatcher) => VariationFormState) => {
    const after = step(take);
    if (after) void ask(after);
  };
  // What the page opens with is checked shortly after it stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the choice that the page opens with
  useEffect(() => {
    if (!page.variations_on_demand) return;
    firstCheck.current = setTimeout(
      () => void ask(state),
      core().catalogueTimings().variation_check_after_ms,
    );
    return () => clearTimeout(firstCheck.current);
  }, []);

  const known = [...page.variations, ...fetched];
  const variation: VariationView | null =
    known.find(({ variation_id }) => variation_id === state.variation_id) ?? null;
  return {
    state,
    variation,
    /** The form waits for the shop. */
    busy: asking === "waiting",
    /** No variation fits a complete choice. */
    noMatch: state.no_match || asking === "none",
    /** The shop did not answer. */
    failed: asking === "failed",
    choose: (attribute: string, option: string) => chooses((m) => m.choose(state, attribute, option)),
    reset: () => chooses((m) => m.reset(state)),
    setQuantity: (typed: string) => step((m) => m.setQuantity(state, typed)),
  };
}
