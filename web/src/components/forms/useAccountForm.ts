import { type FormEvent, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { AccountForm, FieldError } from "../../core/types.ts";
import { type Values, valuesOf } from "../formValues.ts";

/**
 * State of an account form. The core validates it before it is submitted as a plain form, and the server validates it again.
 * `others` returns errors of fields that do not belong to the account itself.
 */
export function useAccountForm(
  initialErrors: FieldError[],
  readForm: (values: Values) => AccountForm,
  others: () => FieldError[] = () => [],
) {
  const lang = useLang();
  const [errors, setErrors] = useState(initialErrors);
  /** Number of failed attempts; each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(initialErrors.length > 0 ? 1 : 0);
  const [score, setScore] = useState<number | null>(null);
  const [blocked, setBlocked] = useState(false);
  const messages = errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  return {
    attempts,
    shown: messages,
    blocked,
    errorOf: (field: string) => messages.find((error) => error.field === field)?.text ?? "",
    /** Receives the result of the password meter. */
    onStrength: (newScore: number | null, blocks: boolean) => {
      setScore(newScore);
      setBlocked(blocks);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const own = core().checkAccount(readForm(valuesOf(event.currentTarget)), score) as FieldError[];
      const found = [...own, ...others()];
      if (found.length === 0 && !blocked) return;
      event.preventDefault();
      setErrors(found);
      setAttempts((count) => count + 1);
    },
  };
}
