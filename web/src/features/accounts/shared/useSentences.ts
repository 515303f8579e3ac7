import { useLang } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage } from "../../../core/types.ts";

/** Returns the error messages of the page's form, and a lookup by field. */
export function useSentences(page: AccountPage) {
  const lang = useLang();
  const errors = page.errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.text ?? "";
  return { errors, errorOf };
}
