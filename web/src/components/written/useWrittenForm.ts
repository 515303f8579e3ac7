import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { Notice } from "../../core/types.ts";

/** Names of the fields on the wire, by those of the rules. */
const WIRE: Record<string, string> = { text: "comment", name: "author" };
/** Names on the wire, in page order. */
const FIELDS = ["rating", "comment", "author", "email"];

type Errors = Record<string, string>;

interface Refusal {
  field: string;
  code: string;
  params?: Record<string, string>;
}

/** What is filled in, by the names of the rules. */
export function filledIn(form: HTMLFormElement | null) {
  const data = new FormData(form ?? undefined);
  const text = (name: string) => String(data.get(name) ?? "");
  const rating = text("rating") ? Number(text("rating")) : null;
  return { rating, text: text("comment"), name: text("author"), email: text("email") };
}

/** The form of a review or a comment: what is wrong with it, and sending it. The page itself takes it, with and without scripts;
 * scripts only tell mistakes earlier.
 * @param came what was refused of the form as it arrived
 * @param check what the rules refuse of what is filled in */
export function useWrittenForm(
  came: readonly Notice[],
  check: (typed: ReturnType<typeof filledIn>) => readonly Refusal[],
) {
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const told = Object.fromEntries(came.map(({ field, text }) => [field, text]));
  const [errors, setErrors] = useState<Errors>(told);
  const [sending, setSending] = useState(false);

  const focusFirst = (found: Errors) => {
    const first = FIELDS.find((name) => found[name]);
    const field = form.current?.querySelector<HTMLElement>(first ? `#${first}` : "[role=alert]");
    (field?.querySelector<HTMLElement>("input[type=radio]") ?? field)?.focus();
  };
  // A form that came back with mistakes starts at the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it arrived
  useEffect(() => {
    if (came.length > 0) focusFirst(told);
  }, []);
  // A page that the browser kept aside can be sent again.
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
    for (const { field, code, params } of check(filledIn(event.currentTarget))) {
      found[WIRE[field] ?? field] ??= core().messageText(code, params ?? {}, lang);
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

export type WrittenFormState = ReturnType<typeof useWrittenForm>;
