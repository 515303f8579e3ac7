import { type FormEvent, useState } from "react";
import forms from "../../../components/form.module.css";
import { AddressFields } from "../../../components/forms/AddressFields.tsx";
import { withAddressField } from "../../../components/forms/addressField.ts";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection, AddressKind, FieldError } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";

type Section = Extract<AccountSection, { name: "address" }>;

/** The form of a saved address, with the checkout's fields and rules. */
export function AddressForm({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const lang = useLang();
  const { kind, rules } = section;
  const [typed, setTyped] = useState({ billing: section.address, shipping: section.address });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState(page.errors);
  const [attempts, setAttempts] = useState(page.errors.length > 0 ? 1 : 0);

  const check = (): FieldError[] => core().checkAddress(kind, typed[kind], rules) as FieldError[];
  const sentence = (error: FieldError) => core().messageText(error.code, error.params, lang);
  const errorOf = (name: string): string => {
    const found =
      errors.find((error) => error.field === name) ??
      (touched.has(name) ? check().find((error) => error.field === name) : undefined);
    return found ? sentence(found) : "";
  };
  const submit = (event: FormEvent) => {
    const found = check();
    if (found.length === 0) return;
    event.preventDefault();
    setErrors(found);
    setAttempts((count) => count + 1);
  };
  const title = kind === "billing" ? words.billingAddress : words.shippingAddress;
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <Form
        className={forms.form}
        method="post"
        action={`/my-account/edit-address/${kind}/`}
        noValidate
        onSubmit={submit}
      >
        <ErrorSummary
          errors={errors.map((error) => ({ field: error.field, text: sentence(error) }))}
          attempts={attempts}
        />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <AddressFields
          kind={kind}
          checkout={{
            form: typed,
            rules,
            errorOf,
            changeAddress: (address: AddressKind, field, value) => {
              setTyped((before) => withAddressField(before, address, field, value));
              setErrors((errors) => errors.filter((error) => error.field !== `${address}_${field}`));
            },
            leave: (name) => setTouched((before) => new Set(before).add(name)),
          }}
          refresh={() => {}}
          shows={() => true}
        />
        <div className={forms.actions}>
          <button type="submit" className={button.button}>
            {words.saveAddress}
          </button>
          <Link href="/my-account/edit-address/">{words.addresses}</Link>
        </div>
      </Form>
    </>
  );
}
