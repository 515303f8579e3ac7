import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { tryAddress } from "../api/calls.ts";
import type { AddressOffer, ZoneFields, ZoneList } from "../api/types.ts";
import { ChoicePicker } from "../components/ChoicePicker.tsx";
import styles from "../components/details.module.css";
import { Check, Text, useForm } from "../components/fields.tsx";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { useSentence } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

/** "What would be offered to this address?" */
export function TrialForm({ list, zones }: { list: ZoneList; zones: ZoneFields[] }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const home = list.states[0]?.value.split(":")[0] ?? "IT";
  const form = useForm({
    country: home,
    state: "",
    postcode: "",
    amount: "",
    weight: "",
    free_by_coupon: false,
  });
  const [classes, setClasses] = useState<string[]>([]);
  const [offer, setOffer] = useState<AddressOffer | null>(null);
  const text = (name: string) => String(form.values[name] ?? "");
  const submit = () =>
    form.send(async () => {
      setOffer(null);
      const found = await tryAddress({
        zones,
        country: text("country"),
        state: text("country") === home ? text("state") : "",
        postcode: text("postcode"),
        amount: text("amount"),
        weight: text("weight"),
        classes,
        free_by_coupon: Boolean(form.values.free_by_coupon),
      });
      setOffer(found);
      return "";
    });
  const select = (name: string, label: string, options: { value: string; label: string }[]) => (
    <Field name={name} label={label} error={form.error(name)}>
      {(control) => (
        <select {...control} value={text(name)} onChange={(event) => form.set(name, event.target.value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <section className={ui.card} aria-labelledby="trial">
      <h2 id="trial">{t("trial")}</h2>
      <p className={ui.small}>{t("trialHint")}</p>
      <form
        ref={form.element}
        noValidate
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className={styles.roomy}>
          {select("country", t("rateCountry"), list.countries)}
          {text("country") === home &&
            list.states.length > 0 &&
            select("state", t("trialState"), [{ value: "", label: "–" }, ...list.states])}
          <Text form={form} name="postcode" label={t("setting.base_postcode")} />
          <Text form={form} name="amount" label={t("trialAmount")} inputMode="decimal" />
          <Text
            form={form}
            name="weight"
            label={t("trialWeight", { unit: list.weight_unit })}
            inputMode="decimal"
          />
        </div>
        {list.classes.length > 0 && (
          <ChoicePicker
            name="classes"
            label={t("trialClasses")}
            options={list.classes.map((one) => ({ value: one, label: one }))}
            chosen={classes}
            change={setClasses}
          />
        )}
        <Check form={form} name="free_by_coupon" label={t("trialCoupon")} />
        <div>
          <button type="submit" className={ui.button}>
            {t("tryIt")}
          </button>
        </div>
        <div role="alert">
          {form.refused && (
            <p className={ui.notice} data-kind="error">
              {sentence(form.refused)}
            </p>
          )}
        </div>
        <div role="status">{offer && <Offered offer={offer} />}</div>
      </form>
    </section>
  );
}

function Offered({ offer }: { offer: AddressOffer }) {
  const { t } = useLanguage();
  const format = useFormat();
  if (!offer.delivered_to) return <p className={ui.notice}>{t("trialNotDelivered")}</p>;
  if (!offer.zone) return <p className={ui.notice}>{t("trialNoZone")}</p>;
  return (
    <div className={ui.notice}>
      <p>{t("trialZone", { name: offer.zone })}</p>
      {offer.methods.length === 0 && <p>{t("trialNothing")}</p>}
      <ul>
        {offer.methods.map((method) => (
          <li key={method.title}>
            {method.title}: {method.cost_cents ? format.price(method.cost_cents) : t("freeOfCharge")}
          </li>
        ))}
      </ul>
    </div>
  );
}
