import { useCombobox } from "downshift";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import type { ControlProps } from "../ui/Field.tsx";
import { fitting, named } from "./choiceSearch.ts";
import { Icon } from "./Icon.tsx";
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

/** A combobox over choices that are all here: arrows, Enter, Escape, Home and End; leaving it takes the choice that is marked. */
export function SearchableChoices(props: SearchableChoicesProps) {
  const { control, options, value, empty, onChange, onLeave } = props;
  const lang = useLang();
  /** What is typed to search; `null`: nothing since the last choice, and all choices are shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = useMemo(() => fitting(options, typed ?? ""), [options, typed]);
  const chosen = options.find(({ code }) => code === value) ?? null;
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    inputId: control.id,
    menuId: `${control.id}-scelte`,
    getItemId: (index) => `${control.id}-scelta-${index}`,
    items: shown,
    itemToString: (choice) => choice?.name ?? "",
    // By code and name: two countries may have provinces of one code.
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
          // Closing keeps the choice; what was typed gives way to it.
          return { ...state, isOpen: false, highlightedIndex: -1, inputValue: chosen?.name ?? "" };
        case types.InputBlur: {
          // An emptied field means "none" where that can be chosen.
          if (!state.inputValue.trim() && empty !== undefined)
            return { ...changes, selectedItem: null, inputValue: "" };
          const kept = changes.selectedItem ?? chosen;
          return { ...changes, selectedItem: kept, inputValue: kept?.name ?? "" };
        }
        case types.ControlledPropUpdatedSelectedItem:
          // The form's answer to a choice may come after the next letter: what was typed since stays.
          return typed === null ? changes : { ...changes, inputValue: state.inputValue };
        default:
          return changes;
      }
    },
  });
  const popup = useRef<HTMLDivElement>(null);
  // At the end of a screen the list would open out of sight. At once: the next letter would stop a smooth movement.
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView?.({ block: "nearest", behavior: "instant" });
  }, [isOpen]);
  const none = core().selectSentence("no_matches", 0, lang);
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
            // Like the browser's own list: Enter chooses, and never sends the form that is not filled in yet.
            if (event.key === "Enter") event.preventDefault();
          },
          onChange: (event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            // Filled in by the browser, not typed: nobody will press Enter.
            const filled = document.activeElement === event.currentTarget ? null : named(options, text);
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
            shown.map((choice, index) => (
              <li
                key={choice.code}
                data-marked={index === highlightedIndex || undefined}
                {...getItemProps({ item: choice, index, "aria-selected": choice.code === value })}
              >
                {choice.name}
              </li>
            ))}
        </ul>
        <p role="status" hidden={!isOpen || shown.length > 0}>
          {isOpen && shown.length === 0 ? none : ""}
        </p>
      </div>
    </span>
  );
}
