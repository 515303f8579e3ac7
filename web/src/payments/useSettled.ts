import { useEffect, useRef, useState } from "react";

/**
 * Returns the value as of the moment when a field of the page last lost the focus, so that the provider's fields never receive a
 * half-typed address. Changes while no field has the focus, such as browser autofill, count at once.
 */
export function useSettled<T>(value: T): T {
  const latest = useRef(value);
  latest.current = value;
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const onFocusOut = () => setSettled(latest.current);
    document.addEventListener("focusout", onFocusOut);
    return () => document.removeEventListener("focusout", onFocusOut);
  }, []);
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) setSettled(value);
  }, [value]);
  return settled;
}
