// What was done to the controls of a page before scripts answered. The browser's events of that time reached nobody, and React
// sets selects, texts and ticks to what the server knew. So all of it is noted first, and done once more when the page stands.

import { flushSync } from "react-dom";

type Control = (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) & {
  /** What React believes a field to hold. */
  _valueTracker?: { setValue: (value: string) => void };
};

/** How somebody left a control. */
interface Choice {
  control: Control;
  name: string;
  /** Which of the controls of that name (and, for radio buttons, value) it is. */
  at: number;
  value: string;
  /** Words of a select's chosen option. */
  label: string;
  /** Of boxes and radio buttons. */
  checked: boolean;
}

export interface EarlyChoices {
  /** Does once more what was done until now, and ends the noting. */
  replay: () => void;
}

const CONTROLS = "input, select, textarea";
const TICKS = new Set(["checkbox", "radio"]);
const TEXTS = new Set(["text", "email", "tel", "password", "search", "number", "url", "date", "textarea"]);

const isTick = (control: Control): control is HTMLInputElement => TICKS.has(control.type);
const isText = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  TEXTS.has(control.type);

/** The controls that stand for the same field: radio buttons only with the same value. */
function sameField(root: HTMLElement, name: string, radioValue: string | null): Control[] {
  return [...root.querySelectorAll<Control>(CONTROLS)].filter(
    (one) => one.name === name && (radioValue === null || one.type !== "radio" || one.value === radioValue),
  );
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const first =
      options.find((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled);
    return control.value !== (first?.value ?? "");
  }
  if (control.type === "radio") return (control as HTMLInputElement).checked && !isDefaultTick(control);
  if (isTick(control)) return control.checked !== control.defaultChecked;
  return isText(control) && control.value !== control.defaultValue;
}

const isDefaultTick = (control: Control) => (control as HTMLInputElement).defaultChecked;

function noted(root: HTMLElement, control: Control): Choice {
  const { name, value } = control;
  const radio = control.type === "radio" ? value : null;
  return {
    control,
    name,
    at: sameField(root, name, radio).indexOf(control),
    value,
    label: control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? "") : "",
    checked: isTick(control) && control.checked,
  };
}

/** Notes how the controls under `root` were left, and goes on until it is replayed. */
export function noteEarlyChoices(root: HTMLElement): EarlyChoices {
  const choices = new Map<Control, Choice>();
  const note = (control: Control) => {
    // Of a group of radio buttons only the last choice counts.
    if (control.type === "radio") {
      for (const other of choices.keys()) {
        if (other.type === "radio" && other.name === control.name && other.form === control.form)
          choices.delete(other);
      }
    }
    choices.set(control, noted(root, control));
  };
  for (const control of root.querySelectorAll<Control>(CONTROLS)) if (isChanged(control)) note(control);
  const changed = ({ target }: Event) => {
    if (target instanceof Element && root.contains(target) && target.matches(CONTROLS))
      note(target as Control);
  };
  const events = ["input", "change"];
  // On the window, where it is heard before React, which may take the page over for this very event.
  for (const event of events) window.addEventListener(event, changed, true);
  return {
    replay: () => {
      for (const event of events) window.removeEventListener(event, changed, true);
      let waiting = [...choices.values()];
      // One choice may bring about the field or the option of another: a country its states, a box the fields under it.
      for (let before = -1; waiting.length !== before; ) {
        before = waiting.length;
        waiting = waiting.filter((choice) => !replayed(root, choice));
      }
      // A field that has the focus was never told so.
      const { activeElement } = document;
      if (activeElement && activeElement !== root && root.contains(activeElement))
        activeElement.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    },
  };
}

/** The control as it is now: the page may have made it anew, or another one in its place. */
function standing(root: HTMLElement, { control, name, at, value }: Choice): Control | undefined {
  if (control.isConnected) return control;
  return name === "" ? undefined : sameField(root, name, control.type === "radio" ? value : null)[at];
}

/** Whether a choice could be made again. */
function replayed(root: HTMLElement, choice: Choice): boolean {
  const control = standing(root, choice);
  if (!control) return false;
  if (isTick(control)) {
    // A click of the browser's own changes the box and tells everybody; so it begins from the opposite.
    control.checked = !choice.checked;
    flushSync(() => control.click());
    return true;
  }
  if (control instanceof HTMLSelectElement) {
    if (![...control.options].some(({ value, disabled }) => value === choice.value && !disabled))
      return false;
    control.value = choice.value;
    tell(control, ["input", "change"]);
    return true;
  }
  if (control.type === "hidden") {
    // A list that is searched by typing took the select's place: it takes words as the browser fills them in.
    const field = control.parentElement?.querySelector<HTMLInputElement>("[role=combobox]");
    if (field) type(field, choice.label);
    return field != null;
  }
  type(control as HTMLInputElement | HTMLTextAreaElement, choice.value);
  return true;
}

function type(control: (HTMLInputElement | HTMLTextAreaElement) & Control, text: string): void {
  // Writing moves the caret of who is typing: only where something else stands there now.
  if (control.value !== text) control.value = text;
  control._valueTracker?.setValue(text === "" ? "\0" : "");
  tell(control, ["input"]);
}

function tell(control: Control, events: string[]): void {
  const left = document.activeElement !== control;
  for (const name of events) flushSync(() => control.dispatchEvent(new Event(name, { bubbles: true })));
  if (left) flushSync(() => control.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
}
