import { type FormEvent, useState } from "react";
import { useLang, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import button from "../ui/button.module.css";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { Form } from "../ui/Link.tsx";
import styles from "./ListNameDialog.module.css";

export interface ListNameDialogProps {
  label: string;
  initial?: string;
  /** Lines to save; the core checks whether they can be saved. */
  products: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Dialog for the name of a purchase list. Submitting an empty name does nothing. */
export function ListNameDialog({ label, initial = "", products, onName, onClose }: ListNameDialogProps) {
  const words = useWords();
  const lang = useLang();
  const [name, setName] = useState(initial);
  const [error, setError] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const outcome = core().saveList(products, name);
    if (outcome.kind === "refused")
      setError(core().messageText(outcome.error.code, outcome.error.params, lang));
    if (outcome.kind === "save") onName(name);
  };
  return (
    <Dialog open side="modal" title={label} onClose={onClose}>
      <Form className={styles.ask} method="post" onSubmit={submit}>
        <Field label={label} error={error}>
          {(control) => (
            <input
              {...control}
              name="title"
              value={name}
              maxLength={200}
              onChange={(event) => {
                setName(event.target.value);
                setError("");
              }}
            />
          )}
        </Field>
        <button type="submit" className={button.button}>
          {words.listSave}
        </button>
      </Form>
    </Dialog>
  );
}
