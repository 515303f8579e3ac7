import { core } from "../../../core/core.ts";
import fieldStyles from "../../../ui/Field.module.css";
import { saveTaxes } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { TaxDetail, TaxForm } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Check, type FormState, Select, Text } from "../../components/fields.tsx";
import { Loaded } from "../../components/Loaded.tsx";
import { moveEntry, useNestedForm } from "../../components/nested.ts";
import { RowButtons } from "../../components/RowButtons.tsx";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { Lang } from "../../words/texts.ts";
import { PostcodesField } from "./PostcodesField.tsx";

type Rate = TaxForm["rates"][number];

/** Form for tax classes and rates. */
export function TaxesForm() {
  return <Loaded query={apiQuery("/api/admin/taxes")}>{(data) => <Editor detail={data} />}</Loaded>;
}

const fieldsOf = (fields: TaxForm, lang: Lang): TaxForm => ({
  ...fields,
  rates: fields.rates.map((rate) => ({ ...rate, rate: core().formatDecimal(rate.rate, lang) })),
});

function Editor({ detail }: { detail: TaxDetail }) {
  const { t, lang } = useLanguage();
  const form = useNestedForm(fieldsOf(detail.fields, lang));
  const { classes, rates } = form.value;
  const put = (changed: Partial<TaxForm>) => form.setValue({ ...form.value, ...changed });
  const save = () =>
    form.send(async () => {
      form.markSaved(fieldsOf((await saveTaxes(form.value)).fields, lang));
      return t("settingsSaved");
    });
  const classesError = form.error("classes");
  return (
    <SendForm form={form} send={save}>
      <Card id="tax-classes" title={t("taxClasses")}>
        <p className={ui.small}>{t("taxClassesHint")}</p>
        {classesError && <p className={fieldStyles.error}>{classesError}</p>}
        {classes.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a class's fields are named by its index
          <div key={n} className={styles.entryHead}>
            <Text form={form} name={`classes.${n}.name`} label={t("taxClass")} />
            <Text
              form={form}
              name={`classes.${n}.slug`}
              label={t("taxClassSlug")}
              hint={t("usedByProducts", { count: detail.products[one.slug] ?? 0 })}
            />
            <RowButtons
              name={one.name || t("taxClass")}
              list="classes"
              index={n}
              count={classes.length}
              remove={() => put({ classes: classes.filter((_, other) => other !== n) })}
            />
          </div>
        ))}
        <div>
          <button
            type="button"
            className={ui.button}
            onClick={() => put({ classes: [...classes, { slug: "", name: "" }] })}
          >
            {t("addClass")}
          </button>
        </div>
      </Card>
      <Card id="tax-rates" title={t("taxRates")}>
        <p className={ui.small}>{t("ratePriorityHint")}</p>
        {rates.map((rate, n) => (
          <RateEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a rate's fields are named by its index
            key={n}
            form={form}
            rate={rate}
            index={n}
            count={rates.length}
            detail={detail}
            classes={classes}
            move={(by) => put({ rates: moveEntry(rates, n, by) })}
            remove={() => put({ rates: rates.filter((_, other) => other !== n) })}
            setPostcodes={(postcodes) =>
              put({ rates: rates.map((one, other) => (other === n ? { ...one, postcodes } : one)) })
            }
          />
        ))}
        <div>
          <button type="button" className={ui.button} onClick={() => put({ rates: [...rates, blankRate] })}>
            {t("addRate")}
          </button>
        </div>
      </Card>
      <SaveBar form={form} unsaved={form.unsaved} />
    </SendForm>
  );
}

const blankRate: Rate = {
  country: "IT",
  state: "",
  postcodes: [],
  rate: "",
  name: "",
  class: "",
  priority: "1",
  compound: false,
  shipping: true,
};

interface RateProps {
  form: FormState;
  rate: Rate;
  index: number;
  count: number;
  detail: TaxDetail;
  classes: TaxForm["classes"];
  move: (by: number) => void;
  remove: () => void;
  setPostcodes: (postcodes: string[]) => void;
}

function RateEditor({ form, rate, index, count, detail, classes, move, remove, setPostcodes }: RateProps) {
  const { t } = useLanguage();
  const at = `rates.${index}`;
  const name = rate.name || t("newRate");
  const country = detail.countries.find((one) => one.value === rate.country)?.label ?? t("everywhere");
  const known = classes
    .filter((one) => one.slug)
    .map((one) => ({ value: one.slug, label: one.name || one.slug }));
  const className = known.find((one) => one.value === rate.class)?.label ?? rate.class;
  if (rate.class && !known.some((one) => one.value === rate.class))
    known.push({ value: rate.class, label: rate.class });
  return (
    <Folded
      name={name}
      facts={[
        country,
        rate.state,
        rate.postcodes.join(", "),
        className || t("standardClass"),
        rate.rate && `${rate.rate}%`,
      ]}
      list="rates"
      initiallyOpen={!rate.name}
      hasError={form.hasErrorIn(at)}
      {...{ index, count, move, remove }}
    >
      <div className={styles.roomy}>
        <Select
          form={form}
          name={`${at}.country`}
          label={t("rateCountry")}
          options={[{ value: "", label: t("everywhere") }, ...detail.countries]}
        />
        <Text form={form} name={`${at}.state`} label={t("rateState")} />
        <PostcodesField
          name={`${at}.postcodes`}
          error={form.error(`${at}.postcodes`)}
          postcodes={rate.postcodes}
          change={setPostcodes}
        />
        <Select
          form={form}
          name={`${at}.class`}
          label={t("taxClass")}
          options={[{ value: "", label: t("standardClass") }, ...known]}
        />
        <Text form={form} name={`${at}.rate`} label={t("ratePercent")} inputMode="decimal" />
        <Text form={form} name={`${at}.name`} label={t("rateName")} />
        <Text form={form} name={`${at}.priority`} label={t("ratePriority")} inputMode="numeric" />
      </div>
      <div className={ui.buttons}>
        <Check form={form} name={`${at}.shipping`} label={t("rateShipping")} />
        <Check form={form} name={`${at}.compound`} label={t("rateCompound")} />
      </div>
    </Folded>
  );
}
