import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLang } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import { loadVisit } from "../../../core/load.ts";
import type { CommentFormView } from "../../../core/types.ts";

/** Names of the fields on the wire, by those of the rules. */
const WIRE: Record<string, string> = { text: "comment", name: "author" };
const FIELDS = ["comment", "author", "email"];

type Errors = Record<string, string>;
type Rules = Awaited<ReturnType<typeof loadVisit>>;

const read = (form: HTMLFormElement | null) => {
  const typed = new FormData(form ?? undefined);
  const text = (name: string) => String(typed.get(name) ?? "");
  return { text: text("comment"), name: text("author"), email: text("email") };
};

/** The form of comments: where it stands, what is typed, what is wrong with it. */
export function useCommentForm(view: CommentFormView) {
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const rules = useRef<Rules | null>(null);
  const told = Object.fromEntries(view.errors.map(({ field, text }) => [field, text]));
  const [errors, setErrors] = useState<Errors>(told);
  const [sending, setSending] = useState(false);
  const [parent, setParent] = useState(view.parent);
  const [typed, setTyped] = useState(view.form);
  const left = useRef(view.parent);

  const focusFirst = (found: Errors) => {
    const first = FIELDS.find((name) => found[name]);
    form.current?.querySelector<HTMLElement>(first ? `#${first}` : "[role=alert]")?.focus();
  };
  // A form that came back with mistakes starts at the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it arrived
  useEffect(() => {
    if (view.errors.length > 0) focusFirst(told);
  }, []);
  useEffect(() => {
    // Without them the server alone tells what is wrong.
    loadVisit().then(
      (loaded) => {
        rules.current = loaded;
      },
      () => {},
    );
    // A page that the browser kept aside can be sent again.
    const again = () => setSending(false);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);
  useEffect(() => {
    const before = left.current;
    if (before === parent) return;
    left.current = parent;
    const place = parent === 0 ? document.getElementById(`comment-reply-${before}`) : null;
    (place ?? form.current?.querySelector<HTMLElement>("#comment"))?.focus();
  }, [parent]);

  /** Under a comment; 0: back at its own place. What is typed goes along. */
  const move = (to: number) => {
    setTyped({ ...view.form, ...read(form.current) });
    setParent(to);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (sending) {
      event.preventDefault();
      return;
    }
    const sent = { ...read(event.currentTarget), known_writer: view.form.known_writer };
    const found: Errors = {};
    for (const { field, code, params } of rules.current?.checkComment(sent) ?? []) {
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
  return { view, form, errors, sending, parent, typed, move, submit, mend };
}

export type CommentFormState = ReturnType<typeof useCommentForm>;
