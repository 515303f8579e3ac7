import { useLang } from "../../../context/PageContext.tsx";
import { en } from "./en.ts";
import { type AccountWords, it } from "./it.ts";

/** The words of the account's pages in the page's language; they come with these pages. */
export function useAccountWords(): AccountWords {
  return useLang() === "en" ? en : it;
}
