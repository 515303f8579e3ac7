import { createContext, useContext } from "react";

/** Texts of the shared form fields; the storefront and the back office each provide them in their own language. */
export interface KitWords {
  optional: string;
  /** Read out by screen readers before an error; empty for none. */
  errorPrefix: string;
}

/** Provides the kit's texts to everything below it. */
export const KitWordsContext = createContext<KitWords>({ optional: "", errorPrefix: "" });

export const useKitWords = (): KitWords => useContext(KitWordsContext);
