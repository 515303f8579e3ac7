// Forms whose values lie in lists within lists: each field is named by its place, as in the server's refusals
// ("zones.0.methods.1.cost").

import { useState } from "react";
import { type FormState, useForm, type Values } from "./fields.tsx";

/** A value at a place replaced; everything beside it stays the same object. */
export function replaced<T>(value: T, place: readonly string[], put: unknown): T {
  const [first, ...rest] = place;
  if (first === undefined) return put as T;
  if (Array.isArray(value)) {
    return value.map((one, n) => (String(n) === first ? replaced(one, rest, put) : one)) as T;
  }
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replaced(object[first], rest, put) } as T;
}

/** Texts and flags by their places. */
export function flat(value: unknown, place = ""): Values {
  if (typeof value === "string" || typeof value === "boolean") return { [place]: value };
  if (typeof value !== "object" || value === null) return {};
  const below = (name: string) => (place ? `${place}.${name}` : name);
  return Object.assign({}, ...Object.entries(value).map(([name, one]) => flat(one, below(name))));
}

/** A list with one entry moved by a place up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const out = [...list];
  const [one] = out.splice(from, 1);
  if (one !== undefined) out.splice(from + by, 0, one);
  return out;
}

export interface NestedForm<T> extends FormState {
  value: T;
  /** Puts another value in place of the whole. */
  setValue: (value: T) => void;
  /** Whether it differs from what was filled in last. */
  unsaved: boolean;
  /** Takes what was saved as the new beginning. */
  saved: (value: T) => void;
  /** Takes what came to what was saved: `grow` adds it to what is in the form. */
  grown: (grow: (value: T) => T, saved: T) => void;
}

/** A form over a nested value. */
export function useNestedForm<T>(initial: T): NestedForm<T> {
  const [loaded, setLoaded] = useState(initial);
  const [value, setValue] = useState(initial);
  const form = useForm({});
  return {
    ...form,
    value,
    setValue,
    values: flat(value),
    set: (name, put) => setValue((before) => replaced(before, name.split("."), put)),
    unsaved: value !== loaded && JSON.stringify(value) !== JSON.stringify(loaded),
    grown: (grow, stored) => {
      setLoaded(stored);
      setValue(grow);
    },
    saved: (filled) => {
      setLoaded(filled);
      setValue(filled);
    },
  };
}
