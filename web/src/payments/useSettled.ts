import { useEffect, useRef, useState } from "react";

/** A value as it was when a field of the page was last left, so that the provider's fields hear of no half typed address. What
 * changes while no field has the focus, as by the browser's own filling in, counts at once. */
export function useSettled<T>(value: T): T {
  const latest = useRef(value);
  latest.current = value;
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const left = () => setSettled(latest.current);
    document.addEventListener("focusout", left);
    return () => document.removeEventListener("focusout", left);
  }, []);
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) setSettled(value);
  }, [value]);
  return settled;
}
