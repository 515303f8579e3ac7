import type { MethodForm, ZoneForm, ZoneList } from "../../api/types.ts";
import { ChoicePicker } from "../../components/ChoicePicker.tsx";
import styles from "../../components/details.module.css";
import { type FormState, Text } from "../../components/fields.tsx";
import { moveEntry } from "../../components/nested.ts";
import { RowButtons } from "../../components/RowButtons.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { MethodEditor } from "./MethodEditor.tsx";
import { PostcodesField } from "./PostcodesField.tsx";

interface Props {
  form: FormState;
  list: ZoneList;
  zone: ZoneForm;
  index: number;
  count: number;
  change: (zone: ZoneForm) => void;
  move: (by: number) => void;
  remove: () => void;
}

/** Editor for a shipping zone: its regions and its shipping methods. */
export function ZoneEditor({ form, list, zone, index, count, change, move, remove }: Props) {
  const { t } = useLanguage();
  const at = `zones.${index}`;
  const everywhere = zone.countries.length + zone.states.length + zone.postcodes.length === 0;
  const name = zone.name || t("newZone");
  const put = (methods: MethodForm[]) => change({ ...zone, methods });
  return (
    <section className={ui.card} aria-labelledby={`zone-${index}`}>
      <div className={styles.entryHead}>
        <h2 id={`zone-${index}`}>{name}</h2>
        {everywhere && <span className={ui.badge}>{t("restOfWorld")}</span>}
        <RowButtons name={name} list="zones" index={index} count={count} move={move} remove={remove} />
      </div>
      <div className={styles.roomy}>
        <Text form={form} name={`${at}.name`} label={t("zoneName")} />
      </div>
      <div className={styles.pickers}>
        <ChoicePicker
          name={`${at}.countries`}
          label={t("zoneCountries")}
          error={form.error(`${at}.countries`)}
          options={list.countries}
          chosen={zone.countries}
          change={(countries) => change({ ...zone, countries })}
        />
        <ChoicePicker
          name={`${at}.states`}
          label={t("zoneStates")}
          error={form.error(`${at}.states`)}
          options={list.states}
          chosen={zone.states}
          change={(states) => change({ ...zone, states })}
        />
        <PostcodesField
          name={`${at}.postcodes`}
          error={form.error(`${at}.postcodes`)}
          postcodes={zone.postcodes}
          change={(postcodes) => change({ ...zone, postcodes })}
        />
      </div>
      <h3 className={styles.label}>{t("methods")}</h3>
      {zone.methods.length === 0 && <p className={ui.small}>{t("noMethods")}</p>}
      {zone.methods.map((method, n) => (
        <MethodEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a method's fields are named by its index
          key={n}
          form={form}
          list={list}
          method={method}
          at={`${at}.methods.${n}`}
          index={n}
          count={zone.methods.length}
          change={(changed) => put(zone.methods.map((one, other) => (other === n ? changed : one)))}
          move={(by) => put(moveEntry(zone.methods, n, by))}
          remove={() => put(zone.methods.filter((_, other) => other !== n))}
        />
      ))}
      <div>
        <button type="button" className={ui.button} onClick={() => put([...zone.methods, blankMethod])}>
          {t("addMethod")}
        </button>
      </div>
    </section>
  );
}

const blankMethod: MethodForm = {
  id: 0,
  kind: "flat_rate",
  title: "",
  title_en: "",
  description: "",
  cost: "",
  taxable: true,
  requires: "",
  min_amount: "",
  min_weight: "",
  max_weight: "",
  class_costs: [],
};
