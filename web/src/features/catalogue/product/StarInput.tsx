import { useId, useState } from "react";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { useHydrated } from "../../../context/useHydrated.ts";
import { core } from "../../../core/core.ts";
import styles from "./StarInput.module.css";

interface StarInputProps {
  /** The initial number of stars; `null` if there is none. */
  initial: number | null;
  /** Validation message; empty if the choice is valid. */
  error: string;
  onChoose: () => void;
}

/**
 * One to five stars as radio buttons that set the form's field `rating`. Without scripts the radio buttons are that field
 * themselves.
 */
export function StarInput({ initial, error, onChoose }: StarInputProps) {
  const words = useWords("product");
  const lang = useLang();
  const hydrated = useHydrated();
  const [rating, setRating] = useState(initial);
  const id = useId();
  return (
    <fieldset
      className={styles.stars}
      id="rating"
      tabIndex={-1}
      aria-describedby={error ? `${id}-errore` : undefined}
    >
      <legend>{words.yourRating}</legend>
      {hydrated && <input type="hidden" name="rating" value={rating ?? ""} />}
      <div className={styles.row}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={styles.star}>
            <input
              type="radio"
              name={hydrated ? "stars" : "rating"}
              value={stars}
              checked={rating === stars}
              aria-invalid={error ? true : undefined}
              onChange={() => {
                setRating(stars);
                onChoose();
              }}
            />
            <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 2.8l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.6l-5.8 3.1 1.1-6.5L2.6 9.6l6.5-.9L12 2.8Z" />
            </svg>
            <span className="visuallyHidden">{core().starLabel(stars, lang)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-errore`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
