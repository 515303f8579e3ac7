import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { useCloseOnResize } from "../../context/useCloseOnResize.ts";
import { core } from "../../core/core.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Form, Link } from "../../ui/Link.tsx";
import styles from "./SearchForm.module.css";

type SuggestBox = ComponentType<{ input: HTMLInputElement; onChosen: () => void }>;

/** The search form. On a phone an icon expands the field. The suggestions are loaded when the field is focused. */
export function SearchForm() {
  const words = useWords();
  const { path } = useShell();
  const [unfolded, setUnfolded] = useState(false);
  const [Box, setBox] = useState<SuggestBox | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const icon = useRef<HTMLAnchorElement>(null);
  const fold = useCallback(() => setUnfolded(false), []);
  useCloseOnResize(unfolded, fold);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page collapses the field
  useEffect(fold, [path]);

  const load = () => {
    if (!Box) void import("./search/SuggestBox.tsx").then((module) => setBox(() => module.SuggestBox));
  };
  useEffect(() => {
    if (!unfolded) return;
    const timer = setTimeout(() => input.current?.focus(), core().widgetTimings().search_focus_after_ms);
    return () => clearTimeout(timer);
  }, [unfolded]);

  return (
    <>
      <Link
        ref={icon}
        className={styles.icon}
        href="#ricerca"
        aria-expanded={unfolded}
        aria-controls="ricerca"
        onClick={(event) => {
          event.preventDefault();
          load();
          setUnfolded(!unfolded);
        }}
      >
        <Icon name={unfolded ? "close" : "search"} size={24} />
        <span className="visuallyHidden">{unfolded ? words.closeSearch : words.openSearch}</span>
      </Link>
      <search
        id="ricerca"
        className={styles.search}
        data-unfolded={unfolded || undefined}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !unfolded || event.defaultPrevented) return;
          fold();
          icon.current?.focus();
        }}
      >
        <Form method="get" action="/negozio/">
          <label className="visuallyHidden" htmlFor="cerca">
            {words.searchLabel}
          </label>
          <input
            ref={input}
            id="cerca"
            type="search"
            name="s"
            placeholder={words.searchPlaceholder}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            required
            onFocus={load}
          />
          <button type="submit" aria-label={words.search}>
            <Icon name="search" />
          </button>
        </Form>
        {Box && input.current && <Box input={input.current} onChosen={fold} />}
      </search>
    </>
  );
}
