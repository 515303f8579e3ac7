import { useState } from "react";
import { type Refused, refundAgain, refundOrder } from "../api/client.ts";
import type { BookedRefund, OpenRefund, OrderDetail } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Check, Text, useForm, type Values } from "../components/fields.tsx";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import styles from "./details.module.css";

interface RefundProps {
  order: OrderDetail;
  /** Takes the order as it is afterwards. */
  replace: (order: OrderDetail) => void;
}

/** What was given back of an order, and giving back more. */
export function RefundCard({ order, replace }: RefundProps) {
  const { t, named } = useLanguage();
  const format = useFormat();
  if (order.refunds.length === 0 && !order.open_refund) return null;
  return (
    <section className={ui.card} aria-labelledby="refunds">
      <h2 id="refunds">{t("refunds")}</h2>
      {order.refunds.map((refund) => (
        <div key={refund.id}>
          <p>
            <strong>{format.price(refund.cents)}</strong>{" "}
            {refund.state
              ? named("refundState", refund.state)
              : t(refund.as_credit ? "refundedAsCredit" : "refundedInMoney")}
            {refund.state === "failed" && refund.failure && ` (${named("refundFailure", refund.failure)})`}
          </p>
          <p className={ui.small}>
            {format.moment(refund.created_at)} · {named("author", refund.author)}
            {refund.returned.length > 0 && ` · ${refund.returned.join(", ")}`}
            {refund.restocked && ` · ${t("restocked")}`}
            {refund.persons_freed > 0 &&
              ` · ${t("placesFreed", { count: format.integer(refund.persons_freed) })}`}
          </p>
          {refund.reason && <p className={ui.small}>{refund.reason}</p>}
          {refund.failed_cents > 0 && <FailedRefund order={order} refund={refund} replace={replace} />}
        </div>
      ))}
      {order.open_refund && (
        <RefundForm
          // Filled anew after each refund: less is left then.
          key={order.refunds.length}
          order={order}
          open={order.open_refund}
          replace={replace}
        />
      )}
    </section>
  );
}

/** What the provider could not give back is asked for anew, or was given by other means. */
function FailedRefund({ order, refund, replace }: RefundProps & { refund: BookedRefund }) {
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const again = async (byHand: boolean) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      replace(await refundAgain(order.id, refund.id, byHand));
    } catch (reason) {
      setError(reason as Refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={ui.buttons}>
      <button
        type="button"
        className={ui.button}
        aria-disabled={busy || undefined}
        onClick={() => void again(false)}
      >
        {t("refundRetry")}
      </button>
      <button
        type="button"
        className={ui.plain}
        aria-disabled={busy || undefined}
        onClick={() => void again(true)}
      >
        {t("refundGivenByHand")}
      </button>
      <Outcome error={error} success="" />
    </div>
  );
}

function emptyForm(open: OpenRefund): Values {
  const values: Values = {
    shipping: "",
    other: "",
    reason: "",
    restock: true,
    free_places: true,
    as_credit: false,
    by_hand: false,
  };
  for (const line of open.lines) {
    values[`lines.${line.position}.quantity`] = "";
    values[`lines.${line.position}.amount`] = "";
  }
  return values;
}

function RefundForm({ order, open, replace }: RefundProps & { open: OpenRefund }) {
  const { t } = useLanguage();
  const format = useFormat();
  const form = useForm(emptyForm(open));
  const text = (name: string) => String(form.values[name] ?? "");
  const lines = open.lines.filter((line) => line.left_cents > 0 || line.quantity_left > 0);

  const booked = lines.some((line) => line.booked);
  const byGateway = open.gateway_left_cents ?? null;
  const asks = byGateway !== null && form.values.as_credit !== true && form.values.by_hand !== true;

  const refund = () =>
    form.send(async () => {
      const answer = await refundOrder(order.id, {
        lines: lines.map(({ position }) => ({
          position,
          quantity: text(`lines.${position}.quantity`),
          amount: text(`lines.${position}.amount`),
        })),
        shipping: text("shipping"),
        other: text("other"),
        reason: text("reason"),
        restock: form.values.restock === true,
        free_places: booked && form.values.free_places === true,
        as_credit: form.values.as_credit === true,
        by_hand: form.values.by_hand === true,
      });
      replace(answer);
      return t(said(answer.refunds.at(-1)));
    });

  return (
    <details className={styles.more}>
      <summary>{t("newRefund")}</summary>
      <form
        ref={form.element}
        noValidate
        className={styles.step}
        onSubmit={(event) => {
          event.preventDefault();
          void refund();
        }}
      >
        <p className={ui.small}>
          {t("refundLeft", { amount: format.price(open.left_cents) })}
          {open.money_left_cents < open.left_cents &&
            ` ${t("refundMoneyLeft", { amount: format.price(open.money_left_cents) })}`}
          {byGateway !== null &&
            byGateway < open.money_left_cents &&
            ` ${t("refundGatewayLeft", { amount: format.price(byGateway) })}`}
        </p>
        {lines.map((line) => (
          <fieldset key={line.position} className={styles.step}>
            <legend>{line.name}</legend>
            <div className={styles.grid}>
              <Text
                form={form}
                name={`lines.${line.position}.quantity`}
                label={t("piecesBack")}
                hint={t("atMost", { value: format.integer(line.quantity_left) })}
                inputMode="numeric"
              />
              <Text
                form={form}
                name={`lines.${line.position}.amount`}
                label={t("amountEuro")}
                hint={t("emptyPieces", { value: format.price(line.left_cents) })}
                inputMode="decimal"
              />
            </div>
          </fieldset>
        ))}
        <div className={styles.grid}>
          {open.shipping_left_cents > 0 && (
            <Text
              form={form}
              name="shipping"
              label={t("refundShipping")}
              hint={t("atMost", { value: format.price(open.shipping_left_cents) })}
              inputMode="decimal"
            />
          )}
          <Text form={form} name="other" label={t("refundOther")} inputMode="decimal" />
        </div>
        <Text form={form} name="reason" label={t("reasonForCustomer")} />
        <div>
          <Check form={form} name="restock" label={t("restock")} />
          {booked && <Check form={form} name="free_places" label={t("freePlaces")} />}
          <Check form={form} name="as_credit" label={t("asCredit")} />
          {byGateway !== null && <Check form={form} name="by_hand" label={t("refundByHand")} />}
        </div>
        <p className={ui.small}>{t(asks ? "refundHintGateway" : "refundHint")}</p>
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {form.busy ? t("saving") : t(asks ? "askRefund" : "bookRefund")}
          </button>
        </div>
        <Outcome error={whole(form.refused)} success={form.success} />
      </form>
    </details>
  );
}

/** What came of a refund. */
function said(refund: BookedRefund | undefined) {
  if (refund?.state === "failed") return "refundFailed";
  if (refund?.state === "asked") return "refundAsked";
  return refund?.state ? "refundDone" : "refundBooked";
}

/** A refusal of the whole says what is wrong in its own words. */
function whole(refused: ReturnType<typeof useForm>["refused"]) {
  const about = refused?.errors.find((one) => one.field === "" || one.field === "lines");
  return refused && about ? Object.assign(Object.create(refused), { message: about.message }) : refused;
}
