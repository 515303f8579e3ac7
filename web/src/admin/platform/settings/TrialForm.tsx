import { useState } from "react";
import { Notice } from "../../../ui/Notice.tsx";
import { tryAddress } from "../../api/calls.ts";
import type { AddressOffer, ZoneForm, ZoneList } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import { ChoicePicker } from "../../components/ChoicePicker.tsx";
import styles from "../../components/details.module.css";
import { Check, Select, Text, useForm } from "../../components/fields.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useSentence } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";

/** Form that lists the shipping methods offered to an address. */
export function TrialForm({ list, zones }: { list: ZoneList; zones: ZoneForm[] }) {
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
  return (
    <Card id="trial" title={t("trial")}>
      <p className={ui.small}>{t("deliveryTrialHint")}</p>
      <SendForm form={form} send={submit}>
        <div className={styles.roomy}>
          <Select form={form} name="country" label={t("rateCountry")} options={list.countries} />
          {text("country") === home && list.states.length > 0 && (
            <Select
              form={form}
              name="state"
              label={t("trialState")}
              options={[{ value: "", label: "–" }, ...list.states]}
            />
          )}
          <Text form={form} name="postcode" label={t("trialPostcode")} />
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
          {form.apiError && (
            <Notice kind="error">
              <p>{sentence(form.apiError)}</p>
            </Notice>
          )}
        </div>
        <div role="status">{offer && <Offered offer={offer} />}</div>
      </SendForm>
    </Card>
  );
}

function Offered({ offer }: { offer: AddressOffer }) {
  const { t, format } = useLanguage();
  if (!offer.delivered_to)
    return (
      <Notice kind="info">
        <p>{t("trialNotDelivered")}</p>
      </Notice>
    );
  if (!offer.zone)
    return (
      <Notice kind="info">
        <p>{t("trialNoZone")}</p>
      </Notice>
    );
  return (
    <Notice kind="success">
      <div>
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
    </Notice>
  );
}
