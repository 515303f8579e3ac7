import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Field } from "../../ui/Field.tsx";
import { addNote, setStatus } from "../api/calls.ts";
import type { OrderDetail, OrderEvent } from "../api/types.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Badge, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

interface Work {
  order: OrderDetail;
  /** Receives the updated order. */
  replace: (order: OrderDetail) => void;
}

/** Form for the order's next status, with an optional note. */
export function StatusForm({ order, replace }: Work) {
  const { t, named, format } = useLanguage();
  const [chosen, setChosen] = useState("");
  const [confirming, setConfirming] = useState(false);
  const [note, setNote] = useState("");
  const { busy, error, success, run } = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  const confirm = async () => {
    await run(async () => {
      replace(await setStatus(order.id, { status: chosen, note }));
      // An open dialog would keep the focus.
      flushSync(() => setConfirming(false));
      setChosen("");
      setNote("");
      // The clicked button has disappeared with its form.
      heading.current?.focus();
      return t("statusChanged", { status: named("status", chosen) });
    });
    setConfirming(false);
  };
  const refund = automaticRefund(order, chosen);

  return (
    <section className={ui.card} aria-labelledby="status">
      <h2 id="status" ref={heading} tabIndex={-1}>
        {t("changeStatus")}
      </h2>
      {order.next.length === 0 && <p className={ui.small}>{t("noNextStep")}</p>}
      <div className={ui.buttons}>
        {order.next.map((status) => (
          <button
            key={status}
            type="button"
            className={ui.button}
            aria-pressed={status === chosen}
            onClick={() => setChosen(status === chosen ? "" : status)}
          >
            {named("status", status)}
          </button>
        ))}
      </div>
      {chosen && (
        <form
          className={styles.step}
          onSubmit={(event) => {
            event.preventDefault();
            if (refund) setConfirming(true);
            else void confirm();
          }}
        >
          <Field name="status-note" label={t("noteForHistory")} hint={t("customerIsTold")}>
            {(control) => (
              <input
                {...control}
                value={note}
                maxLength={2000}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <div className={ui.buttons}>
            <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={busy || undefined}>
              {t("moveTo", { status: named("status", chosen) })}
            </button>
            <button type="button" className={ui.plain} onClick={() => setChosen("")}>
              {t("cancel")}
            </button>
          </div>
        </form>
      )}
      <Outcome error={error} success={success} />
      {confirming && refund && (
        <ConfirmDialog
          title={t("statusSure", { status: named("status", chosen) })}
          confirmLabel={t("moveTo", { status: named("status", chosen) })}
          busy={busy}
          confirm={() => void confirm()}
          cancel={() => setConfirming(false)}
        >
          <p>
            {t(chosen === "refunded" ? "statusRefunds" : "statusGivesBack", {
              amount: format.price(refund.cents),
            })}
          </p>
          <p>{t(refund.gateway ? "refundWay.gateway" : "refundWay.by_hand")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Returns the refund that a status triggers; null if it triggers none. */
function automaticRefund(order: OrderDetail, status: string) {
  const open = order.open_refund;
  const byGateway = open?.gateway_left_cents ?? 0;
  if (status === "refunded" && open) return { cents: open.left_cents, gateway: byGateway > 0 };
  return status === "cancelled" && byGateway > 0 ? { cents: byGateway, gateway: true } : null;
}

/** History of the order, newest first. */
export function Timeline({ events }: { events: OrderEvent[] }) {
  const { t, named, format } = useLanguage();
  if (events.length === 0) return <p className={ui.small}>{t("noHistory")}</p>;
  return (
    <ol className={styles.timeline} reversed>
      {events.toReversed().map((event) => (
        <li key={event.id} data-kind={event.kind}>
          <p className={ui.small}>
            {format.moment(event.created_at)} · {named("author", event.author)}
          </p>
          {event.to_status ? (
            <p>
              {event.from_status && event.from_status !== event.to_status && (
                <>
                  <Badge group="status" value={event.from_status} /> →{" "}
                </>
              )}
              <Badge group="status" value={event.to_status} />
            </p>
          ) : (
            <p className={styles.label}>{named("event", event.kind)}</p>
          )}
          {event.note && <p className={styles.words}>{named("reason", event.note)}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Form to add a note for the staff, or for the customer too. */
export function NoteForm({ order, replace }: Work) {
  const { t } = useLanguage();
  const [note, setNote] = useState("");
  const [toCustomer, setToCustomer] = useState(false);
  const { busy, error, success, run } = useAction();
  const noteError = error?.errors.find((one) => one.field === "note");

  const save = () =>
    run(async () => {
      replace(await addNote(order.id, { note, to_customer: toCustomer }));
      setNote("");
      setToCustomer(false);
      return t(toCustomer ? "noteSent" : "noteAdded");
    });

  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field name="note" label={t("addNote")} error={noteError?.message}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={note}
            maxLength={2000}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <label className={ui.check}>
        <input
          type="checkbox"
          checked={toCustomer}
          onChange={(event) => setToCustomer(event.target.checked)}
        />
        {t("toCustomer")}
      </label>
      <div className={ui.buttons}>
        <button type="submit" className={ui.button} aria-disabled={busy || undefined}>
          {t("saveNote")}
        </button>
      </div>
      <Outcome error={noteError ? null : error} success={success} />
    </form>
  );
}
