import { useEffect, useRef, useState } from "react";
import { choicesOf, fetchPurchasePrice } from "../../../../api/purchase.ts";
import { core } from "../../../../core/core.ts";
import type { ProductPage, PurchasePrice } from "../../../../core/types.ts";

export type Purchase = ReturnType<typeof usePurchase>;

const NOTHING: PurchasePrice = { rows: [], booking: null, errors: [] };

/** The choices of a product's form: their price, requested from the shop after every change, and their errors. */
export function usePurchase(page: ProductPage) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const [price, setPrice] = useState(page.purchase?.price ?? NOTHING);
  const [submitErrors, setSubmitErrors] = useState(() => page.notices.filter(({ field }) => field !== ""));

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  const fetchPrice = async () => {
    if (!form.current) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      const answer = await fetchPurchasePrice(page.card.id, form.current, controller.signal);
      if (!controller.signal.aborted) setPrice(answer);
    } catch {
      // The cart shows the price of the choices again, so without a response the last one remains.
    }
  };

  return {
    form,
    price,
    /** Returns a field's error message; empty if it is valid. */
    errorOf: (name: string) =>
      [...submitErrors, ...price.errors].find(({ field }) => field === name)?.text ?? "",
    /** Called when something in the form changes. */
    changed: () => {
      if (!page.purchase) return;
      setSubmitErrors([]);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(fetchPrice, core().catalogueTimings().purchase_price_after_ms);
    },
    choices: () => (page.purchase && form.current ? choicesOf(form.current) : {}),
    /** Shows the errors and scrolls to the first one. */
    refuse: (fields: { field: string; message: string }[]) => {
      setSubmitErrors(
        fields.map(({ field, message }) => ({ kind: "error", text: message, field, link: null })),
      );
      const first = fields[0];
      if (!first) return;
      const control = form.current?.elements.namedItem(first.field);
      const element = control instanceof RadioNodeList ? control[0] : control;
      if (element instanceof HTMLElement) element.focus();
    },
  };
}
