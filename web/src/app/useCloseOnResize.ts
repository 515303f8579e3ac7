import { useEffect } from "react";

/** Closes what lies over the page when the window gets wider or narrower. A phone's keyboard only changes the height. */
export function useCloseOnResize(open: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!open) return;
    const width = window.innerWidth;
    const resized = () => {
      if (window.innerWidth !== width) onClose();
    };
    window.addEventListener("resize", resized);
    return () => window.removeEventListener("resize", resized);
  }, [open, onClose]);
}
