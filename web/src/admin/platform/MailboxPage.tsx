import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import fieldStyles from "../../ui/Field.module.css";
import { resendMail } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { MailDetail, MailList, MailRow } from "../api/types.ts";
import { Loaded } from "../components/Loaded.tsx";
import { MailWarning } from "../components/MailWarning.tsx";
import ui from "../components/ui.module.css";
import { Failure, Heading, Outcome, Pagination } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";
import styles from "./MailboxPage.module.css";

/** Sent and queued mails: the list with the open mail beside it. */
export function MailboxPage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const page = query.get("page");
  const { data, error, refetch } = useList(
    apiQuery("/api/admin/mail", { query: page ? new URLSearchParams({ page }) : {} }),
  );
  return (
    <>
      <Heading title={t("mailbox")}>{t("mailbox")}</Heading>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && !data.mail_server && <MailWarning />}
      {data && (
        <div className={styles.columns} data-reading={id !== null || undefined}>
          <div className={styles.list}>
            <Messages list={data} current={id} />
            <Pagination base="/mailbox" page={data.page} pages={data.pages} />
          </div>
          <div className={styles.pane}>
            {id === null ? (
              <p className={ui.empty}>{t("chooseMail")}</p>
            ) : (
              <Message key={id} id={id} changed={refetch} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Messages({ list, current }: { list: MailList; current: number | null }) {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  if (list.messages.length === 0) return <p className={ui.empty}>{t("noMail")}</p>;
  return (
    <ul>
      {list.messages.map((message) => (
        <li key={message.id}>
          <Link
            to={`/mailbox/${message.id}${queryWith(query, {})}`}
            aria-current={message.id === current ? "page" : undefined}
            className={styles.row}
          >
            <strong>{message.subject}</strong>
            <span>{message.recipient}</span>
            <span className={ui.small}>
              {format.moment(message.created_at)} · <Sending message={message} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sending({ message }: { message: MailRow }) {
  const { t, format } = useLanguage();
  if (typeof message.sent_at === "number") return t("sentOn", { date: format.moment(message.sent_at) });
  if (message.last_error) return t("failedTries", { count: message.attempts });
  return t("waiting");
}

function Message({ id, changed }: { id: number; changed: () => void }) {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  return (
    <>
      <p className={styles.back}>
        <Link to={`/mailbox${queryWith(query, {})}`}>← {t("allMail")}</Link>
      </p>
      <Loaded query={apiQuery("/api/admin/mail/{id}", { path: { id } })}>
        {(message) => <Reading message={message} changed={changed} />}
      </Loaded>
    </>
  );
}

function Reading({ message, changed }: { message: MailDetail; changed: () => void }) {
  const { t } = useLanguage();
  const [plain, setPlain] = useState(false);
  const { busy, error, success, run } = useAction();

  const resend = () =>
    run(async () => {
      await resendMail(message.id);
      changed();
      return t("resent");
    });

  return (
    <article className={ui.card} aria-labelledby="subject">
      <h2 id="subject">{message.subject}</h2>
      <dl className={styles.facts}>
        <dt>{t("recipient")}</dt>
        <dd>{message.recipient}</dd>
        <dt>{t("status")}</dt>
        <dd>
          <Sending message={message} />
          {message.last_error && <div className={fieldStyles.error}>{message.last_error}</div>}
        </dd>
        {typeof message.order_id === "number" && (
          <>
            <dt>{t("order")}</dt>
            <dd>
              <Link to={`/ordini/${message.order_id}`}>{t("orderNumber", { number: message.order_id })}</Link>
            </dd>
          </>
        )}
      </dl>
      <div className={ui.buttons}>
        <button type="button" className={ui.button} aria-pressed={!plain} onClick={() => setPlain(false)}>
          {t("htmlForm")}
        </button>
        <button type="button" className={ui.button} aria-pressed={plain} onClick={() => setPlain(true)}>
          {t("textForm")}
        </button>
        <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={resend}>
          {t("resend")}
        </button>
      </div>
      <Outcome error={error} success={success} />
      {plain ? (
        <pre className={styles.text}>{message.body_text}</pre>
      ) : (
        <iframe className={styles.html} title={message.subject} src={message.html_path} sandbox="" />
      )}
    </article>
  );
}
