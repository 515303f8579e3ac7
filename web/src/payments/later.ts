/** A value that may not be there yet. */
export interface Later<T> {
  /** Gives the value to all who wait, in place of an earlier one. */
  set: (value: T) => void;
  /** The value, as soon as there is one. */
  get: () => Promise<T>;
}

/** Nothing yet. */
export function later<T>(): Later<T> {
  let give: ((value: T) => void) | undefined;
  let value = new Promise<T>((done) => {
    give = done;
  });
  return {
    set: (given) => {
      if (give) give(given);
      else value = Promise.resolve(given);
      give = undefined;
    },
    get: () => value,
  };
}
