// How options are described: what each takes, from the published types of the script.

/** A value that is taken: one of words, a kind, or a list of such. `null`: named by the types, and refused. */
export type Taken =
  | readonly string[]
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "list"
  | "rules"
  | { each: Shape }
  | Shape
  | null;
export interface Shape {
  [name: string]: Taken;
}
type KeysOf<T> = T extends unknown ? keyof T : never;
/** One entry for every option that the types name. */
export type Table<T> = Record<Extract<KeysOf<T>, string>, Taken>;

export const AUTO = ["auto", "never"] as const;
export const TERMS = ["auto", "always", "never"] as const;
export const USAGE = ["off_session", "on_session"] as const;
export const CAPTURE = ["manual", "automatic", "automatic_async"] as const;
