import { useState } from "react";
import { core } from "../../core/core.ts";
import { previewRefund, refundOrder } from "../api/calls.ts";
import type { BookedRefund, NewRefund, OpenRefund, OrderDetail, RefundPreview } from "../api/types.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import styles from "../components/details.module.css";
import { Check, type Form, Text, useForm, type Values } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { Lang } from "../words/texts.ts";

interface Props {
  order: OrderDetail;
  open: OpenRefund;
  /** Receives the updated order and a message about the result. */
  done: (order: OrderDetail, message: string) => void;
}

/** Form for a refund. The server calculates the total, which the user confirms before the refund is made. */
export function RefundForm({ order, open, done }: Props) {
  const { t, lang, format } = useLanguage();
  const form = useForm(emptyForm(open));
  const [pending, setPending] = useState<{ sent: NewRefund; preview: RefundPreview } | null>(null);
  /** Whether the form was filled with everything that is left to refund. */
  const [whole, setWhole] = useState(false);
  const lines = open.lines.filter((line) => line.left_cents > 0 || line.quantity_left > 0);
  const booked = lines.some((line) => line.booked);
  const byGateway = open.gateway_left_cents ?? null;
  const usesGateway = byGateway !== null && form.values.as_credit !== true && form.values.by_hand !== true;
  const typed: Form = {
    ...form,
    set: (name, value) => {
      setWhole(false);
      form.set(name, value);
    },
  };

  const preview = async () => {
    const sent = refundOf(form.values, order, lines, booked);
    const previews: RefundPreview[] = [];
    await form.send(async () => {
      previews.push(await previewRefund(order.id, sent));
      return "";
    });
    for (const preview of previews) setPending({ sent, preview });
  };
  const refund = async (sent: NewRefund) => {
    await form.send(async () => {
      const answer = await refundOrder(order.id, sent);
      done(answer, t(resultText(answer.refunds.at(-1))));
      return "";
    });
    setPending(null);
  };

  return (
    <details className={styles.more}>
      <summary>{t("newRefund")}</summary>
      <SendForm form={form} className={styles.step} send={preview}>
        <p className={ui.small}>
          {t("refundLeft", { amount: format.price(open.left_cents) })}
          {open.money_left_cents < open.left_cents &&
            ` ${t("refundMoneyLeft", { amount: format.price(open.money_left_cents) })}`}
          {byGateway !== null &&
            byGateway < open.money_left_cents &&
            ` ${t("refundGatewayLeft", { amount: format.price(byGateway) })}`}
        </p>
        <div className={ui.buttons}>
          <button
            type="button"
            className={ui.button}
            onClick={() => {
              form.fill((before) => ({ ...before, ...wholeForm(open, lang) }));
              setWhole(true);
            }}
          >
            {t("refundAll")}
          </button>
        </div>
        <p role="status" className={ui.small}>
          {whole &&
            t(open.everything.as_credit ? "refundAllFilledCredit" : "refundAllFilled", {
              amount: format.price(open.everything.cents),
            })}
          {whole &&
            open.everything.rest_cents > 0 &&
            ` ${t("refundAllRest", { amount: format.price(open.everything.rest_cents) })}`}
        </p>
        {lines.map((line) => (
          <fieldset key={line.position} className={styles.step}>
            <legend>{line.name}</legend>
            <div className={styles.grid}>
              <Text
                form={typed}
                name={`lines.${line.position}.quantity`}
                label={t("piecesBack")}
                hint={t("atMost", { value: format.integer(line.quantity_left) })}
                inputMode="numeric"
              />
              <Text
                form={typed}
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
              form={typed}
              name="shipping"
              label={t("refundShipping")}
              hint={t("atMost", { value: format.price(open.shipping_left_cents) })}
              inputMode="decimal"
            />
          )}
          <Text form={typed} name="other" label={t("refundOther")} inputMode="decimal" />
        </div>
        <Text form={form} name="reason" label={t("reasonForCustomer")} />
        <div>
          <Check form={form} name="restock" label={t("restock")} />
          {booked && <Check form={form} name="free_places" label={t("freePlaces")} />}
          <Check form={form} name="as_credit" label={t("asCredit")} />
          {byGateway !== null && <Check form={form} name="by_hand" label={t("refundByHand")} />}
        </div>
        <p className={ui.small}>{t(usesGateway ? "refundHintGateway" : "refundHint")}</p>
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {form.busy ? t("saving") : t(usesGateway ? "askRefund" : "bookRefund")}
          </button>
        </div>
        <Outcome error={generalError(form.apiError)} success={form.success} />
      </SendForm>
      {pending && (
        <RefundConfirmation
          {...pending}
          email={order.billing_address.email}
          busy={form.busy}
          confirm={() => void refund(pending.sent)}
          cancel={() => setPending(null)}
        />
      )}
    </details>
  );
}

interface RefundConfirmationProps {
  sent: NewRefund;
  preview: RefundPreview;
  email: string;
  busy: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** Confirmation of a refund: its amount, its method, and whether items are restocked. */
function RefundConfirmation({ sent, preview, email, busy, confirm, cancel }: RefundConfirmationProps) {
  const { t, named, format } = useLanguage();
  return (
    <ConfirmDialog
      title={t("refundSure", { amount: format.price(preview.cents) })}
      confirmLabel={t(preview.way === "gateway" ? "askRefund" : "bookRefund")}
      busy={busy}
      confirm={confirm}
      cancel={cancel}
    >
      <p>{named("refundWay", preview.way)}</p>
      {preview.returned.length > 0 ? (
        <>
          <p>{t(preview.restock ? "refundPiecesRestocked" : "refundPiecesKept")}</p>
          <ul>
            {preview.returned.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t("refundNoPieces")}</p>
      )}
      {sent.free_places && <p>{t("refundFreesPlaces")}</p>}
      <p className={ui.small}>
        {preview.left_cents > 0
          ? t("refundLeftAfter", { amount: format.price(preview.left_cents) })
          : t("refundNothingAfter")}{" "}
        {t("refundTold", { email })}
      </p>
    </ConfirmDialog>
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

/** Returns form values for everything that is left to refund, with amounts formatted for the language. */
function wholeForm({ everything }: OpenRefund, lang: Lang): Values {
  const decimal = (text: string) => core().formatDecimal(text, lang);
  const values: Values = {
    shipping: decimal(everything.shipping),
    other: decimal(everything.other),
    as_credit: everything.as_credit,
    by_hand: everything.by_hand,
  };
  for (const line of everything.lines) {
    values[`lines.${line.position}.quantity`] = line.quantity;
    values[`lines.${line.position}.amount`] = decimal(line.amount);
  }
  return values;
}

/** Builds the request. It states the number of refunds that the page knows of, so that a second click refunds nothing twice. */
function refundOf(
  values: Values,
  order: OrderDetail,
  lines: OpenRefund["lines"],
  booked: boolean,
): NewRefund {
  const text = (name: string) => String(values[name] ?? "");
  return {
    lines: lines.map(({ position }) => ({
      position,
      quantity: text(`lines.${position}.quantity`),
      amount: text(`lines.${position}.amount`),
    })),
    shipping: text("shipping"),
    other: text("other"),
    reason: text("reason"),
    restock: values.restock === true,
    free_places: booked && values.free_places === true,
    as_credit: values.as_credit === true,
    by_hand: values.by_hand === true,
    refunds_before: order.refunds.length,
  };
}

/** Returns the text key for the result of a refund. */
function resultText(refund: BookedRefund | undefined) {
  if (refund?.state === "failed") return "refundFailed";
  if (refund?.state === "requested") return "refundRequested";
  return refund?.state ? "refundDone" : "refundBooked";
}

/** Returns the error with the more specific message of its general part, if it has one. */
function generalError(error: ReturnType<typeof useForm>["apiError"]) {
  const general = error?.errors.find((one) => one.field === "" || one.field === "lines");
  return error && general ? Object.assign(Object.create(error), { message: general.message }) : error;
}
