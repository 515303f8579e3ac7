import { useCallback, useEffect, useRef, useState } from "react";
import { checkDeliveryCountry, validateVat } from "../../api/vat.ts";
import { core } from "../../core/core.ts";
import type { FieldError, VatEvent, VatFieldState, VatFieldView } from "../../core/types.ts";
import { applyCookieChange, readVatCookies } from "./vatCookies.ts";

const nextState = (field: VatFieldView["field"], event: VatEvent, rules: VatFieldView["rules"]) =>
  core().vatFieldState(field, event, rules) as VatFieldState;

/** Initial state of the field, also on the server; cookies are read once scripts run. */
function initialState(view: VatFieldView): VatFieldState {
  const statusCookie = view.known ? "validated_vat" : "";
  const start = { status_cookie: statusCookie, number_cookie: view.known, known: view.known };
  const state = nextState(view.field, { start }, view.rules);
  return { ...state, notice: view.notice || null };
}

const NO_FIELD: VatFieldView = {
  rules: {
    countries: [],
    number_of_countries: 0,
    optional: true,
    delivery_country_matters: false,
    for_invoice: false,
  },
  field: { country: "", value: "", status: "unvalidated" },
  known: "",
  notice: "",
  token: "",
};

/**
 * State of a page's VAT number field. The core's state machine decides what the field shows and which requests are sent. `view` comes
 * with the page; `null` if it has no such field. The returned `recalculate` ref is called when the totals must be refreshed.
 */
export function useVatField(view: VatFieldView | null) {
  const page = view ?? NO_FIELD;
  const [state, setState] = useState(() => initialState(page));
  const current = useRef(state);
  const recalculate = useRef<(() => void) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(
    (event: VatEvent): void => {
      const after = nextState(current.current.field, event, page.rules);
      const isStart = typeof event === "object" && "start" in event;
      const next = isStart ? { ...after, notice: page.notice || null } : after;
      current.current = next;
      setState(next);
      applyCookieChange(next.cookie, next.field.value);
      if (next.recalculate_after_ms !== null) {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => recalculate.current?.(), next.recalculate_after_ms);
      }
      if (next.ask_delivery !== null) {
        void checkDeliveryCountry(page.token, next.ask_delivery).then(() => send("delivery_answered"));
      }
      if (next.ask) {
        const { value: vat, country } = next.field;
        const sendAnswer = (answer: string) => send({ answer: { vat, country, answer } });
        // A malformed number is not sent to the register.
        if (core().checkVatNumber(country, vat).valid)
          void validateVat(page.token, vat, country).then(sendAnswer);
        else sendAnswer("invalid");
      }
    },
    [page],
  );

  useEffect(() => {
    if (view) send({ start: { ...readVatCookies(), known: view.known } });
  }, [view, send]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { state, send, recalculate, rules: page.rules };
}

export type Vat = ReturnType<typeof useVatField>;

/** Returns why the number in the field is invalid; `null` if it is valid or not known to be invalid. */
export function vatNumberError({ field }: VatFieldState): Pick<FieldError, "code" | "params"> | null {
  if (field.status !== "invalid") return null;
  const formatError = core().checkVatNumber(field.country, field.value).error;
  return formatError ?? { code: "trade_vat_not_found", params: { value: field.value.trim() } };
}
