import { createContext, useContext } from "react";

/** What the kit itself says; the shop and the back office each say it in their language. */
export interface KitWords {
  optional: string;
  /** Before an error that is read out; empty: nothing. */
  errorPrefix: string;
}

/** Gives everything below it the kit's words. */
export const KitWordsContext = createContext<KitWords>({ optional: "", errorPrefix: "" });

export const useKitWords = (): KitWords => useContext(KitWordsContext);
