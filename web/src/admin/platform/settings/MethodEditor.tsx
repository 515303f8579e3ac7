import type { MethodForm, ZoneList } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Check, Choice, type Form, type FormState, Text } from "../../components/fields.tsx";
import { RowButtons } from "../../components/RowButtons.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

interface Props {
  form: FormState;
  list: ZoneList;
  method: MethodForm;
  /** Prefix of the field names. */
  at: string;
  index: number;
  count: number;
  change: (method: MethodForm) => void;
  move: (by: number) => void;
  remove: () => void;
}

/** Editor for a shipping method. */
export function MethodEditor({ form, list, method, at, index, count, change, move, remove }: Props) {
  const { t, named } = useLanguage();
  const name = method.title || t("newMethod");
  const free = method.kind === "free_shipping";
  const unit = { unit: list.weight_unit };
  const limits = method.min_weight || method.max_weight || method.class_costs.length > 0;
  return (
    <Folded
      name={name}
      facts={[named("method", method.kind), method.cost && `${method.cost} €`]}
      list={at.replace(/\.\d+$/, "")}
      initiallyOpen={!method.title}
      hasError={form.hasErrorIn(at)}
      {...{ index, count, move, remove }}
    >
      <div className={styles.roomy}>
        <Choice form={form} name={`${at}.kind`} label={t("methodKind")} group="method" options={KINDS} />
        <Text form={form} name={`${at}.title`} label={t("methodTitle")} />
        <Text form={form} name={`${at}.title_en`} label={t("methodTitleEn")} />
        {!free && (
          <Text
            form={form}
            name={`${at}.cost`}
            label={t(list.costs_include_tax ? "methodCostWithTax" : "methodCost")}
            inputMode="decimal"
          />
        )}
        {free && (
          <Choice
            form={form}
            name={`${at}.requires`}
            label={t("methodRequires")}
            group="requires"
            options={REQUIRES}
          />
        )}
        {free && ASKS_AMOUNT.includes(method.requires) && (
          <Text form={form} name={`${at}.min_amount`} label={t("methodMinAmount")} inputMode="decimal" />
        )}
      </div>
      <Text form={form} name={`${at}.description`} label={t("methodDescription")} />
      {!free && <Check form={form} name={`${at}.taxable`} label={t("methodTaxable")} />}
      <details className={styles.more} open={limits ? true : undefined}>
        <summary>{t("moreConditions")}</summary>
        <div className={styles.stack}>
          <div className={styles.roomy}>
            <Text form={form} name={`${at}.min_weight`} label={t("minWeight", unit)} inputMode="decimal" />
            <Text form={form} name={`${at}.max_weight`} label={t("maxWeight", unit)} inputMode="decimal" />
          </div>
          {!free && <ClassCosts form={form} at={at} known={list.classes} method={method} change={change} />}
        </div>
      </details>
    </Folded>
  );
}

const KINDS = ["flat_rate", "free_shipping", "local_pickup"];
const REQUIRES = ["", "min_amount", "coupon", "either", "both"];
const ASKS_AMOUNT = ["min_amount", "either", "both"];

interface ClassCostsProps {
  form: Form;
  at: string;
  known: string[];
  method: MethodForm;
  change: (method: MethodForm) => void;
}

/** Surcharges by shipping class. */
function ClassCosts({ form, at, known, method, change }: ClassCostsProps) {
  const { t } = useLanguage();
  const put = (class_costs: MethodForm["class_costs"]) => change({ ...method, class_costs });
  return (
    <div className={styles.step}>
      <p className={styles.label}>{t("classCosts")}</p>
      <datalist id={`${at}-classes`}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {method.class_costs.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a class's fields are named by its index
        <div key={n} className={styles.roomy}>
          <Text
            form={form}
            name={`${at}.class_costs.${n}.class`}
            label={t("shippingClass")}
            list={`${at}-classes`}
          />
          <Text form={form} name={`${at}.class_costs.${n}.cost`} label={t("classCost")} inputMode="decimal" />
          <RowButtons
            name={one.class || t("shippingClass")}
            list={`${at}.class_costs`}
            index={n}
            count={method.class_costs.length}
            remove={() => put(method.class_costs.filter((_, other) => other !== n))}
          />
        </div>
      ))}
      <div>
        <button
          type="button"
          className={ui.button}
          onClick={() => put([...method.class_costs, { class: "", cost: "" }])}
        >
          {t("addClass")}
        </button>
      </div>
    </div>
  );
}
