import { useRef } from "react";
import { Field } from "../../ui/Field.tsx";
import { answerConversation } from "../api/calls.ts";
import type { ConversationDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

interface Props {
  id: number;
  ready: ConversationDetail["ready"];
  files: ConversationDetail["file_limits"];
  answered: (detail: ConversationDetail) => void;
}

/** Form for the merchant's reply, optionally based on a template, with file attachments. */
export function AnswerForm({ id, ready, files: limits, answered }: Props) {
  const { t, format } = useLanguage();
  const most = { count: format.integer(limits.maximum), size: format.integer(limits.maximum_mb) };
  const form = useForm({ message: "" });
  const files = useRef<HTMLInputElement>(null);
  const send = () =>
    form.send(async () => {
      const body = new FormData();
      body.set("message", String(form.values.message));
      for (const file of files.current?.files ?? []) body.append("files", file);
      const detail = await answerConversation(id, body);
      form.fill({ message: "" });
      if (files.current) files.current.value = "";
      answered(detail);
      return t("conversationSent");
    });
  const insert = (at: number) => {
    const text = ready[at]?.text ?? "";
    const typed = String(form.values.message).trimEnd();
    form.set("message", typed ? `${typed}\n\n${text}` : text);
    form.element.current?.querySelector("textarea")?.focus();
  };
  return (
    <Card id="risposta" title={t("conversationAnswer")}>
      <SendForm form={form} label={t("conversationAnswer")} send={() => void send()}>
        {ready.length > 0 && (
          <Field name="template" label={t("conversationTemplate")}>
            {(control) => (
              <select {...control} value="" onChange={(event) => insert(Number(event.target.value))}>
                <option value="">{t("conversationChooseTemplate")}</option>
                {ready.map((one, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two templates may share a name
                  <option key={at} value={at}>
                    {one.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Area form={form} name="message" label={t("conversationAnswer")} rows={8} />
        <Field name="files" label={t("conversationFiles", most)} error={form.error("files")}>
          {(control) => <input {...control} ref={files} type="file" multiple accept={limits.endings} />}
        </Field>
        <Outcome error={form.apiError} success={form.success} />
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {t("conversationSend")}
          </button>
        </div>
      </SendForm>
    </Card>
  );
}
