import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { Notice } from "../../core/types.ts";

/** Form field names by the core's field names. */
const FORM_NAMES: Record<string, string> = { text: "comment", name: "author" };
/** Form field names in page order. */
const FIELDS = ["rating", "comment", "author", "email"];

type Errors = Record<string, string>;

interface FieldError {
  field: string;
  code: string;
  params?: Record<string, string>;
}

/** Reads the form's values by the core's field names. */
export function readFormValues(form: HTMLFormElement | null) {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => String(data.get(name) ?? "");
  const rating = text("rating") ? Number(text("rating")) : null;
  return { rating, text: text("comment"), name: text("author"), email: text("email") };
}

/** State of a review or comment form: its errors and its submission. The browser submits it to the page's own URL with and without
 * scripts; scripts only report errors earlier.
 * @param initialErrors errors that came with the page after a failed submission
 * @param check validates the values with the core */
export function usePostForm(
  initialErrors: readonly Notice[],
  check: (typed: ReturnType<typeof readFormValues>) => readonly FieldError[],
) {
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const initial = Object.fromEntries(initialErrors.map(({ field, text }) => [field, text]));
  const [errors, setErrors] = useState<Errors>(initial);
  const [sending, setSending] = useState(false);

  const focusFirst = (found: Errors) => {
    const first = FIELDS.find((name) => found[name]);
    const field = form.current?.querySelector<HTMLElement>(first ? `#${first}` : "[role=alert]");
    (field?.querySelector<HTMLElement>("input[type=radio]") ?? field)?.focus();
  };
  // A form that came back with errors focuses the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the errors that came with the page
  useEffect(() => {
    if (initialErrors.length > 0) focusFirst(initial);
  }, []);
  // A page restored from the back/forward cache can be submitted again.
  useEffect(() => {
    const again = () => setSending(false);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (sending) {
      event.preventDefault();
      return;
    }
    const found: Errors = {};
    for (const { field, code, params } of check(readFormValues(event.currentTarget))) {
      found[FORM_NAMES[field] ?? field] ??= core().messageText(code, params ?? {}, lang);
    }
    setErrors(found);
    if (Object.keys(found).length > 0) {
      event.preventDefault();
      focusFirst(found);
      return;
    }
    setSending(true);
  };
  const mend = (name: string) => {
    if (errors[name]) setErrors({ ...errors, [name]: "" });
  };
  return { form, errors, sending, submit, mend };
}

export type PostFormState = ReturnType<typeof usePostForm>;
