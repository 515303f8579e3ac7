import { useEffect, useRef, useState } from "react";
import { filledIn, useWrittenForm } from "../../../components/written/useWrittenForm.ts";
import { core } from "../../../core/core.ts";
import type { CommentFormView } from "../../../core/types.ts";

/** The form of comments: where it stands, what is typed, what is wrong with it. */
export function useCommentForm(view: CommentFormView) {
  const [parent, setParent] = useState(view.parent);
  const [typed, setTyped] = useState(view.form);
  const left = useRef(view.parent);
  const { known_writer } = view.form;
  const state = useWrittenForm(view.errors, (typed) => core().checkComment({ ...typed, known_writer }));
  const { form } = state;
  useEffect(() => {
    const before = left.current;
    if (before === parent) return;
    left.current = parent;
    const place = parent === 0 ? document.getElementById(`comment-reply-${before}`) : null;
    (place ?? form.current?.querySelector<HTMLElement>("#comment"))?.focus();
  }, [parent, form]);

  /** Under a comment; 0: back at its own place. What is typed goes along. */
  const move = (to: number) => {
    const { text, name, email } = filledIn(form.current);
    setTyped({ ...view.form, text, name, email });
    setParent(to);
  };
  return { view, parent, typed, move, state };
}

export type CommentFormState = ReturnType<typeof useCommentForm>;
