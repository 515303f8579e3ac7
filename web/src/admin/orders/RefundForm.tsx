import { useState } from "react";
import { core } from "../../core/core.ts";
import { previewRefund, refundOrder } from "../api/calls.ts";
import type { BookedRefund, NewRefund, OpenRefund, OrderDetail, RefundPreview } from "../api/types.ts";
import { Ask } from "../components/Ask.tsx";
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
  /** Takes the order as it is afterwards, and words of what came of it. */
  done: (order: OrderDetail, words: string) => void;
}

/** Giving something back of an order. What it comes to is told by the server and asked before it is done. */
export function RefundForm({ order, open, done }: Props) {
  const { t, lang, format } = useLanguage();
  const form = useForm(emptyForm(open));
  const [asked, setAsked] = useState<{ sent: NewRefund; preview: RefundPreview } | null>(null);
  /** The form was filled with all that is left. */
  const [whole, setWhole] = useState(false);
  const lines = open.lines.filter((line) => line.left_cents > 0 || line.quantity_left > 0);
  const booked = lines.some((line) => line.booked);
  const byGateway = open.gateway_left_cents ?? null;
  const asks = byGateway !== null && form.values.as_credit !== true && form.values.by_hand !== true;
  const typed: Form = {
    ...form,
    set: (name, value) => {
      setWhole(false);
      form.set(name, value);
    },
  };

  const ask = async () => {
    const sent = refundOf(form.values, order, lines, booked);
    const told: RefundPreview[] = [];
    await form.send(async () => {
      told.push(await previewRefund(order.id, sent));
      return "";
    });
    for (const preview of told) setAsked({ sent, preview });
  };
  const refund = async (sent: NewRefund) => {
    await form.send(async () => {
      const answer = await refundOrder(order.id, sent);
      done(answer, t(said(answer.refunds.at(-1))));
      return "";
    });
    setAsked(null);
  };

  return (
    <details className={styles.more}>
      <summary>{t("newRefund")}</summary>
      <SendForm form={form} className={styles.step} send={ask}>
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
        <Outcome error={wholeRefused(form.refused)} success={form.success} />
      </SendForm>
      {asked && (
        <Question
          {...asked}
          email={order.billing_address.email}
          busy={form.busy}
          confirm={() => void refund(asked.sent)}
          cancel={() => setAsked(null)}
        />
      )}
    </details>
  );
}

interface QuestionProps {
  sent: NewRefund;
  preview: RefundPreview;
  email: string;
  busy: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** The question before money moves: how much, which way, and what becomes of the pieces. */
function Question({ sent, preview, email, busy, confirm, cancel }: QuestionProps) {
  const { t, named, format } = useLanguage();
  return (
    <Ask
      title={t("refundSure", { amount: format.price(preview.cents) })}
      act={t(preview.way === "gateway" ? "askRefund" : "bookRefund")}
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
    </Ask>
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

/** The fields of all that is left, amounts as the language writes them. */
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

/** What is sent. It names the refunds that this page knows of, so that a second click gives nothing twice. */
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

/** What came of a refund. */
function said(refund: BookedRefund | undefined) {
  if (refund?.state === "failed") return "refundFailed";
  if (refund?.state === "asked") return "refundAsked";
  return refund?.state ? "refundDone" : "refundBooked";
}

/** A refusal of the whole says what is wrong in its own words. */
function wholeRefused(refused: ReturnType<typeof useForm>["refused"]) {
  const about = refused?.errors.find((one) => one.field === "" || one.field === "lines");
  return refused && about ? Object.assign(Object.create(refused), { message: about.message }) : refused;
}
