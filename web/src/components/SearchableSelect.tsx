import { useSyncExternalStore } from "react";
import type { ControlProps } from "../ui/Field.tsx";
import { type Choice, SearchableChoices } from "./SearchableChoices.tsx";

/** Minimum number of choices for search; with fewer, a plain list is quicker. */
const MIN_SEARCHABLE = 10;

interface SearchableSelectProps {
  control: ControlProps;
  /** Name of the form field, whose value is the code. */
  name: string;
  /** Label of the list. */
  label: string;
  autoComplete: string;
  options: Choice[];
  /** The chosen code; empty for none. */
  value: string;
  /** Text of the empty choice; without it there is always a selection. */
  empty?: string;
  onChange: (code: string) => void;
  onLeave?: (code: string) => void;
}

/**
 * Selects one of many choices: a field with a list that typing filters. Without scripts and on touch screens, whose native picker is
 * larger and scrolls better, the browser's select.
 */
export function SearchableSelect(props: SearchableSelectProps) {
  const searchable = usePrecisePointer() && props.options.length >= MIN_SEARCHABLE;
  if (searchable) return <SearchableChoices {...props} />;
  const { control, name, autoComplete, options, value, empty, onChange, onLeave } = props;
  return (
    <select
      {...control}
      name={name}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => onLeave?.(event.currentTarget.value)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => (
        <option key={option.code} value={option.code}>
          {option.name}
        </option>
      ))}
    </select>
  );
}

const FINE = "(pointer: fine)";

function usePrecisePointer(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia?.(FINE);
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    () => window.matchMedia?.(FINE).matches ?? false,
    () => false,
  );
}
