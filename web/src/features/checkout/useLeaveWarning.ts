import { type RefObject, useEffect, useRef } from "react";

/** While `active`, the browser asks for confirmation before the page is left. Setting the returned ref to true skips that. */
export function useLeaveWarning(active: boolean): RefObject<boolean> {
  const leaving = useRef(false);
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [active]);
  return leaving;
}
