import type { VariationMatcher } from "@bottega/shop-core";
import { useEffect, useRef, useState } from "react";
import { fetchVariation } from "../../../api/variation.ts";
import { core } from "../../../core/core.ts";
import type { ProductPage, VariationForm, VariationFormState, VariationView } from "../../../core/types.ts";

function variationForm(page: ProductPage, fetched: VariationView[] = []): VariationForm {
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

/** Data that a script of the page has attached to the product's form (`data-custom_data`); it is sent with the request. */
const customData = (product: number) =>
  document.querySelector<HTMLElement>(`form.variations_form[data-product_id="${product}"]`)?.dataset
    .custom_data;

/** State of the request for the chosen variation. */
type RequestState = "idle" | "waiting" | "none" | "failed";

export type Variations = ReturnType<typeof useVariations>;

/**
 * The variation form of a product page. The core decides its state and transitions. If the page does not contain the variations,
 * a complete choice is requested, and an earlier request is aborted.
 */
export function useVariations(page: ProductPage) {
  const [state, setState] = useState<VariationFormState>(() =>
    core().variationFormState(variationForm(page)),
  );
  const [fetched, setFetched] = useState<VariationView[]>([]);
  const [requestState, setRequestState] = useState<RequestState>("idle");
  const matcher = useRef<VariationMatcher | null>(null);
  const running = useRef<AbortController | null>(null);
  const firstCheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (page.attributes.length === 0) return;
    // Created after mounting, as the server does not need it. The WebAssembly memory is freed by hand.
    const built = new (core().VariationMatcher)(variationForm(page, fetched));
    matcher.current = built;
    // The fetched variation may be the chosen one.
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

  const requestVariation = async (after: VariationFormState) => {
    // A choice before the first check replaces it: checking the initial choice would abort this request.
    clearTimeout(firstCheck.current);
    running.current?.abort();
    const chosen = page.attributes.map(({ name }) => after.selected[name] ?? "");
    const needsRequest =
      core().asksForVariation(!page.variations_on_demand, chosen) && after.variation_id === null;
    setRequestState(needsRequest ? "waiting" : "idle");
    if (!needsRequest) return;
    const controller = new AbortController();
    running.current = controller;
    const { id } = page.card;
    try {
      const found = await fetchVariation(id, after.selected, customData(id), controller.signal);
      if (controller.signal.aborted) return;
      setRequestState(found ? "idle" : "none");
      if (found) setFetched((before) => [...before, found]);
    } catch {
      if (!controller.signal.aborted) setRequestState("failed");
    }
  };
  const step = (transition: (matcher: VariationMatcher) => VariationFormState) => {
    if (!matcher.current) return null;
    const after = transition(matcher.current);
    setState(after);
    return after;
  };
  const stepAndRequest = (transition: (matcher: VariationMatcher) => VariationFormState) => {
    const after = step(transition);
    if (after) void requestVariation(after);
  };
  // The initial choice is checked shortly after the page has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the choice that the page opens with
  useEffect(() => {
    if (!page.variations_on_demand) return;
    firstCheck.current = setTimeout(
      () => void requestVariation(state),
      core().catalogueTimings().variation_check_after_ms,
    );
    return () => clearTimeout(firstCheck.current);
  }, []);

  const allVariations = [...page.variations, ...fetched];
  const variation: VariationView | null =
    allVariations.find(({ variation_id }) => variation_id === state.variation_id) ?? null;
  return {
    state,
    variation,
    /** Whether a request is running. */
    busy: requestState === "waiting",
    /** Whether no variation matches a complete choice. */
    noMatch: state.no_match || requestState === "none",
    /** Whether the request failed. */
    failed: requestState === "failed",
    choose: (attribute: string, option: string) => stepAndRequest((m) => m.choose(state, attribute, option)),
    reset: () => stepAndRequest((m) => m.reset(state)),
    setQuantity: (typed: string) => step((m) => m.setQuantity(state, typed)),
  };
}
