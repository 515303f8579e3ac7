/** A value that may not be available yet. */
export interface Deferred<T> {
  /** Resolves all waiting promises with the value, or replaces an earlier value. */
  set: (value: T) => void;
  /** Resolves to the value as soon as there is one. */
  get: () => Promise<T>;
}

/** Creates a deferred value. */
export function deferred<T>(): Deferred<T> {
  let resolve: ((value: T) => void) | undefined;
  let value = new Promise<T>((settle) => {
    resolve = settle;
  });
  return {
    set: (given) => {
      if (resolve) resolve(given);
      else value = Promise.resolve(given);
      resolve = undefined;
    },
    get: () => value,
  };
}
