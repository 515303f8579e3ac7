import { useRef, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { type StrengthModule, strength } from "../../core/strength.ts";
import type { PasswordForm, PasswordMeter, PasswordPage } from "../../core/types.ts";
import { valuesOf } from "../typedValues.ts";

interface MeterOptions {
  form: PasswordForm;
  page: PasswordPage;
  /** Fields of the form whose words weaken the password: name in the rules by name in the form. */
  fields: Record<string, string>;
  /** Told with every letter: the score and whether the form cannot be sent. */
  onStrength: (score: number | null, blocks: boolean) => void;
  /** Whether a weak password also stops an order. */
  stopCheckout?: boolean;
}

/** The strength of what is typed. The dictionaries are fetched when the field gets the focus. */
export function usePasswordMeter({ form, page, fields, onStrength, stopCheckout = false }: MeterOptions) {
  const lang = useLang();
  const [meter, setMeter] = useState<PasswordMeter | null>(null);
  const module = useRef<StrengthModule | null>(null);
  const last = useRef<() => void>(null);

  const prepare = async () => {
    if (module.current) return;
    module.current = await strength();
    last.current?.();
  };

  const judge = (password: string, confirm: string | null, element: HTMLFormElement | null) => {
    last.current = () => {
      const value = element ? valuesOf(element) : () => "";
      const typed = Object.fromEntries(Object.entries(fields).map(([rule, name]) => [rule, value(name)]));
      // The page as the shopper sees it: its title and its whole address.
      const shown = { title: document.title, url: window.location.href };
      const words = core().passwordWords({ ...shown, fields: { ...page.fields, ...typed } });
      const year = new Date().getFullYear();
      const score = module.current?.passwordStrength(password, words, year).score ?? null;
      const judged = core().passwordMeter(
        { form, password, confirm, score, stop_checkout: stopCheckout },
        lang,
      );
      setMeter(judged as PasswordMeter);
      onStrength(score, judged.submit_disabled);
    };
    last.current();
    void prepare();
  };

  return { meter, prepare: () => void prepare(), judge };
}
