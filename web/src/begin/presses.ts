// What is pressed while a page is painted but does not answer yet. Forms and most links work as plain HTML meanwhile.

/** Buttons that do nothing by themselves, and links that lead to less than scripts show for them. */
const WAITING = 'button[type="button"], a[data-waits]';

/** Keeps presses until the page is taken over (app/Takeover.tsx), and does them then, in their order. Where its scripts
 * failed (`data-plain`) the last link is followed as it is. */
export function keepPresses(): void {
  const { documentElement } = document;
  const pressed: HTMLElement[] = [];
  const keep = (event: MouseEvent) => {
    // Other buttons and keys open windows and menus of the browser's own.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(WAITING) : null;
    // Who presses a link once more does not want to wait.
    if (!control || (control.matches("a") && pressed.includes(control))) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(control);
  };
  const decided = new MutationObserver(() => {
    decided.disconnect();
    window.removeEventListener("click", keep, true);
    if ("hydrated" in documentElement.dataset) {
      for (const control of pressed) if (control.isConnected) control.click();
    } else pressed.findLast((control) => control.matches("a"))?.click();
  });
  // On the window, where it is heard before React, which is already there while it takes the page over.
  window.addEventListener("click", keep, true);
  decided.observe(documentElement, { attributeFilter: ["data-hydrated", "data-plain"] });
}
