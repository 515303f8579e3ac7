import { useState } from "react";
import { CallRefused } from "../../../api/conversations.ts";
import { useLang } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { FieldError } from "../../../core/types.ts";

/** A form that is sent by a call: what was refused of it, and that it is sent once. What was typed stays in its fields. */
export function useSentForm(refused: FieldError[]) {
  const lang = useLang();
  const sentence = (error: FieldError) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  });
  const [shown, setShown] = useState(() => refused.map(sentence));
  /** Counts refused attempts: each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(refused.length > 0 ? 1 : 0);
  const [busy, setBusy] = useState(false);
  const refuse = (errors: FieldError[]) => {
    setShown(errors.map(sentence));
    if (errors.length > 0) setAttempts((count) => count + 1);
  };
  return {
    shown,
    attempts,
    busy,
    refuse,
    errorOf: (field: string) => shown.find((error) => error.field === field)?.text ?? "",
    /** Sends it, unless that is under way. */
    send: async (work: () => Promise<void>) => {
      if (busy) return;
      setBusy(true);
      try {
        await work();
        setShown([]);
      } catch (reason) {
        const failed = {
          field: "",
          code: navigator.onLine ? "request_failed" : "request_offline",
          params: {},
        };
        refuse(reason instanceof CallRefused ? reason.errors : [failed]);
      } finally {
        setBusy(false);
      }
    },
  };
}
