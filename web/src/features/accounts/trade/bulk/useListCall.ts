import { useState } from "react";
import { requestMessage } from "../../../../api/requestMessage.ts";
import type { StoreApiError } from "../../../../api/storeApi.ts";
import { useLang } from "../../../../context/PageContext.tsx";

/** Runs the calls of the bulk order form and of purchase lists one at a time, and stores the last error. */
export function useListCall() {
  const lang = useLang();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const run = async (call: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError("");
    try {
      await call();
    } catch (error) {
      setError(requestMessage(error as StoreApiError, lang));
    }
    setBusy(false);
  };
  return { run, busy, error };
}
