import { Link } from "react-router";
import { conversationFilePath, setConversationState } from "../api/calls.ts";
import { apiQuery, get } from "../api/client.ts";
import type { ConversationDetail, ConversationMessage } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { AnswerForm } from "../content/AnswerForm.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./ConversationPage.module.css";
import { QuotedCard } from "./QuotedCard.tsx";

/** Page of a conversation: its messages and the reply form. */
export function ConversationPage({ id }: { id: number }) {
  const { t } = useLanguage();
  const { error, run } = useAction();
  return (
    <DetailPage
      list="/conversazioni"
      all={t("conversations")}
      query={apiQuery("/api/admin/conversations/{id}", { path: { id }, query: {} })}
    >
      {(detail, { reload, replace }) => (
        <>
          <Head detail={detail} changed={reload} />
          {detail.quoted && <QuotedCard detail={detail} quoted={detail.quoted} />}
          <Card id="messaggi" title={t("conversationMessages")}>
            {detail.has_earlier && (
              <button
                type="button"
                className={ui.plain}
                onClick={() => void run(() => showEarlier(detail, replace))}
              >
                {t("conversationEarlier")}
              </button>
            )}
            <Outcome error={error} />
            <ol className={styles.messages}>
              {detail.messages.map((message) => (
                <li key={message.id} data-shop={message.author === "shop" || undefined}>
                  <Message id={id} message={message} />
                </li>
              ))}
            </ol>
          </Card>
          <AnswerForm id={id} ready={detail.ready} files={detail.file_limits} answered={replace} />
        </>
      )}
    </DetailPage>
  );
}

/** Shows the messages before those that are shown. */
async function showEarlier(detail: ConversationDetail, replace: (detail: ConversationDetail) => void) {
  const before = detail.messages[0]?.id;
  replace(await get("/api/admin/conversations/{id}", { path: { id: detail.id }, query: { before } }));
  return "";
}

function Head({ detail, changed }: { detail: ConversationDetail; changed: () => void }) {
  const { t } = useLanguage();
  const { busy, error, success, run } = useAction();
  const next = detail.state === "open" ? "closed" : "open";
  const change = () =>
    run(async () => {
      await setConversationState(detail.id, next);
      changed();
      return t(next === "open" ? "conversationReopened" : "conversationClosed");
    });
  const kind = detail.kind === "quote" ? t("conversationQuote") : detail.kind;
  return (
    <>
      <Heading title={detail.title}>{detail.title}</Heading>
      <p>
        <Badge group="conversationState" value={detail.state} /> {kind} ·{" "}
        {t("conversationNumber", { number: detail.id })}
        {detail.vendor && <> · {t("conversationVendor", { name: detail.vendor })}</>}
      </p>
      <p>
        {detail.customer_id ? <Link to={`/clienti/${detail.customer_id}`}>{detail.name}</Link> : detail.name}{" "}
        {detail.email && <span className={ui.small}>({detail.email})</span>}
        {detail.company ? (
          <>
            {" "}
            · {detail.company} ·{" "}
            <Link to={`/conversazioni?company=${detail.company_id}`}>{t("conversationOfCompany")}</Link>
          </>
        ) : (
          !detail.customer_id && <> · {t("conversationGuest")}</>
        )}
      </p>
      <p className={ui.buttons}>
        <button
          type="button"
          className={ui.button}
          aria-disabled={busy || undefined}
          onClick={() => void change()}
        >
          {t(next === "open" ? "conversationReopen" : "conversationClose")}
        </button>
      </p>
      <Outcome error={error} success={success} />
    </>
  );
}

function Message({ id, message }: { id: number; message: ConversationMessage }) {
  const { t, format } = useLanguage();
  const name = message.name || (message.author === "shop" ? t("conversationYou") : "–");
  return (
    <article>
      <p className={ui.small}>
        <strong>{name}</strong> · {format.moment(message.created_at)}
      </p>
      {message.body && <p className={styles.body}>{message.body}</p>}
      {message.files.length > 0 && (
        <ul>
          {message.files.map((file) => (
            <li key={file.id}>
              <a href={conversationFilePath(id, file.id)} download>
                {file.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
