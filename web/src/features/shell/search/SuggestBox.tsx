import { type MouseEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Announcer } from "../../../components/Announcer.tsx";
import { go } from "../../../context/go.ts";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { SearchSuggestions } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Link } from "../../../ui/Link.tsx";
import styles from "./SuggestBox.module.css";
import { useCombobox } from "./useCombobox.ts";
import { useSuggestions } from "./useSuggestions.ts";

interface SuggestBoxProps {
  input: HTMLInputElement;
  /** Called when a suggestion is followed. */
  onChosen: () => void;
}

/**
 * The suggestions under the search field: the combobox with a listbox of the ARIA authoring practices. The focus stays in the
 * field; arrow keys select, Enter follows, Escape closes.
 */
export function SuggestBox({ input, onChosen }: SuggestBoxProps) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  const [typed, setTyped] = useState(input.value);
  const found = useSuggestions(typed);
  const paths = found ? optionPaths(found) : [];
  const optionId = (at: number) => `${id}-${at}`;
  const follow = (at: number) => {
    const path = paths[at];
    if (!path) return;
    box.close();
    onChosen();
    go(path);
  };
  const box = useCombobox({ input, listId: id, optionId, count: paths.length, follow });

  useEffect(() => {
    const changed = () => setTyped(input.value);
    changed();
    input.addEventListener("input", changed);
    return () => input.removeEventListener("input", changed);
  }, [input]);

  const isShown = box.open && found !== null;
  const announced = !isShown
    ? ""
    : found.total === 0 && found.categories.length === 0
      ? words.suggestionsNone
      : words.suggestionsFound(format.integer(paths.length), paths.length === 1);
  const option = (at: number, children: ReactNode) => (
    <Link
      key={`${at} ${paths[at]}`}
      id={optionId(at)}
      role="option"
      aria-selected={box.active === at}
      tabIndex={-1}
      className={styles.option}
      href={paths[at]}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        follow(at);
      }}
    >
      {children}
    </Link>
  );
  const firstProduct = found?.categories.length ?? 0;
  return (
    <>
      <Announcer text={announced} />
      {/* A mouse press here must not take the focus from the field, which would close the list. */}
      <div
        id={id}
        role="listbox"
        aria-label={words.suggestions}
        className={styles.box}
        hidden={!isShown || paths.length === 0}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isShown && (
          <>
            {found.categories.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group within a listbox
              <div role="group" aria-labelledby={`${id}-categorie`}>
                <p id={`${id}-categorie`} className={styles.group}>
                  {words.categories}
                </p>
                {found.categories.map((link, at) => option(at, <span>{link.label}</span>))}
              </div>
            )}
            {found.products.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group within a listbox
              <div role="group" aria-labelledby={`${id}-prodotti`}>
                <p id={`${id}-prodotti`} className={styles.group}>
                  {found.corrected === null ? words.products : words.suggestionsFor(found.corrected)}
                </p>
                {found.products.map((product, at) =>
                  option(
                    firstProduct + at,
                    <>
                      {product.thumbnail ? (
                        <img src={product.thumbnail} width={48} height={48} alt="" />
                      ) : (
                        <span className={styles.noPicture} />
                      )}
                      <span className={styles.name}>{product.name}</span>{" "}
                      <span className={styles.price}>
                        {product.in_stock ? product.price : words.soldOut}
                        {product.in_stock && product.unit_price && (
                          <span className={styles.unit}> {product.unit_price}</span>
                        )}
                      </span>
                    </>,
                  ),
                )}
              </div>
            )}
            {found.total > 0 && (
              <div className={styles.all}>
                {option(
                  paths.length - 1,
                  <>
                    <Icon name="search" size={18} />
                    <span>{words.allResults(format.integer(found.total), found.total === 1)}</span>
                  </>,
                )}
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Returns the targets of the options in display order. */
function optionPaths(found: SearchSuggestions): string[] {
  const all = found.total > 0 ? [found.all_path] : [];
  return [...found.categories, ...found.products].map(({ path }) => path).concat(all);
}
