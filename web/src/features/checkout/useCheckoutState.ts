import { useCallback, useRef, useState } from "react";
import { core } from "../../core/core.ts";
import type { CheckoutPage, Lang } from "../../core/types.ts";
import { type CheckoutEvent, type CheckoutState, opened, step } from "./machine.ts";

function first(page: CheckoutPage, lang: Lang): CheckoutState {
  const sentences = page.errors.map((error) => [
    error.field,
    core().messageText(error.code, error.params, lang),
  ]);
  const listed = page.errors.map((error) => error.field);
  return opened(page.form, page.invoice, Object.fromEntries(sentences), listed);
}

/**
 * Holds the checkout's state. `send` applies an event and returns the next state immediately, before it is rendered, so that of
 * two quick presses the second sees the effect of the first.
 */
export function useCheckoutState(page: CheckoutPage, lang: Lang) {
  const [state, setState] = useState(() => first(page, lang));
  const now = useRef(state);
  const send = useCallback((event: CheckoutEvent): CheckoutState => {
    now.current = step(now.current, event);
    setState(now.current);
    return now.current;
  }, []);
  return { state, send };
}
