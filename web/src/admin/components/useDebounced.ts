import { useEffect, useState } from "react";

/** Delay between the last keystroke and the request. */
const DEBOUNCE_MS = 250;

/** Returns a text once it has not changed for a moment. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
