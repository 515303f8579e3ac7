import { useCallback, useEffect, useRef, useState } from "react";
import type { AddressKind, CheckoutForm, CheckoutPage } from "../../core/types.ts";
import { placeOf } from "./formFields.ts";
import { forgetForm, keepForm, keptForm, type Typed } from "./keptForm.ts";

/** The form as the server sent it, with the shop's further fields in it. */
function sent(page: CheckoutPage): Typed {
  const empty = Object.fromEntries(page.extra_fields.map(({ name }) => [name, ""]));
  return { form: { ...page.form, extra: { ...empty, ...page.form.extra } }, invoice: page.invoice };
}

/** Keeps what is typed; `restore` is given what was kept, once the page has been taken over. */
export function useKeptForm(page: CheckoutPage, typed: Typed, restore: (kept: Typed) => void) {
  const server = useRef<Typed>(null);
  server.current ??= sent(page);
  const [restored, setRestored] = useState(false);
  const account = page.login_nonce === "";
  const { form, invoice } = typed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    // A form that was sent without scripts and refused comes back with what was typed.
    if (page.errors.length > 0) {
      forgetForm();
      return;
    }
    const kept = server.current && keptForm(server.current, account);
    if (!kept) return;
    restore(kept);
    setRestored(true);
  }, []);

  useEffect(() => {
    if (server.current) keepForm(server.current, { form, invoice }, account);
  }, [form, invoice, account]);

  return {
    /** What was kept is in the form now. */
    restored,
    /** The server has learnt of the places of this form's addresses. */
    told: useCallback((form: CheckoutForm) => {
      const before = server.current;
      if (!before) return;
      const learnt = (kind: AddressKind) => ({ ...before.form[kind], ...placeOf(form[kind]) });
      server.current = {
        ...before,
        form: { ...before.form, billing: learnt("billing"), shipping: learnt("shipping") },
      };
    }, []),
  };
}
