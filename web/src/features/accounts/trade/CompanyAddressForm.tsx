import { type FormEvent, useState } from "react";
import forms from "../../../components/form.module.css";
import { AddressFields } from "../../../components/forms/AddressFields.tsx";
import { withAddressField } from "../../../components/forms/addressField.ts";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection, FieldError } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";

type Section = Extract<AccountSection, { name: "company_address" }>;

/** The form of a company's delivery address, with the checkout's fields and rules. */
export function CompanyAddressForm({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const lang = useLang();
  const { rules } = section;
  const [typed, setTyped] = useState({ billing: section.address, shipping: section.address });
  const [serverErrors, setServerErrors] = useState(page.errors);
  const [attempts, setAttempts] = useState(page.errors.length > 0 ? 1 : 0);
  const sentence = (error: FieldError) => core().messageText(error.code, error.params, lang);
  const errorOf = (name: string): string => {
    const found = serverErrors.find((error) => error.field === name);
    return found ? sentence(found) : "";
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    const found = core().checkAddress("shipping", typed.shipping, rules) as FieldError[];
    if (found.length === 0 || pressed?.getAttribute("name") === "delete") return;
    event.preventDefault();
    setServerErrors(found);
    setAttempts((count) => count + 1);
  };
  return (
    <>
      <h1 tabIndex={-1}>{words.companyAddress}</h1>
      <Form className={forms.form} method="post" action={section.path} noValidate onSubmit={submit}>
        <ErrorSummary
          errors={serverErrors.map((error) => ({ field: error.field, text: sentence(error) }))}
          attempts={attempts}
        />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <AddressFields
          kind="shipping"
          checkout={{
            form: typed,
            rules,
            errorOf,
            changeAddress: (kind, field, value) => {
              setTyped((before) => withAddressField(before, kind, field, value));
              setServerErrors((errors) => errors.filter((error) => error.field !== `${kind}_${field}`));
            },
            leave: () => {},
          }}
          refresh={() => {}}
          shows={() => true}
        />
        <div className={forms.actions}>
          <button type="submit" className={button.button}>
            {words.saveAddress}
          </button>
          {section.stored && (
            <button type="submit" name="delete" value="1" className={button.text}>
              {words.companyDeleteAddress}
            </button>
          )}
          <Link href="/my-account/company/">{words.company}</Link>
        </div>
      </Form>
    </>
  );
}
