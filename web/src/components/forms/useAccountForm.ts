import { type FormEvent, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { AccountForm, FieldError } from "../../core/types.ts";
import { type Values, valuesOf } from "../typedValues.ts";

/**
 * A form of the account: the rules look at it before it is sent, the server afterwards. It is sent as a plain form.
 * `others`: what is wrong with fields that are not the account's own.
 */
export function useAccountForm(
  refused: FieldError[],
  read: (values: Values) => AccountForm,
  others: () => FieldError[] = () => [],
) {
  const lang = useLang();
  const [errors, setErrors] = useState(refused);
  /** Counts refused attempts: each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(refused.length > 0 ? 1 : 0);
  const [score, setScore] = useState<number | null>(null);
  const [blocked, setBlocked] = useState(false);
  const shown = errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  return {
    attempts,
    shown,
    blocked,
    errorOf: (field: string) => shown.find((error) => error.field === field)?.text ?? "",
    /** What the password's meter says. */
    onStrength: (newScore: number | null, blocks: boolean) => {
      setScore(newScore);
      setBlocked(blocks);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const own = core().checkAccount(read(valuesOf(event.currentTarget)), score) as FieldError[];
      const found = [...own, ...others()];
      if (found.length === 0 && !blocked) return;
      event.preventDefault();
      setErrors(found);
      setAttempts((count) => count + 1);
    },
  };
}
