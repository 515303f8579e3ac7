import { useRef, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { type StrengthModule, strength } from "../../core/strength.ts";
import type { PasswordForm, PasswordMeter, PasswordPage } from "../../core/types.ts";
import { valuesOf } from "../formValues.ts";

interface MeterOptions {
  form: PasswordForm;
  page: PasswordPage;
  /** Form fields whose words weaken the password: form field name by the core's name. */
  fields: Record<string, string>;
  /** Called on every keystroke with the score and whether the form cannot be sent. */
  onStrength: (score: number | null, blocks: boolean) => void;
  /** Whether a weak password also blocks an order. */
  stopCheckout?: boolean;
}

/** Computes the strength of the typed password. The dictionaries are loaded when the field gets the focus. */
export function usePasswordMeter({ form, page, fields, onStrength, stopCheckout = false }: MeterOptions) {
  const lang = useLang();
  const [meter, setMeter] = useState<PasswordMeter | null>(null);
  const module = useRef<StrengthModule | null>(null);
  const lastCheck = useRef<() => void>(null);

  const prepare = async () => {
    if (module.current) return;
    module.current = await strength();
    lastCheck.current?.();
  };

  const judge = (password: string, confirm: string | null, element: HTMLFormElement | null) => {
    lastCheck.current = () => {
      const value = element ? valuesOf(element) : () => "";
      const typed = Object.fromEntries(Object.entries(fields).map(([rule, name]) => [rule, value(name)]));
      // Words of the visible page, its title and its URL, weaken the password too.
      const location = { title: document.title, url: window.location.href };
      const words = core().passwordWords({ ...location, fields: { ...page.fields, ...typed } });
      const year = new Date().getFullYear();
      const score = module.current?.passwordStrength(password, words, year).score ?? null;
      const result = core().passwordMeter(
        { form, password, confirm, score, stop_checkout: stopCheckout },
        lang,
      );
      setMeter(result as PasswordMeter);
      onStrength(score, result.submit_disabled);
    };
    lastCheck.current();
    void prepare();
  };

  return { meter, prepare: () => void prepare(), judge };
}
