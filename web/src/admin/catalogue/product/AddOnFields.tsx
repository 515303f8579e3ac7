import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Check, Choice, type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { Entries, Labels, ListError, Ticked } from "./parts.tsx";
import { type AddOnForm, NEW_ADD_ON, NEW_OPTION, type Purchase, purchaseOf } from "./purchase.ts";

const PLACE = "purchase.add_ons";
const KINDS = ["check", "choice", "text"];
const PRICES = ["none", "flat", "per_piece", "percent"];

/** Editor for the product's add-ons. */
export function AddOnFields({ form }: { form: Form }) {
  const { t } = useLanguage();
  const own = purchaseOf(form);
  const { add_ons } = own.value;
  return (
    <Card id="add-ons" title={t("addOns")}>
      <p className={ui.small}>{t("addOnsHint")}</p>
      <ListError form={own} name={PLACE} />
      <Entries form={own} name={PLACE} list={add_ons} title={(addOn) => addOn.label || t("newEntry")}>
        {(addOn, name) => <AddOn form={own} name={name} addOn={addOn} />}
      </Entries>
      <button type="button" className={ui.button} onClick={() => own.set(PLACE, [...add_ons, NEW_ADD_ON])}>
        {t("addAddOn")}
      </button>
    </Card>
  );
}

function AddOn({ form, name, addOn }: { form: Purchase; name: string; addOn: AddOnForm }) {
  const { t } = useLanguage();
  const others = form.value.add_ons.filter((other) => other.key !== "" && other.key !== addOn.key);
  const options = `${name}.options`;
  const initialOptions = (kind: unknown) =>
    kind === "choice" && addOn.options.length === 0 ? [NEW_OPTION] : addOn.options;
  return (
    <>
      <div className={styles.grid}>
        <Choice
          form={{
            ...form,
            set: (_, kind) => form.set(name, { ...addOn, kind, options: initialOptions(kind) }),
          }}
          name={`${name}.kind`}
          label={t("addOnKind")}
          group="addOnKind"
          options={KINDS}
        />
        <Labels form={form} name={name} />
        {addOn.kind !== "choice" && <Price form={form} name={name} />}
        {addOn.kind === "text" && (
          <Text form={form} name={`${name}.max_chars`} label={t("maxChars")} inputMode="numeric" />
        )}
      </div>
      {addOn.kind === "choice" && (
        <>
          <ListError form={form} name={options} />
          <Entries
            form={form}
            name={options}
            list={addOn.options}
            title={(option) => option.label || t("newEntry")}
          >
            {(_, option) => (
              <div className={styles.grid}>
                <Labels form={form} name={option} />
                <Price form={form} name={option} />
              </div>
            )}
          </Entries>
          <p>
            <button
              type="button"
              className={ui.button}
              onClick={() => form.set(options, [...addOn.options, NEW_OPTION])}
            >
              {t("addOption")}
            </button>
          </p>
        </>
      )}
      <Check form={form} name={`${name}.required`} label={t("addOnRequired")} />
      {(["needs", "excludes"] as const).map((list) => (
        <div key={list}>
          <ListError form={form} name={`${name}.${list}`} />
          {others.length > 0 && (
            <details className={styles.more}>
              <summary>{t(list === "needs" ? "addOnNeeds" : "addOnExcludes")}</summary>
              {others.map(({ key, label }) => (
                <Ticked
                  key={key}
                  label={label}
                  value={addOn[list].includes(key)}
                  onChange={(on) =>
                    form.set(
                      `${name}.${list}`,
                      on ? [...addOn[list], key] : addOn[list].filter((one) => one !== key),
                    )
                  }
                />
              ))}
            </details>
          )}
        </div>
      ))}
    </>
  );
}

function Price({ form, name }: { form: Form; name: string }) {
  const { t } = useLanguage();
  const kind = form.values[`${name}.price_kind`];
  return (
    <>
      <Choice
        form={form}
        name={`${name}.price_kind`}
        label={t("addOnPrice")}
        group="addOnPrice"
        options={PRICES}
      />
      {kind !== "none" && (
        <Text
          form={form}
          name={`${name}.price`}
          label={t(kind === "percent" ? "percentAmount" : "amountEuros")}
          inputMode="decimal"
        />
      )}
    </>
  );
}
