import { useCallback, useEffect } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = (within: ParentNode) => [...within.querySelectorAll<Control>("input, select, textarea")];

/** The controls of the checkout's form, those that stand outside of it too. */
function ofForm(): Control[] {
  const form = document.getElementById("cassa");
  return form instanceof HTMLFormElement ? ([...form.elements] as Control[]) : [];
}

/**
 * Which fields' errors are to be shown: `judgeAll` says it of all of them, after a refusal; the event `validate` of those that it is
 * sent to, or that stand within what it is sent to.
 */
export function useJudging(judge: (...names: string[]) => void) {
  useEffect(() => {
    const asked = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const within = new Set<Control>([target as Control, ...controls(target)]);
      judge(...ofForm().flatMap((one) => (within.has(one) ? [one.name] : [])));
    };
    // On its way down: it need not bubble.
    document.addEventListener("validate", asked, true);
    return () => document.removeEventListener("validate", asked, true);
  }, [judge]);
  return useCallback(() => judge(...ofForm().map(({ name }) => name)), [judge]);
}
