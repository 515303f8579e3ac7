import { useCallback, useEffect, useRef, useState } from "react";
import { findProducts } from "../../../../api/bulkOrder.ts";
import { requestMessage } from "../../../../api/requestMessage.ts";
import type { StoreApiError } from "../../../../api/storeApi.ts";
import { useLang } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { BulkEvent, BulkOrder, BulkRowsView, SearchBy } from "../../../../core/types.ts";

export type SendBulk = (event: BulkEvent) => void;

/**
 * The rows of a bulk order and their live search. The rules decide what is searched for, and only the newest search's results are
 * shown.
 */
export function useBulkRows(view: BulkRowsView, token: string) {
  const lang = useLang();
  const [form, setForm] = useState<BulkOrder>(view.form);
  const [by, setBy] = useState<SearchBy>(view.search_by[0] ?? "productname");
  const [trouble, setTrouble] = useState("");
  const choosesFirst = useRef(false);
  const send = useCallback<SendBulk>((event) => {
    setForm((before) => core().bulkOrder(before, event) as BulkOrder);
  }, []);
  const { number, pending, line } = form.search;

  useEffect(() => {
    choosesFirst.current = false;
    if (!pending) return;
    const running = new AbortController();
    const fetchResults = async () => {
      try {
        const found = await findProducts(token, pending, by, running.signal);
        if (running.signal.aborted) return;
        setTrouble("");
        send({ answer: { number, found } });
        const [first] = found;
        if (choosesFirst.current && first && line !== null)
          send({ choose: { line, product_id: first.product_id } });
        choosesFirst.current = false;
      } catch (error) {
        if (!running.signal.aborted) setTrouble(requestMessage(error as StoreApiError, lang));
      }
    };
    const timer = setTimeout(fetchResults, core().widgetTimings().search_typing_wait_ms);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [number, pending, line, by, token, lang, send]);

  /** Enter before the response has arrived chooses the first product of the response. */
  const chooseFirst = useCallback(() => {
    choosesFirst.current = true;
  }, []);
  return { form, send, by, setBy, trouble, chooseFirst };
}
