import { useEffect } from "react";

/** Closes what lies over the page when the window gets wider or narrower, `after_ms` after it has stopped to. A phone's keyboard
 * only changes the height. */
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
