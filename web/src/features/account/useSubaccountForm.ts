import { type FormEvent, useState } from "react";
import { callSubaccounts } from "../../api/subaccounts.ts";
import { useLang } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { FieldError } from "../../core/types.ts";

const LIST = "/my-account/subaccounts/";

/** A form of a sub-account: checked by the rules, then sent by its call. Without scripts it is sent as a plain form. */
export function useSubaccountForm(
  refused: FieldError[],
  token: string,
  action: string,
  check: (fields: FormData) => FieldError[],
  /** The sentence for an answer that is an error, by the code that the rules give it. */
  failure: (answer: string, code: string) => string,
) {
  const lang = useLang();
  const sentence = (error: FieldError) => core().messageText(error.code, error.params, lang);
  const [errors, setErrors] = useState(refused);
  /** What is shown together above the form. */
  const [text, setText] = useState(refused.map(sentence).join(" "));
  /** Counts refused attempts: each moves the focus to the text. */
  const [attempts, setAttempts] = useState(refused.length > 0 ? 1 : 0);
  const [busy, setBusy] = useState(false);

  function tell(found: FieldError[], said: string) {
    setErrors(found);
    setText(said);
    setAttempts((count) => count + 1);
    setBusy(false);
  }

  async function send(fields: FormData) {
    setBusy(true);
    const answer = await callSubaccounts(action, token, fields);
    const read = core().subaccountAnswer(answer);
    if (read.kind === "created") {
      window.location.assign(inLanguage(LIST));
      return;
    }
    tell([], failure(answer, read.code));
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
      if (found.length > 0) tell(found, found.map(sentence).join(" "));
      else void send(fields);
    },
  };
}
