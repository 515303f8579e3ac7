import type { FormEventHandler, ReactNode } from "react";
import type { AccountPage } from "../../../core/types.ts";
import { Form } from "../../../ui/Link.tsx";
import styles from "./ConfirmedForm.module.css";

interface ConfirmedFormProps {
  page: AccountPage;
  /** Label that opens the form. */
  label: string;
  /** Accessible name of the label, where the page has several with the same text. */
  name?: string;
  question?: string;
  action: string;
  /** Sets the form apart from the fields above it. */
  apart?: boolean;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Further fields and the button. */
  children: ReactNode;
}

/** A step that cannot be undone: its form appears after a click, and works without scripts. */
export function ConfirmedForm(props: ConfirmedFormProps) {
  const { page, label, name, question, action, apart, onSubmit, children } = props;
  return (
    <details className={styles.confirmed} data-apart={apart || undefined}>
      <summary aria-label={name}>{label}</summary>
      <Form method="post" action={action} onSubmit={onSubmit}>
        {question && <p>{question}</p>}
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        {children}
      </Form>
    </details>
  );
}
