import type { FormEvent } from "react";
import { sendMessage } from "../../../../api/conversations.ts";
import forms from "../../../../components/form.module.css";
import { ErrorSummary } from "../../../../components/forms/ErrorSummary.tsx";
import { go } from "../../../../context/go.ts";
import { useWords } from "../../../../context/PageContext.tsx";
import type { AccountPage, ConversationThread } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Field } from "../../../../ui/Field.tsx";
import { Form } from "../../../../ui/Link.tsx";
import { FilesField } from "./FilesField.tsx";
import { useSentForm } from "./useSentForm.ts";

/**
 * The reply form. Signed-in customers send it by script; visitors who opened the conversation by a link submit the plain form.
 */
export function ReplyForm({ page, thread }: { page: AccountPage; thread: ConversationThread }) {
  const words = useWords("account");
  const form = useSentForm(page.errors);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (thread.key || !page.trade_token) return;
    event.preventDefault();
    const sent = event.currentTarget;
    void form.send(async () => {
      await sendMessage(page.trade_token, new FormData(sent));
      sent.reset();
      go(thread.path);
    });
  };
  return (
    <Form
      id="messaggio"
      className={forms.form}
      method="post"
      encType="multipart/form-data"
      action={thread.path}
      noValidate
      onSubmit={submit}
    >
      <ErrorSummary errors={form.messages} attempts={form.attempts} />
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <input type="hidden" name="conversationid" value={thread.id} />
      <Field id="message" label={words.reply} required error={form.errorOf("message")}>
        {(control) => <textarea {...control} name="message" rows={5} defaultValue={thread.message} />}
      </Field>
      <FilesField limits={thread.files} error={form.errorOf("files")} />
      <div className={forms.actions}>
        <button type="submit" className={button.button} aria-disabled={form.busy || undefined}>
          {words.sendReply}
        </button>
      </div>
    </Form>
  );
}
