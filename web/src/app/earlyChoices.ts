// Input into the controls of a page before hydration. Its events had no listeners, and React resets selects, texts and checkboxes
// to the server's values. So all of it is recorded first, and replayed after hydration.

import { flushSync } from "react-dom";

type Control = (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) & {
  /** The value that React assumes the field to have. */
  _valueTracker?: { setValue: (value: string) => void };
};

/** The state in which the shopper left a control. */
interface Choice {
  control: Control;
  name: string;
  /** Index among the controls of that name (and, for radio buttons, value). */
  at: number;
  value: string;
  /** Text of a select's chosen option. */
  label: string;
  /** State of checkboxes and radio buttons. */
  checked: boolean;
}

export interface EarlyChoices {
  /** Replays the recorded input, and stops recording. */
  replay: () => void;
}

const CONTROLS = "input, select, textarea";
const TICKS = new Set(["checkbox", "radio"]);
const TEXTS = new Set(["text", "email", "tel", "password", "search", "number", "url", "date", "textarea"]);

const isTick = (control: Control): control is HTMLInputElement => TICKS.has(control.type);
const isText = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  TEXTS.has(control.type);

/** Returns the controls of the same field; radio buttons only with the same value. */
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

function choiceOf(root: HTMLElement, control: Control): Choice {
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

/** Records the state of the controls under `root` until it is replayed. */
export function recordEarlyChoices(root: HTMLElement): EarlyChoices {
  const choices = new Map<Control, Choice>();
  const record = (control: Control) => {
    // In a group of radio buttons only the last choice counts.
    if (control.type === "radio") {
      for (const other of choices.keys()) {
        if (other.type === "radio" && other.name === control.name && other.form === control.form)
          choices.delete(other);
      }
    }
    choices.set(control, choiceOf(root, control));
  };
  for (const control of root.querySelectorAll<Control>(CONTROLS)) if (isChanged(control)) record(control);
  const onChange = ({ target }: Event) => {
    if (target instanceof Element && root.contains(target) && target.matches(CONTROLS))
      record(target as Control);
  };
  const events = ["input", "change"];
  // On the window, to run before React, which may hydrate the page because of this very event.
  for (const event of events) window.addEventListener(event, onChange, true);
  return {
    replay: () => {
      for (const event of events) window.removeEventListener(event, onChange, true);
      let waiting = [...choices.values()];
      // One choice may create the field or the option of another: a country its states, a checkbox the fields under it.
      for (let before = -1; waiting.length !== before; ) {
        before = waiting.length;
        waiting = waiting.filter((choice) => !replayChoice(root, choice));
      }
      // A field that already has the focus received no focus event.
      const { activeElement } = document;
      if (activeElement && activeElement !== root && root.contains(activeElement))
        activeElement.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    },
  };
}

/** Returns the current control: React may have recreated it, or another one in its place. */
function currentControl(root: HTMLElement, { control, name, at, value }: Choice): Control | undefined {
  if (control.isConnected) return control;
  return name === "" ? undefined : sameField(root, name, control.type === "radio" ? value : null)[at];
}

/** Replays a choice; returns whether that was possible. */
function replayChoice(root: HTMLElement, choice: Choice): boolean {
  const control = currentControl(root, choice);
  if (!control) return false;
  if (isTick(control)) {
    // A native click toggles the checkbox and notifies all listeners, so it starts from the opposite state.
    control.checked = !choice.checked;
    flushSync(() => control.click());
    return true;
  }
  if (control instanceof HTMLSelectElement) {
    if (![...control.options].some(({ value, disabled }) => value === choice.value && !disabled))
      return false;
    control.value = choice.value;
    dispatchEvents(control, ["input", "change"]);
    return true;
  }
  if (control.type === "hidden") {
    // A searchable list has replaced the select; it accepts an option's text, as browser autofill enters it.
    const field = control.parentElement?.querySelector<HTMLInputElement>("[role=combobox]");
    if (field) typeText(field, choice.label);
    return field != null;
  }
  typeText(control as HTMLInputElement | HTMLTextAreaElement, choice.value);
  return true;
}

function typeText(control: (HTMLInputElement | HTMLTextAreaElement) & Control, text: string): void {
  // Setting a value moves the caret while the shopper types, so it is only set if it differs.
  if (control.value !== text) control.value = text;
  control._valueTracker?.setValue(text === "" ? "\0" : "");
  dispatchEvents(control, ["input"]);
}

function dispatchEvents(control: Control, events: string[]): void {
  const isUnfocused = document.activeElement !== control;
  for (const name of events) flushSync(() => control.dispatchEvent(new Event(name, { bubbles: true })));
  if (isUnfocused) flushSync(() => control.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
}
