import { createContext, useContext } from "react";

/** Texts of the kit's own parts; the storefront and the back office each provide them in their own language. */
export interface KitWords {
  optional: string;
  /** Read out by screen readers before an error; empty for none. */
  errorPrefix: string;
  close: string;
  /** Accessible name of the links to the pages of a list. */
  pages: string;
  previousPage: string;
  nextPage: string;
  page: (number: string) => string;
}

const NONE: KitWords = {
  optional: "",
  errorPrefix: "",
  close: "",
  pages: "",
  previousPage: "",
  nextPage: "",
  page: (number) => number,
};

/** Provides the kit's texts to everything below it. */
export const KitWordsContext = createContext(NONE);

export const useKitWords = (): KitWords => useContext(KitWordsContext);
