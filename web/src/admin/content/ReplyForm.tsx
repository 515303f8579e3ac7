import details from "../components/details.module.css";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import own from "./ModerationPage.module.css";

interface Props {
  /** What is answered. */
  id: number;
  /** What the shop says to it already, in whose place the next reply comes; nothing: each reply stands by itself. */
  said?: string;
  hint: string;
  send: (id: number, reply: string) => Promise<unknown>;
  changed: () => void;
}

/** What the shop says to a review or a comment: read, written, changed, taken away. */
export function ReplyForm({ id, said, hint, send, changed }: Props) {
  const { t } = useLanguage();
  const field = `reply-${id}`;
  const form = useForm({ [field]: said ?? "" });
  const publish = (reply: string) =>
    form.send(async () => {
      await send(id, reply);
      form.fill({ [field]: said === undefined ? "" : reply });
      changed();
      return t(reply.trim() ? "replySaved" : "replyRemoved");
    });
  // The server names the field without a number, which keeps the labels of the page apart.
  const errors = { ...form, error: () => form.error("reply") };
  return (
    <>
      {said && (
        <blockquote className={own.reply}>
          <p className={ui.small}>{t("reply")}</p>
          <p className={own.words}>{said}</p>
        </blockquote>
      )}
      <details className={details.more}>
        <summary>{t(said ? "editReply" : "writeReply")}</summary>
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
            {said && (
              <button type="button" className={ui.button} onClick={() => void publish("")}>
                {t("removeReply")}
              </button>
            )}
          </div>
        </SendForm>
      </details>
      <Outcome error={form.refused} success={form.success} />
    </>
  );
}
