import { type RefObject, useEffect, useRef } from "react";

/** While `active`, the browser asks before the page is left. Setting the ref lets it be left without a question. */
export function useLeaveWarning(active: boolean): RefObject<boolean> {
  const leaving = useRef(false);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
  return leaving;
}
