import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { saveTradePrices } from "../../api/calls.ts";
import type { TradePriceList, TradePriceRow } from "../../api/types.ts";
import details from "../../components/details.module.css";
import { ErrorSummary } from "../../components/ErrorSummary.tsx";
import { type FormState, useForm } from "../../components/fields.tsx";
import { Rows } from "../../components/list.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import styles from "./PriceRows.module.css";

interface PriceRowsProps {
  owner: string;
  list: TradePriceList;
  done: () => void;
}

/** Editable page of prices; the changed ones are saved together. */
export function PriceRows({ owner, list, done }: PriceRowsProps) {
  const { t, format } = useLanguage();
  const before = Object.fromEntries(
    list.rows.flatMap(({ item_id, price, tiers }) => [
      [`${item_id}.price`, price],
      [`${item_id}.tiers`, tiers],
    ]),
  );
  const form = useForm(before);
  // Prices that changed on the server are shown in its format; the success message stays.
  const [loaded, setLoaded] = useState(before);
  if (JSON.stringify(loaded) !== JSON.stringify(before)) {
    setLoaded(before);
    form.fill(before);
  }
  const typed = ({ item_id }: TradePriceRow) => ({
    item_id,
    price: String(form.values[`${item_id}.price`]),
    tiers: String(form.values[`${item_id}.tiers`]),
  });
  const changes = list.rows
    .filter((row) => typed(row).price !== row.price || typed(row).tiers !== row.tiers)
    .map(typed);
  const save = () =>
    form.send(async () => {
      await saveTradePrices(owner, changes);
      done();
      return t("pricesSaved", { count: changes.length });
    });
  return (
    <SendForm form={form} className={details.stack} label={t("tradePrices")} send={save}>
      <p className={ui.small}>
        {t(list.with_tax ? "pricesWithTax" : "pricesWithoutTax")} {t("tiersHint")}
      </p>
      <Rows
        rows={list.rows}
        id={(row) => row.item_id}
        columns={[
          {
            label: t("priceProduct"),
            cell: (row) => (
              <>
                {row.name} <span className={ui.small}>{row.sku}</span>
              </>
            ),
          },
          {
            label: t("shopPrice"),
            number: true,
            cell: ({ shop_cents }) => (shop_cents == null ? "–" : format.price(shop_cents)),
          },
          { label: t("ownPrice"), cell: (row) => <Cell form={form} row={row} part="price" /> },
          { label: t("priceTiers"), cell: (row) => <Cell form={form} row={row} part="tiers" /> },
        ]}
      />
      <ErrorSummary form={form} />
      <div className={ui.buttons}>
        <button
          type="submit"
          className={`${ui.button} ${ui.primary}`}
          aria-disabled={form.busy || changes.length === 0 || undefined}
        >
          {form.busy ? t("saving") : t("save")}
        </button>
        <span role="status">{form.success}</span>
      </div>
    </SendForm>
  );
}

function Cell({ form, row, part }: { form: FormState; row: TradePriceRow; part: "price" | "tiers" }) {
  const { t } = useLanguage();
  const name = `${row.item_id}.${part}`;
  const label = `${row.name}: ${t(part === "price" ? "ownPrice" : "priceTiers")}`;
  return (
    <div className={styles.cell} data-part={part}>
      <Field name={name} label={label} error={form.error(name)}>
        {(control) => (
          <input
            {...control}
            inputMode={part === "price" ? "decimal" : "text"}
            autoComplete="off"
            value={String(form.values[name] ?? "")}
            onChange={(event) => form.set(name, event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
