type TextControl = (HTMLInputElement | HTMLTextAreaElement) & {
  /** What React believes the field to hold. */
  _valueTracker?: { setValue: (value: string) => void };
};

const TEXT_TYPES = new Set(["text", "email", "tel", "password", "search", "number", "url"]);

/**
 * Tells forms what was typed before the page was taken over: the browser's events of that time reached nobody, so that a
 * strength meter would stay silent, and a field that is kept by its form would lose the text at the next drawing.
 */
export function replayTyped(root: HTMLElement): void {
  for (const control of root.querySelectorAll<TextControl>("input, textarea")) {
    if (control instanceof HTMLInputElement && !TEXT_TYPES.has(control.type)) continue;
    if (control.value === control.defaultValue) continue;
    control._valueTracker?.setValue(control.defaultValue);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
