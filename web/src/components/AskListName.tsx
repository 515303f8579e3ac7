import { type FormEvent, useState } from "react";
import { useLang, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import { Field } from "../ui/Field.tsx";
import styles from "./AskListName.module.css";
import button from "./button.module.css";
import { Dialog } from "./Dialog.tsx";

interface AskListNameProps {
  label: string;
  initial?: string;
  /** What is saved; the rules say whether it can be. */
  products: string;
  /** Form that the name is sent with, as `title` beside `action=save`; without one it is given to `onName`. */
  form?: string;
  onName?: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a purchase list. Without one nothing is saved, and nothing is said. */
export function AskListName({ label, initial = "", products, form, onName, onClose }: AskListNameProps) {
  const words = useWords();
  const lang = useLang();
  const [name, setName] = useState(initial);
  const [error, setError] = useState("");
  const refused = (): boolean => {
    const outcome = core().saveList(products, name);
    if (outcome.kind === "refused")
      setError(core().messageText(outcome.error.code, outcome.error.params, lang));
    return outcome.kind !== "save";
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!refused()) onName?.(name);
  };
  const body = (
    <>
      <Field label={label} error={error}>
        {(control) => (
          <input
            {...control}
            name="title"
            form={form}
            value={name}
            maxLength={200}
            onChange={(event) => {
              setName(event.target.value);
              setError("");
            }}
          />
        )}
      </Field>
      <button
        type="submit"
        form={form}
        name="action"
        value="save"
        className={button.button}
        onClick={(event) => form && refused() && event.preventDefault()}
      >
        {words.listSave}
      </button>
    </>
  );
  return (
    <Dialog open side="popup" title={label} onClose={onClose}>
      {form ? (
        <div className={styles.ask}>{body}</div>
      ) : (
        <form className={styles.ask} onSubmit={submit}>
          {body}
        </form>
      )}
    </Dialog>
  );
}
