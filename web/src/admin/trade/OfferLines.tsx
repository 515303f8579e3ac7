import { useEffect, useState } from "react";
import { core } from "../../core/core.ts";
import fieldStyles from "../../ui/Field.module.css";
import { previewOffer } from "../api/calls.ts";
import type { NamedEntry, OfferForm, OfferLineForm, OfferPreview } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { ProductPicker } from "../components/EntryPicker.tsx";
import { Text } from "../components/fields.tsx";
import { moveEntry, type NestedForm } from "../components/nested.ts";
import { RowButtons } from "../components/RowButtons.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { blankLine } from "./offerForm.ts";

/** Delay between the last change and the request for the totals. */
const DEBOUNCE_MS = 300;

interface LinesProps {
  form: NestedForm<OfferForm>;
  /** Names of the products that the loaded offer contains. */
  products: NamedEntry[];
  draft: boolean;
}

/** Lines of an offer with the catalogue prices for comparison, and their totals. */
export function OfferLines({ form, products, draft }: LinesProps) {
  const { t } = useLanguage();
  const [named, setNamed] = useState(products);
  const sums = useSums(form.value);
  const { lines } = form.value;
  const put = (changed: OfferLineForm[]) => form.setValue({ ...form.value, lines: changed });
  const add = (entries: NamedEntry[]) => {
    const entry = entries.at(-1);
    if (!entry) return;
    setNamed([...named, entry]);
    put([...lines, { ...blankLine, product_id: entry.id }]);
  };
  const nameOf = (line: OfferLineForm, at: number) =>
    sums?.lines.find((one) => one.line === at)?.name ||
    named.find((one) => one.id === line.product_id)?.name ||
    t("productDeleted", { id: line.product_id ?? 0 });
  return (
    <>
      <Card id="offer-lines" title={t("offerLines")}>
        {sums && (
          <p className={ui.small}>{t(sums.prices_with_tax ? "offerPricesGross" : "offerPricesNet")}</p>
        )}
        {lines.map((line, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's fields are named by its index
            key={at}
            form={form}
            line={line}
            name={line.product_id ? nameOf(line, at) : t("offerWords")}
            sum={sums?.lines.find((one) => one.line === at)}
            index={at}
            count={lines.length}
            move={(by) => put(moveEntry(lines, at, by))}
            remove={() => put(lines.filter((_, other) => other !== at))}
          />
        ))}
        {draft && (
          <>
            <ProductPicker
              name="lines"
              label={t("addGoods")}
              error={form.error("lines")}
              chosen={[]}
              change={add}
            />
            <div>
              <button type="button" className={ui.button} onClick={() => put([...lines, blankLine])}>
                {t("addWords")}
              </button>
            </div>
          </>
        )}
      </Card>
      {sums && <Sums sums={sums} />}
    </>
  );
}

interface LineProps {
  form: NestedForm<OfferForm>;
  line: OfferLineForm;
  name: string;
  sum: OfferPreview["lines"][number] | undefined;
  index: number;
  count: number;
  move: (by: number) => void;
  remove: () => void;
}

function Line({ form, line, name, sum, index, count, move, remove }: LineProps) {
  const { t, format, lang } = useLanguage();
  const at = `lines.${index}`;
  const productError = form.error(`${at}.product_id`);
  const beside = sum && [
    typeof sum.list_price_cents === "number" && t("listPrice", { price: format.price(sum.list_price_cents) }),
    sum.reduction_percent && t("reduction", { percent: core().formatDecimal(sum.reduction_percent, lang) }),
    t("lineNet", { amount: format.price(sum.net_cents) }),
  ];
  return (
    <div className={styles.entry}>
      <div className={styles.entryHead}>
        <span>{name}</span>
        <RowButtons name={name} list="offer" index={index} count={count} move={move} remove={remove} />
      </div>
      {productError && (
        <p className={fieldStyles.error} role="alert">
          {productError}
        </p>
      )}
      {line.product_id ? (
        <div className={styles.grid}>
          <Text form={form} name={`${at}.quantity`} label={t("offerPieces")} inputMode="numeric" />
          <Text form={form} name={`${at}.price`} label={t("offerPrice")} inputMode="decimal" />
        </div>
      ) : (
        <Text form={form} name={`${at}.text`} label={t("offerWords")} />
      )}
      {beside && <p className={ui.small}>{beside.filter(Boolean).join(" · ")}</p>}
    </div>
  );
}

function Sums({ sums }: { sums: OfferPreview }) {
  const { t, format } = useLanguage();
  const rows: [string, number][] = [
    [t("offerNet"), sums.net_cents],
    [t("offerTax"), sums.tax_cents],
    [t("offerTotal"), sums.total_cents],
  ];
  return (
    <Card id="offer-sums" title={t("offerSums")}>
      <dl className={styles.facts}>
        {rows.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.price(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className={ui.small}>{t("offerSumsHint")}</p>
    </Card>
  );
}

/** Fetches the totals of the current lines; the previous totals stay until the response. */
function useSums(fields: OfferForm): OfferPreview | null {
  const [sums, setSums] = useState<OfferPreview | null>(null);
  const key = JSON.stringify([fields.company_id, fields.lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only lines and company change the sums
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      previewOffer(fields).then(
        (answer) => current && setSums(answer),
        // Errors are shown when the offer is saved.
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  return sums;
}
