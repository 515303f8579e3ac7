import { useCallback, useEffect, useRef, useState } from "react";
import { checkDeliveryCountry, validateVat } from "../../api/vat.ts";
import { core } from "../../core/core.ts";
import type { FieldError, VatEvent, VatFieldState, VatFieldView } from "../../core/types.ts";
import { followCookie, keptVat } from "./vatCookies.ts";

const stepped = (field: VatFieldView["field"], event: VatEvent, rules: VatFieldView["rules"]) =>
  core().vatFieldState(field, event, rules) as VatFieldState;

/** The field that a page begins with, on the server too: cookies are looked at once scripts run. */
function opened(view: VatFieldView): VatFieldState {
  const remembered = view.known ? "validated_vat" : "";
  const start = { status_cookie: remembered, number_cookie: view.known, known: view.known };
  const state = stepped(view.field, { start }, view.rules);
  return { ...state, told: view.told || null };
}

const NOWHERE: VatFieldView = {
  rules: {
    countries: [],
    number_of_countries: 0,
    optional: true,
    delivery_country_matters: false,
    for_invoice: false,
  },
  field: { country: "", value: "", status: "unvalidated" },
  known: "",
  told: "",
  token: "",
};

/**
 * The VAT number field of a page: the core's machine says what it shows and what is asked. `view`: as the page was sent; `null`: the
 * page has no such field. `recalculate` of what it gives is called when sums are to be asked for anew.
 */
export function useVatField(view: VatFieldView | null) {
  const page = view ?? NOWHERE;
  const [state, setState] = useState(() => opened(page));
  const now = useRef(state);
  const recalculate = useRef<(() => void) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(
    (event: VatEvent): void => {
      const after = stepped(now.current.field, event, page.rules);
      const begins = typeof event === "object" && "start" in event;
      const next = begins ? { ...after, told: page.told || null } : after;
      now.current = next;
      setState(next);
      followCookie(next.cookie, next.field.value);
      if (next.recalculate_after_ms !== null) {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => recalculate.current?.(), next.recalculate_after_ms);
      }
      if (next.ask_delivery !== null) {
        void checkDeliveryCountry(page.token, next.ask_delivery).then(() => send("delivery_answered"));
      }
      if (next.ask) {
        const { value: vat, country } = next.field;
        const told = (answer: string) => send({ answer: { vat, country, answer } });
        // What is wrong by itself is not asked about.
        if (core().checkVatNumber(country, vat).valid) void validateVat(page.token, vat, country).then(told);
        else told("invalid");
      }
    },
    [page],
  );

  useEffect(() => {
    if (view) send({ start: { ...keptVat(), known: view.known } });
  }, [view, send]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { state, send, recalculate, rules: page.rules };
}

export type Vat = ReturnType<typeof useVatField>;

/** Why the number in the field is not valid; `null`: it is, or it is not known to be wrong. */
export function wrongVat({ field }: VatFieldState): Pick<FieldError, "code" | "params"> | null {
  if (field.status !== "invalid") return null;
  const own = core().checkVatNumber(field.country, field.value).error;
  return own ?? { code: "trade_vat_not_found", params: { value: field.value.trim() } };
}
