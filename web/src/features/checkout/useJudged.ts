import { useCallback, useEffect, useState } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = (within: ParentNode) => [...within.querySelectorAll<Control>("input, select, textarea")];

/** The controls of the checkout's form, those that stand outside of it too. */
function ofForm(): Control[] {
  const form = document.getElementById("cassa");
  return form instanceof HTMLFormElement ? ([...form.elements] as Control[]) : [];
}

/**
 * The fields whose errors are shown: those that were left or changed, all of them after a refusal, and those that are told to
 * by the event `validate`, sent to a field or to something around fields.
 */
export function useJudged() {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const judge = useCallback((...names: string[]) => {
    setJudged((before) =>
      names.every((name) => before.has(name)) ? before : new Set([...before, ...names]),
    );
  }, []);
  const judgeAll = useCallback(() => judge(...ofForm().map(({ name }) => name)), [judge]);
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
  return { judged, judge, judgeAll };
}
