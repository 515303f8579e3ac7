import { useState } from "react";
import { ConversationError } from "../../../../api/conversations.ts";
import { useLang } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { FieldError } from "../../../../core/types.ts";

/**
 * State of a form that is sent by script: its errors, and that it is sent only once at a time. The fields preserve what was
 * typed.
 */
export function useSentForm(initialErrors: FieldError[]) {
  const lang = useLang();
  const sentence = (error: FieldError) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  });
  const [messages, setMessages] = useState(() => initialErrors.map(sentence));
  /** Counts refused attempts; each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(initialErrors.length > 0 ? 1 : 0);
  const [busy, setBusy] = useState(false);
  const refuse = (errors: FieldError[]) => {
    setMessages(errors.map(sentence));
    if (errors.length > 0) setAttempts((count) => count + 1);
  };
  return {
    messages,
    attempts,
    busy,
    refuse,
    errorOf: (field: string) => messages.find((error) => error.field === field)?.text ?? "",
    /** Sends the form unless a request is already running. */
    send: async (call: () => Promise<void>) => {
      if (busy) return;
      setBusy(true);
      try {
        await call();
        setMessages([]);
      } catch (reason) {
        const failed = {
          field: "",
          code: navigator.onLine ? "request_failed" : "request_offline",
          params: {},
        };
        refuse(reason instanceof ConversationError ? reason.errors : [failed]);
      } finally {
        setBusy(false);
      }
    },
  };
}
