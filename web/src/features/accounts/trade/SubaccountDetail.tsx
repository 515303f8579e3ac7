import type { FormEvent } from "react";
import { callSubaccounts } from "../../../api/subaccounts.ts";
import forms from "../../../components/form.module.css";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { inLanguage } from "../../../core/address.ts";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { ConfirmedForm } from "../shared/ConfirmedForm.tsx";
import { FormErrors } from "./FormErrors.tsx";
import { SubaccountFields } from "./SubaccountFields.tsx";
import styles from "./Subaccounts.module.css";
import { useSubaccountForm } from "./useSubaccountForm.ts";

type Section = Extract<AccountSection, { name: "subaccount" }>;

const LIST = "/my-account/subaccounts/";

/** One sub-account: its editable settings and its deletion. */
export function SubaccountDetail({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const { fields } = section;
  const form = useSubaccountForm(
    page.errors,
    page.trade_token,
    "b2bking_update_subaccount",
    () => [],
    (answer) => answer.replace(/^error:? */, ""),
  );
  const action = `${LIST}${section.id}/`;
  return (
    <>
      <h1 tabIndex={-1}>{words.editSubaccount(fields.name || fields.username)}</h1>
      <p className={styles.sub}>
        {fields.username} · {fields.email}
      </p>
      <Form className={forms.form} method="post" action={action} noValidate onSubmit={form.onSubmit}>
        <FormErrors text={form.text} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="subaccountId" value={section.id} />
        <SubaccountFields fields={fields} errorOf={form.errorOf} />
        <div className={forms.actions}>
          <button
            type="submit"
            name="action"
            value="save"
            className={button.button}
            aria-disabled={form.busy || undefined}
          >
            {words.save}
          </button>
          <Link href={LIST}>{words.closeForm}</Link>
        </div>
      </Form>
      <Deletion page={page} id={section.id} action={action} />
    </>
  );
}

/** Without scripts the confirmation is part of the page; with them it is a dialog, as the specification requires. */
function Deletion({ page, id, action }: { page: AccountPage; id: number; action: string }) {
  const words = useWords("account");
  const lang = useLang();
  const sure = core().messageText("trade_subaccount_delete", {}, lang);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData();
    fields.set("user", String(id));
    fields.set("issubaccount", "yes");
    const answer = await callSubaccounts("b2bkingrejectuser", page.trade_token, fields);
    if (core().subaccountAnswer(answer).kind === "created") window.location.assign(inLanguage(LIST));
    // The plain form shows the error.
    else form.submit();
  }
  return (
    <ConfirmedForm
      page={page}
      label={words.deleteSubaccount}
      question={sure}
      action={action}
      apart
      onSubmit={(event) => void onSubmit(event)}
    >
      <input type="hidden" name="action" value="delete" />
      <button type="submit" className={`${button.button} ${button.danger}`}>
        {words.deleteSubaccountYes}
      </button>
    </ConfirmedForm>
  );
}
