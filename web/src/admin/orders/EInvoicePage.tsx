import { Link } from "react-router";
import { einvoicePath, sendEInvoice } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { EInvoiceDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import { CorrectionCard, MarkCard } from "./EInvoiceForms.tsx";

export interface EInvoiceProps {
  einvoice: EInvoiceDetail;
  replace: (einvoice: EInvoiceDetail) => void;
}

/** Page of an electronic invoice: its file, its delivery, the exchange system's response and its history. */
export function EInvoicePage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/fatture"
      all={t("allEInvoices")}
      query={apiQuery("/api/admin/einvoices/{id}", { path: { id } })}
    >
      {(data, { replace }) => <EInvoice einvoice={data} replace={replace} />}
    </DetailPage>
  );
}

function EInvoice({ einvoice, replace }: EInvoiceProps) {
  const { t, named, format } = useLanguage();
  const title = t("einvoiceNumber", {
    kind: named("einvoiceKind", einvoice.kind),
    number: einvoice.number,
  });
  const answered = einvoice.state === "sent" || einvoice.state === "undelivered";
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        <Badge group="einvoiceState" value={einvoice.state} />
        <span className={ui.small}>{format.day(einvoice.day)}</span>
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Facts einvoice={einvoice} />
          <History einvoice={einvoice} />
        </div>
        <div className={styles.stack}>
          <HandingCard einvoice={einvoice} replace={replace} />
          {answered && <MarkCard einvoice={einvoice} replace={replace} />}
          {einvoice.state === "rejected" && <CorrectionCard einvoice={einvoice} replace={replace} />}
        </div>
      </div>
    </>
  );
}

function Facts({ einvoice }: { einvoice: EInvoiceDetail }) {
  const { t, format } = useLanguage();
  return (
    <Card id="document" title={einvoice.buyer}>
      <p>{format.price(einvoice.total_cents)}</p>
      <ul className={styles.step}>
        {einvoice.orders.map((order) => (
          <li key={order}>
            <Link to={`/ordini/${order}`}>{t("orderNumber", { number: order })}</Link>
          </li>
        ))}
        {einvoice.credits.map((number) => (
          <li key={number}>{t("einvoiceCredits", { number })}</li>
        ))}
        <li>
          <a href={einvoicePath(einvoice.id)} download>
            {t("einvoiceFile")}
          </a>{" "}
          <span className={ui.small}>{einvoice.file}</span>
        </li>
      </ul>
    </Card>
  );
}

/** Delivery status of the invoice, with the button for the next step. */
function HandingCard({ einvoice, replace }: EInvoiceProps) {
  const { t, named } = useLanguage();
  const { busy, error, success, run } = useAction();
  const byHand = einvoice.carrier === "download";
  const ready = einvoice.state === "ready";
  const send = () => {
    if (busy) return;
    void run(async () => {
      replace(await sendEInvoice(einvoice.id));
      return t("einvoiceSent");
    });
  };
  return (
    <Card id="handing" title={t("einvoiceHanding")}>
      <p>{named("einvoiceCarrier", einvoice.carrier)}</p>
      {ready && <p className={ui.small}>{t(byHand ? "einvoiceSendHint" : "einvoiceQueued")}</p>}
      {einvoice.state === "sent" && <p className={ui.small}>{t("einvoiceWaiting")}</p>}
      {einvoice.attempts > 0 && (
        <p className={ui.small}>{t("einvoiceTried", { count: einvoice.attempts })}</p>
      )}
      {(einvoice.code || einvoice.answer) && (
        <p>
          {einvoice.code} {einvoice.answer}
        </p>
      )}
      {ready && !einvoice.can_send && <p className={ui.small}>{t("einvoiceMissing")}</p>}
      {ready && einvoice.can_send && (
        <div className={ui.buttons}>
          <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={send}>
            {t(byHand ? "einvoiceMarkSent" : "einvoiceSend")}
          </button>
        </div>
      )}
      <Outcome error={error} success={success} />
    </Card>
  );
}

function History({ einvoice }: { einvoice: EInvoiceDetail }) {
  const { t, named, format } = useLanguage();
  return (
    <Card id="history" title={t("history")}>
      <Rows
        within
        rows={einvoice.history.map((event, at) => ({ ...event, at }))}
        id={(event) => event.at}
        columns={[
          { label: t("date"), cell: (event) => format.moment(event.created_at) },
          {
            label: t("status"),
            cell: (event) => (
              <span>
                {named("einvoiceState", event.state)}
                {(event.code || event.answer) && (
                  <>
                    <br />
                    <span className={ui.small}>
                      {event.code} {event.answer}
                    </span>
                  </>
                )}
              </span>
            ),
          },
          { label: t("author"), cell: (event) => named("author", event.author) },
        ]}
      />
    </Card>
  );
}
