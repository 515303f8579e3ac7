import { useEffect, useRef, useState } from "react";
import { choicesOf, fetchPurchasePrice } from "../../../api/purchase.ts";
import { core } from "../../../core/core.ts";
import type { ProductPage, PurchasePrice } from "../../../core/types.ts";

export type Purchase = ReturnType<typeof usePurchase>;

const NOTHING: PurchasePrice = { rows: [], booking: null, errors: [] };

/** The choices of a product's form: what they come to, asked of the shop after every change, and what was refused of them. */
export function usePurchase(page: ProductPage) {
  const form = useRef<HTMLFormElement>(null);
  const running = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const [price, setPrice] = useState(page.purchase?.price ?? NOTHING);
  const [refused, setRefused] = useState(() => page.notices.filter(({ field }) => field !== ""));

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  const ask = async () => {
    if (!form.current) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      const answer = await fetchPurchasePrice(page.card.id, form.current, controller.signal);
      if (!controller.signal.aborted) setPrice(answer);
    } catch {
      // The price of the choices is told again in the cart: without an answer the last one stands.
    }
  };

  return {
    form,
    price,
    /** Sentence of a field's refusal; empty when the field stands. */
    errorOf: (name: string) => [...refused, ...price.errors].find(({ field }) => field === name)?.text ?? "",
    /** Something was changed in the form. */
    changed: () => {
      if (!page.purchase) return;
      setRefused([]);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(ask, core().catalogueTimings().purchase_price_after_ms);
    },
    choices: () => (page.purchase && form.current ? choicesOf(form.current) : {}),
    /** Shows what was refused and leads to the first of it. */
    refuse: (fields: { field: string; message: string }[]) => {
      setRefused(fields.map(({ field, message }) => ({ kind: "error", text: message, field, link: null })));
      const first = fields[0];
      if (!first) return;
      const control = form.current?.elements.namedItem(first.field);
      const element = control instanceof RadioNodeList ? control[0] : control;
      if (element instanceof HTMLElement) element.focus();
    },
  };
}
