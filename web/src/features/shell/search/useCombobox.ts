import { useEffect, useRef, useState } from "react";

interface ComboboxOptions {
  /** The field, which is on the page before this is loaded: it is made a combobox from outside. */
  input: HTMLInputElement;
  listId: string;
  optionId: (at: number) => string;
  /** Number of options. */
  count: number;
  /** Enter on an option. */
  follow: (at: number) => void;
}

/** The keyboard and the roles of a combobox with a list of options. No option is chosen until an arrow key is pressed, so
 * that Enter searches for what was typed. */
export function useCombobox({ input, listId, optionId, count, follow }: ComboboxOptions) {
  const [open, setOpen] = useState(document.activeElement === input);
  const [active, setActive] = useState(-1);
  // What the listeners read: they are set once.
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
        // Beyond either end lies the field itself.
        const places = count + 1;
        setActive(open ? ((active + 1 + step + places) % places) - 1 : step > 0 ? 0 : count - 1);
        setOpen(true);
      } else if (event.key === "Enter" && open && active >= 0) {
        event.preventDefault();
        follow(active);
      } else if (event.key === "Enter") {
        setOpen(false);
      } else if (event.key === "Escape" && open && count > 0) {
        // Only the list: what was typed stays, and what lies around the field stays open.
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
  // Fewer options than before: the chosen one may be gone.
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
