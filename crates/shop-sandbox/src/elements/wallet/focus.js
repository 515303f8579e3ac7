// Keeps the focus inside the sheet and closes it on Escape.

const FOCUSABLE = "button, input, select, a[href]";

/** Traps the focus in an element; calls `cancel` on Escape. */
export function keepFocus(element, cancel) {
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      cancel();
    }
    if (event.key !== "Tab") return;
    const all = [...element.querySelectorAll(FOCUSABLE)].filter((one) => !one.closest("[hidden], [inert]"));
    // In a radio group, Tab reaches only the checked option.
    const stops = all.filter((one) => one.type !== "radio" || one.checked);
    const [first, last] = [stops[0], stops.at(-1)];
    const from = event.shiftKey ? first : last;
    const to = event.shiftKey ? last : first;
    if (document.activeElement === from) {
      event.preventDefault();
      to?.focus();
    }
  });
}
