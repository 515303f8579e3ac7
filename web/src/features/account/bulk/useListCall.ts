import { useState } from "react";
import { requestMessage } from "../../../api/requestMessage.ts";
import type { StoreApiError } from "../../../api/storeApi.ts";
import { useLang } from "../../../context/PageContext.tsx";

/** Makes the calls of the bulk order form and of purchase lists one at a time, and keeps why the last one was refused. */
export function useListCall() {
  const lang = useLang();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setRefused("");
    try {
      await work();
    } catch (error) {
      setRefused(requestMessage(error as StoreApiError, lang));
    }
    setBusy(false);
  };
  return { run, busy, refused };
}
