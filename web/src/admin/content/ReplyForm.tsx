import details from "../components/details.module.css";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import own from "./ModerationPage.module.css";

interface Props {
  /** Id of the review or comment. */
  id: number;
  /** Current reply of the shop, which the next one replaces; undefined if every reply is separate. */
  currentReply?: string;
  hint: string;
  send: (id: number, reply: string) => Promise<unknown>;
  changed: () => void;
}

/** Form to write, change or remove the shop's reply to a review or comment. */
export function ReplyForm({ id, currentReply, hint, send, changed }: Props) {
  const { t } = useLanguage();
  const field = `reply-${id}`;
  const form = useForm({ [field]: currentReply ?? "" });
  const publish = (reply: string) =>
    form.send(async () => {
      await send(id, reply);
      form.fill({ [field]: currentReply === undefined ? "" : reply });
      changed();
      return t(reply.trim() ? "replySaved" : "replyRemoved");
    });
  // The server names the field without the id, which only keeps names on the page unique.
  const errors = { ...form, error: () => form.error("reply") };
  return (
    <>
      {currentReply && (
        <blockquote className={own.reply}>
          <p className={ui.small}>{t("reply")}</p>
          <p className={own.words}>{currentReply}</p>
        </blockquote>
      )}
      <details className={details.more}>
        <summary>{t(currentReply ? "editReply" : "writeReply")}</summary>
        <SendForm form={form} className={details.step} send={() => void publish(String(form.values[field]))}>
          <Area form={errors} name={field} label={t("reply")} hint={hint} rows={4} />
          <div className={ui.buttons}>
            <button
              type="submit"
              className={`${ui.button} ${ui.primary}`}
              aria-disabled={form.busy || undefined}
            >
              {t("publishReply")}
            </button>
            {currentReply && (
              <button type="button" className={ui.button} onClick={() => void publish("")}>
                {t("removeReply")}
              </button>
            )}
          </div>
        </SendForm>
      </details>
      <Outcome error={form.apiError} success={form.success} />
    </>
  );
}
