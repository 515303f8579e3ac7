import { useSyncExternalStore } from "react";
import type { ControlProps } from "../ui/Field.tsx";
import { type Choice, SearchableChoices } from "./SearchableChoices.tsx";

/** With fewer choices than this a plain list is quicker than typing. */
const SEARCHED_FROM = 10;

interface SearchableSelectProps {
  control: ControlProps;
  /** Of the form field; its value is the code. */
  name: string;
  /** What the list is a list of. */
  label: string;
  autoComplete: string;
  options: Choice[];
  /** The chosen code; empty: none. */
  value: string;
  /** Words of "nothing chosen"; without them something always is. */
  empty?: string;
  onChange: (code: string) => void;
  onLeave?: (code: string) => void;
}

/**
 * One choice of many: a field with a list that typing narrows down. Without scripts, and where fingers point (their own wheel
 * of choices is larger and scrolls better), the browser's select.
 */
export function SearchableSelect(props: SearchableSelectProps) {
  const searchable = usePrecisePointer() && props.options.length >= SEARCHED_FROM;
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
