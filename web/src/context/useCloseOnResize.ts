import { useEffect } from "react";

/**
 * Closes an overlay when the window's width changes, `after_ms` after it has stopped changing. A phone's keyboard changes only
 * the height.
 */
export function useCloseOnResize(open: boolean, onClose: () => void, after_ms = 0): void {
  useEffect(() => {
    if (!open) return;
    const width = window.innerWidth;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settled = () => {
      if (window.innerWidth !== width) onClose();
    };
    const resized = () => {
      clearTimeout(timer);
      if (after_ms > 0) timer = setTimeout(settled, after_ms);
      else settled();
    };
    window.addEventListener("resize", resized);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("resize", resized);
    };
  }, [open, onClose, after_ms]);
}
