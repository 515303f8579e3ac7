// Forms with nested lists: each field is named by its path, as in the server's errors ("zones.0.methods.1.cost").

import { useState } from "react";
import { type FormState, useForm, type Values } from "./fields.tsx";

/** Returns a copy with the value at a path replaced; unchanged parts keep their identity. */
export function replaceAt<T>(value: T, path: readonly string[], put: unknown): T {
  const [first, ...rest] = path;
  if (first === undefined) return put as T;
  if (Array.isArray(value)) {
    return value.map((one, n) => (String(n) === first ? replaceAt(one, rest, put) : one)) as T;
  }
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replaceAt(object[first], rest, put) } as T;
}

/** Collects strings and booleans by their paths. */
export function flatten(value: unknown, path = ""): Values {
  if (typeof value === "string" || typeof value === "boolean") return { [path]: value };
  if (typeof value !== "object" || value === null) return {};
  const below = (name: string) => (path ? `${path}.${name}` : name);
  return Object.assign({}, ...Object.entries(value).map(([name, one]) => flatten(one, below(name))));
}

/** Returns a copy of a list with one entry moved up (-1) or down (1). */
export function moveEntry<T>(list: readonly T[], from: number, by: number): T[] {
  const out = [...list];
  const [entry] = out.splice(from, 1);
  if (entry !== undefined) out.splice(from + by, 0, entry);
  return out;
}

export interface NestedForm<T> extends FormState {
  value: T;
  /** Replaces the whole value. */
  setValue: (value: T) => void;
  /** Whether the value differs from the last saved one. */
  unsaved: boolean;
  /** Sets the saved value as the new starting point. */
  markSaved: (value: T) => void;
  /** Records an addition that was saved separately: `grow` adds it to the unsaved value in the form. */
  mergeSaved: (grow: (value: T) => T, saved: T) => void;
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
    values: flatten(value),
    set: (name, put) => setValue((before) => replaceAt(before, name.split("."), put)),
    unsaved: value !== loaded && JSON.stringify(value) !== JSON.stringify(loaded),
    mergeSaved: (grow, stored) => {
      setLoaded(stored);
      setValue(grow);
    },
    markSaved: (filled) => {
      setLoaded(filled);
      setValue(filled);
    },
  };
}
