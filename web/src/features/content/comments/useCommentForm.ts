import { useEffect, useRef, useState } from "react";
import { readFormValues, usePostForm } from "../../../components/written/usePostForm.ts";
import { core } from "../../../core/core.ts";
import type { CommentFormView } from "../../../core/types.ts";

/** State of the comment form: its position, its values and its errors. */
export function useCommentForm(view: CommentFormView) {
  const [parent, setParent] = useState(view.parent);
  const [typed, setTyped] = useState(view.form);
  const lastParent = useRef(view.parent);
  const { known_writer } = view.form;
  const state = usePostForm(view.errors, (typed) => core().checkComment({ ...typed, known_writer }));
  const { form } = state;
  useEffect(() => {
    const before = lastParent.current;
    if (before === parent) return;
    lastParent.current = parent;
    const position = parent === 0 ? document.getElementById(`comment-reply-${before}`) : null;
    (position ?? form.current?.querySelector<HTMLElement>("#comment"))?.focus();
  }, [parent, form]);

  /** Moves the form below a comment; 0 moves it back to its own position. The typed values are preserved. */
  const move = (to: number) => {
    const { text, name, email } = readFormValues(form.current);
    setTyped({ ...view.form, text, name, email });
    setParent(to);
  };
  return { view, parent, typed, move, state };
}

export type CommentFormState = ReturnType<typeof useCommentForm>;
