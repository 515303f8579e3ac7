import { useCallback, useEffect, useRef, useState } from "react";
import type { AddressKind, CheckoutForm, CheckoutPage } from "../../core/types.ts";
import { locationFields } from "./formFields.ts";
import { clearForm, loadForm, storeForm, type Typed } from "./storedForm.ts";

/** The form as the server sent it, including the shop's custom fields. */
function serverForm(page: CheckoutPage): Typed {
  const empty = Object.fromEntries(page.extra_fields.map(({ name }) => [name, ""]));
  return { form: { ...page.form, extra: { ...empty, ...page.form.extra } }, invoice: page.invoice };
}

/** Stores what is typed; after hydration, passes a stored form to `restore`. */
export function useStoredForm(page: CheckoutPage, typed: Typed, restore: (stored: Typed) => void) {
  const server = useRef<Typed>(null);
  server.current ??= serverForm(page);
  const [restored, setRestored] = useState(false);
  const account = page.login_nonce === "";
  const { form, invoice } = typed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    // A form that was submitted without scripts and refused already contains what was typed.
    if (page.errors.length > 0) {
      clearForm();
      return;
    }
    const stored = server.current && loadForm(server.current, account);
    if (!stored) return;
    restore(stored);
    setRestored(true);
  }, []);

  useEffect(() => {
    if (server.current) storeForm(server.current, { form, invoice }, account);
  }, [form, invoice, account]);

  return {
    /** Whether a stored form was restored. */
    restored,
    /** Records that the server has received the locations of this form's addresses. */
    markSent: useCallback((form: CheckoutForm) => {
      const before = server.current;
      if (!before) return;
      const withLocation = (kind: AddressKind) => ({ ...before.form[kind], ...locationFields(form[kind]) });
      server.current = {
        ...before,
        form: { ...before.form, billing: withLocation("billing"), shipping: withLocation("shipping") },
      };
    }, []),
  };
}
