import { useCombobox } from "downshift";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import type { ControlProps } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { findByText, findMatches } from "./choiceSearch.ts";
import styles from "./SearchableChoices.module.css";

export interface Choice {
  code: string;
  name: string;
}

interface SearchableChoicesProps {
  control: ControlProps;
  name: string;
  label: string;
  autoComplete: string;
  options: Choice[];
  value: string;
  empty?: string;
  onChange: (code: string) => void;
  onLeave?: (code: string) => void;
}

/** Combobox over a fixed list of choices: arrows, Enter, Escape, Home and End; leaving it selects the highlighted choice. */
export function SearchableChoices(props: SearchableChoicesProps) {
  const { control, options, value, empty, onChange, onLeave } = props;
  const lang = useLang();
  /** Search text; `null` if nothing was typed since the last choice, so that all choices are listed. */
  const [typed, setTyped] = useState<string | null>(null);
  const matches = useMemo(() => findMatches(options, typed ?? ""), [options, typed]);
  const chosen = options.find(({ code }) => code === value) ?? null;
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    inputId: control.id,
    menuId: `${control.id}-scelte`,
    getItemId: (index) => `${control.id}-scelta-${index}`,
    items: matches,
    itemToString: (choice) => choice?.name ?? "",
    // By code and name: provinces of two countries may share a code.
    itemToKey: (choice) => (choice ? `${choice.code} ${choice.name}` : ""),
    selectedItem: chosen,
    onSelectedItemChange: ({ selectedItem }) => {
      setTyped(null);
      onChange(selectedItem?.code ?? "");
    },
    onIsOpenChange: ({ isOpen: open }) => {
      if (!open) setTyped(null);
    },
    onStateChange: ({ type, selectedItem }) => {
      if (type !== useCombobox.stateChangeTypes.InputBlur) return;
      onLeave?.(selectedItem === undefined ? value : (selectedItem?.code ?? ""));
    },
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes;
      switch (type) {
        case types.InputChange:
          return { ...changes, isOpen: true, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
        case types.InputKeyDownEscape:
          // Closing restores the current choice and discards the typed text.
          return { ...state, isOpen: false, highlightedIndex: -1, inputValue: chosen?.name ?? "" };
        case types.InputBlur: {
          // An emptied field means "none" if that is a valid choice.
          if (!state.inputValue.trim() && empty !== undefined)
            return { ...changes, selectedItem: null, inputValue: "" };
          const selected = changes.selectedItem ?? chosen;
          return { ...changes, selectedItem: selected, inputValue: selected?.name ?? "" };
        }
        case types.ControlledPropUpdatedSelectedItem:
          // The form may apply a choice after the next keystroke; do not overwrite what was typed since.
          return typed === null ? changes : { ...changes, inputValue: state.inputValue };
        default:
          return changes;
      }
    },
  });
  const popup = useRef<HTMLDivElement>(null);
  // At the bottom of the screen the list would open out of view. Instant, as the next keystroke would stop a smooth scroll.
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView?.({ block: "nearest", behavior: "instant" });
  }, [isOpen]);
  const noMatches = core().selectSentence("no_matches", 0, lang);
  return (
    <span className={styles.box}>
      <input type="hidden" name={props.name} value={value} />
      <input
        {...getInputProps({
          ...control,
          "aria-labelledby": undefined,
          autoComplete: props.autoComplete,
          spellCheck: false,
          placeholder: empty,
          onFocus: (event) => event.currentTarget.select(),
          onKeyDown: (event) => {
            // As in the browser's own select, Enter chooses and never submits the incomplete form.
            if (event.key === "Enter") event.preventDefault();
          },
          onChange: (event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            // Autofill: the visitor will not press Enter.
            const filled = document.activeElement === event.currentTarget ? null : findByText(options, text);
            if (filled) onChange(filled.code);
          },
        })}
      />
      <Icon name="down" />
      <div ref={popup} className={styles.popup} data-open={isOpen || undefined}>
        <ul
          {...getMenuProps({ "aria-labelledby": undefined, "aria-label": isOpen ? props.label : undefined })}
        >
          {isOpen &&
            matches.map((choice, index) => (
              <li
                key={choice.code}
                data-marked={index === highlightedIndex || undefined}
                {...getItemProps({ item: choice, index, "aria-selected": choice.code === value })}
              >
                {choice.name}
              </li>
            ))}
        </ul>
        <p role="status" hidden={!isOpen || matches.length > 0}>
          {isOpen && matches.length === 0 ? noMatches : ""}
        </p>
      </div>
    </span>
  );
}
