import { useEffect, useRef, useState } from "react";

interface ComboboxOptions {
  /** The field, which exists before this module is loaded and is turned into a combobox from outside. */
  input: HTMLInputElement;
  listId: string;
  optionId: (at: number) => string;
  /** Number of options. */
  count: number;
  /** Called on Enter on an option. */
  follow: (at: number) => void;
}

/**
 * The keyboard operation and the roles of a combobox with a listbox. No option is selected until an arrow key is pressed, so that
 * Enter searches for the typed text.
 */
export function useCombobox({ input, listId, optionId, count, follow }: ComboboxOptions) {
  const [open, setOpen] = useState(document.activeElement === input);
  const [active, setActive] = useState(-1);
  // The values that the listeners read, as they are registered only once.
  const now = useRef({ open, active, count, follow });
  now.current = { open, active, count, follow };
  const expanded = open && count > 0;

  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", listId);
    const keyDown = (event: KeyboardEvent) => {
      const { open, active, count, follow } = now.current;
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (count === 0) return;
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        // The field itself is the position beyond either end.
        const positions = count + 1;
        setActive(open ? ((active + 1 + step + positions) % positions) - 1 : step > 0 ? 0 : count - 1);
        setOpen(true);
      } else if (event.key === "Enter" && open && active >= 0) {
        event.preventDefault();
        follow(active);
      } else if (event.key === "Enter") {
        setOpen(false);
      } else if (event.key === "Escape" && open && count > 0) {
        // Closes only the list: the typed text stays, and so do enclosing dialogs.
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        setActive(-1);
      }
    };
    const opens = () => {
      setOpen(true);
      setActive(-1);
    };
    const closes = () => setOpen(false);
    input.addEventListener("keydown", keyDown);
    input.addEventListener("input", opens);
    input.addEventListener("click", opens);
    input.addEventListener("blur", closes);
    return () => {
      input.removeEventListener("keydown", keyDown);
      input.removeEventListener("input", opens);
      input.removeEventListener("click", opens);
      input.removeEventListener("blur", closes);
      for (const name of ["role", "aria-autocomplete", "aria-controls", "aria-expanded"])
        input.removeAttribute(name);
    };
  }, [input, listId]);

  useEffect(() => {
    input.setAttribute("aria-expanded", String(expanded));
    if (expanded && active >= 0) input.setAttribute("aria-activedescendant", optionId(active));
    else input.removeAttribute("aria-activedescendant");
    if (expanded && active >= 0)
      document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  });
  // With fewer options than before, the selected one may no longer exist.
  useEffect(() => {
    if (active >= count) setActive(-1);
  }, [active, count]);

  return {
    open,
    active,
    close: () => {
      setOpen(false);
      setActive(-1);
    },
  };
}
