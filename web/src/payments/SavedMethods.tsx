import { useId } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { SavedMethodView } from "../core/types.ts";
import { NEW_METHOD } from "./collect.ts";
import { Logos } from "./logos.tsx";
import styles from "./payments.module.css";

interface SavedMethodsProps {
  saved: SavedMethodView[];
  /** Id of the chosen saved method, or `new`. */
  chosen: string;
  onChoose: (token: string) => void;
}

/** Radio buttons for the saved methods, followed by one for a new method. */
export function SavedMethods({ saved, chosen, onChoose }: SavedMethodsProps) {
  const words = useWords("payment");
  const name = useId();
  const choice = (token: string, content: React.ReactNode) => (
    <label key={token}>
      <input
        type="radio"
        name={name}
        value={token}
        checked={chosen === token}
        onChange={() => onChoose(token)}
      />
      {content}
    </label>
  );
  return (
    <fieldset className={styles.saved}>
      <legend className="visuallyHidden">{words.savedMethods}</legend>
      {saved.map((one) =>
        choice(
          String(one.id),
          <>
            <Logos method={one.brand || one.kind} />
            <span>{one.label}</span>
            {one.is_default && <span className={styles.badge}>{words.preferred}</span>}
          </>,
        ),
      )}
      {choice(NEW_METHOD, saved[0]?.kind === "card" ? words.newCard : words.newMethod)}
    </fieldset>
  );
}
