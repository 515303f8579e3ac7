import { useCallback, useEffect } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = (within: ParentNode) => [...within.querySelectorAll<Control>("input, select, textarea")];

/** Returns the controls of the checkout's form, including those outside of its element. */
function formControls(): Control[] {
  const form = document.getElementById("cassa");
  return form instanceof HTMLFormElement ? ([...form.elements] as Control[]) : [];
}

/**
 * Tracks which fields show their errors. The returned function marks all of them, after a refusal; a `validate` event marks its
 * target or the fields within it.
 */
export function useTouchedFields(touch: (...names: string[]) => void) {
  useEffect(() => {
    const onValidate = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const within = new Set<Control>([target as Control, ...controls(target)]);
      touch(...formControls().flatMap((one) => (within.has(one) ? [one.name] : [])));
    };
    // In the capture phase, as the event need not bubble.
    document.addEventListener("validate", onValidate, true);
    return () => document.removeEventListener("validate", onValidate, true);
  }, [touch]);
  return useCallback(() => touch(...formControls().map(({ name }) => name)), [touch]);
}
