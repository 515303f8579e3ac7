import { useCallback, useState } from "react";
import { parsePastedLines } from "../../../../api/bulkOrder.ts";
import { requestMessage } from "../../../../api/requestMessage.ts";
import type { StoreApiError } from "../../../../api/storeApi.ts";
import { useLang } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { BulkReport, FieldError } from "../../../../core/types.ts";
import type { SendBulk } from "./useBulkRows.ts";

/** Parses lines from a spreadsheet or a file into the rows; returns the report of each line, or why none could be parsed. */
export function useBulkPaste(initial: BulkReport | null, token: string, send: SendBulk) {
  const lang = useLang();
  const [report, setReport] = useState(initial);
  const [error, setError] = useState("");
  const parse = useCallback(
    async (text: string) => {
      try {
        const answer = await parsePastedLines(token, text);
        if ("code" in answer) {
          const { code, params } = answer as FieldError;
          setError(core().messageText(code, params, lang));
          return false;
        }
        setError("");
        setReport(answer);
        const lines = answer.lines.flatMap(({ product, quantity }) =>
          product ? [{ product, quantity }] : [],
        );
        send({ fill: { lines } });
        return true;
      } catch (failure) {
        setError(requestMessage(failure as StoreApiError, lang));
        return false;
      }
    },
    [token, send, lang],
  );
  return { report, error, parse };
}
