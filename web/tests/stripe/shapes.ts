// Describes the options that the script accepts, from its published types.

/** An accepted value: one of several strings, a type, or a list of those. `null` if the types name it but the fake refuses it. */
export type Accepted =
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
  [name: string]: Accepted;
}
type KeysOf<T> = T extends unknown ? keyof T : never;
/** One entry for every option that the types name. */
export type Table<T> = Record<Extract<KeysOf<T>, string>, Accepted>;

export const AUTO = ["auto", "never"] as const;
export const TERMS = ["auto", "always", "never"] as const;
export const USAGE = ["off_session", "on_session"] as const;
export const CAPTURE = ["manual", "automatic", "automatic_async"] as const;
