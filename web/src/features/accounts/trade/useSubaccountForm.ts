import { type FormEvent, useState } from "react";
import { callSubaccounts } from "../../../api/subaccounts.ts";
import { useLang } from "../../../context/PageContext.tsx";
import { inLanguage } from "../../../core/address.ts";
import { core } from "../../../core/core.ts";
import type { FieldError } from "../../../core/types.ts";

const LIST = "/my-account/subaccounts/";

/**
 * State of a sub-account form, which is validated by the rules and then sent by script. Without scripts it is submitted as a
 * plain form.
 */
export function useSubaccountForm(
  initialErrors: FieldError[],
  token: string,
  action: string,
  check: (fields: FormData) => FieldError[],
  /** Returns the message for an error response, given the code that the rules assign to it. */
  failure: (answer: string, code: string) => string,
) {
  const lang = useLang();
  const sentence = (error: FieldError) => core().messageText(error.code, error.params, lang);
  const [errors, setErrors] = useState(initialErrors);
  /** The summary above the form. */
  const [text, setText] = useState(initialErrors.map(sentence).join(" "));
  /** Counts refused attempts; each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(initialErrors.length > 0 ? 1 : 0);
  const [busy, setBusy] = useState(false);

  function showErrors(found: FieldError[], message: string) {
    setErrors(found);
    setText(message);
    setAttempts((count) => count + 1);
    setBusy(false);
  }

  async function send(fields: FormData) {
    setBusy(true);
    const answer = await callSubaccounts(action, token, fields);
    const outcome = core().subaccountAnswer(answer);
    if (outcome.kind === "created") {
      window.location.assign(inLanguage(LIST));
      return;
    }
    showErrors([], failure(answer, outcome.code));
  }

  return {
    attempts,
    text,
    busy,
    errorOf: (field: string) => {
      const found = errors.find((error) => error.field === field);
      return found ? sentence(found) : "";
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (busy) return;
      const fields = new FormData(event.currentTarget);
      const found = check(fields);
      if (found.length > 0) showErrors(found, found.map(sentence).join(" "));
      else void send(fields);
    },
  };
}
