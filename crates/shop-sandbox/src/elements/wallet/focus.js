// The focus stays inside the sheet, and Escape closes it.

const FOCUSABLE = "button, input, select, a[href]";

/** Keeps the focus in an element; `cancel` is called for Escape. */
export function keepFocus(element, cancel) {
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      cancel();
    }
    if (event.key !== "Tab") return;
    const all = [...element.querySelectorAll(FOCUSABLE)].filter((one) => !one.closest("[hidden], [inert]"));
    // Of a group of choices only the chosen one is reached by Tab.
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
