import { type FormEvent, useEffect, useRef } from "react";
import { sendInquiry } from "../../../../api/conversations.ts";
import forms from "../../../../components/form.module.css";
import { ErrorSummary } from "../../../../components/forms/ErrorSummary.tsx";
import { valuesOf } from "../../../../components/formValues.ts";
import { go } from "../../../../context/go.ts";
import { useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { AccountPage, FieldError, InquiryFormView } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Field } from "../../../../ui/Field.tsx";
import { Form, Link } from "../../../../ui/Link.tsx";
import { FilesField } from "./FilesField.tsx";
import { useSentForm } from "./useSentForm.ts";

interface InquiryFormProps {
  page: AccountPage;
  view: InquiryFormView;
  close: () => void;
}

/** A new inquiry. Without a title or a message nothing happens, and no error is shown. */
export function InquiryForm({ page, view, close }: InquiryFormProps) {
  const words = useWords("account");
  const form = useSentForm(page.errors);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (page.errors.length === 0)
      element.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, [page.errors]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const typed = valuesOf(sent);
    const outcome = core().inquiryOutcome({ title: typed("title"), message: typed("message") });
    if (outcome.kind === "nothing") return;
    if (outcome.kind === "refused") {
      form.refuse(outcome.errors as FieldError[]);
      return;
    }
    void form.send(async () => go(await sendInquiry(page.trade_token, new FormData(sent))));
  };
  const choice = (
    name: "type" | "vendor",
    label: string,
    chosen: string,
    options: InquiryFormView["kinds"],
  ) => (
    <Field id={name} label={label} required error={form.errorOf(name)}>
      {(control) => (
        <select {...control} name={name} defaultValue={chosen || options[0]?.value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <Form
      ref={element}
      className={forms.form}
      method="post"
      encType="multipart/form-data"
      action="/my-account/conversation/"
      noValidate
      aria-label={words.makeInquiry}
      onSubmit={submit}
    >
      <ErrorSummary errors={form.messages} attempts={form.attempts} />
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <Field id="title" label={words.inquiryTitle} required error={form.errorOf("title")}>
        {(control) => <input {...control} name="title" type="text" defaultValue={view.title} />}
      </Field>
      {choice("type", words.inquiryType, view.kind, view.kinds)}
      {view.vendors.length > 0 && choice("vendor", words.inquiryVendor, view.vendor, view.vendors)}
      <Field id="message" label={words.inquiryMessage} required error={form.errorOf("message")}>
        {(control) => <textarea {...control} name="message" rows={6} defaultValue={view.message} />}
      </Field>
      <FilesField limits={view.files} error={form.errorOf("files")} />
      <div className={forms.actions}>
        <button type="submit" className={button.button} aria-disabled={form.busy || undefined}>
          {words.inquirySend}
        </button>
        <Link
          className={button.text}
          href="/my-account/conversation/"
          onClick={(event) => {
            event.preventDefault();
            close();
          }}
        >
          {words.closeForm}
        </Link>
      </div>
    </Form>
  );
}
