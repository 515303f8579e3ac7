import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { FieldError } from "../../core/types.ts";

/** A page that the account may not open, and why. */
export function Forbidden({ errors }: { errors: FieldError[] }) {
  const words = useWords("account");
  const { lang } = useShell();
  const shown = errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  return (
    <>
      <h1 tabIndex={-1}>{words.account}</h1>
      <ErrorSummary errors={shown} attempts={1} />
    </>
  );
}
