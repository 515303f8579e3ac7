// Clicks on a page that is painted but not yet hydrated. Forms and most links work as plain HTML in the meantime.

/** Buttons that do nothing without scripts, and links whose plain target offers less than the scripts show. */
const NEEDS_HYDRATION = 'button[type="button"], a[data-waits]';

/** Records clicks until the page is hydrated (app/Hydration.tsx) and then replays them in order. If the page's scripts fail
 * (`data-plain`), follows the last clicked link instead. */
export function recordEarlyClicks(): void {
  const { documentElement } = document;
  const clicked: HTMLElement[] = [];
  const record = (event: MouseEvent) => {
    // Other mouse buttons and modifier keys open the browser's own windows and menus.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>(NEEDS_HYDRATION) : null;
    // A visitor who clicks a link a second time does not want to wait.
    if (!control || (control.matches("a") && clicked.includes(control))) return;
    event.preventDefault();
    event.stopPropagation();
    clicked.push(control);
  };
  const outcome = new MutationObserver(() => {
    outcome.disconnect();
    window.removeEventListener("click", record, true);
    if ("hydrated" in documentElement.dataset) {
      for (const control of clicked) if (control.isConnected) control.click();
    } else clicked.findLast((control) => control.matches("a"))?.click();
  });
  // On the window, so that it runs before React's own listeners, which exist already while React hydrates.
  window.addEventListener("click", record, true);
  outcome.observe(documentElement, { attributeFilter: ["data-hydrated", "data-plain"] });
}
