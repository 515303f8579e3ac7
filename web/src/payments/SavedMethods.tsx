import { useId } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { SavedMethodView } from "../core/types.ts";
import { NEW_METHOD } from "./collect.ts";
import { Logos } from "./logos.tsx";
import styles from "./payments.module.css";

interface SavedMethodsProps {
  saved: SavedMethodView[];
  /** Number of the chosen one, or `new`. */
  chosen: string;
  onChoose: (token: string) => void;
}

/** The methods saved before, then the way to a new one. */
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
            <Logos of={one.brand || one.kind} />
            <span>{one.label}</span>
            {one.is_default && <span className={styles.badge}>{words.preferred}</span>}
          </>,
        ),
      )}
      {choice(NEW_METHOD, saved[0]?.kind === "card" ? words.newCard : words.newMethod)}
    </fieldset>
  );
}
