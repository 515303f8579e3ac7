import { core } from "../../../core/core.ts";
import { saveZones } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { ZoneForm, ZoneList } from "../../api/types.ts";
import { Loaded } from "../../components/Loaded.tsx";
import { moveEntry, useNestedForm } from "../../components/nested.ts";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { Lang } from "../../words/texts.ts";
import { TrialForm } from "./TrialForm.tsx";
import { ZoneEditor } from "./ZoneEditor.tsx";

/** Form for all shipping zones. */
export function ShippingForm() {
  return <Loaded query={apiQuery("/api/admin/shipping")}>{(data) => <Editor list={data} />}</Loaded>;
}

/** Returns the zones with amounts and weights formatted for the language. */
function zonesOf(zones: ZoneForm[], lang: Lang): ZoneForm[] {
  const decimal = (text: string) => core().formatDecimal(text, lang);
  return zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({
      ...method,
      cost: decimal(method.cost),
      min_amount: decimal(method.min_amount),
      min_weight: decimal(method.min_weight),
      max_weight: decimal(method.max_weight),
      class_costs: method.class_costs.map((one) => ({ ...one, cost: decimal(one.cost) })),
    })),
  }));
}

function Editor({ list }: { list: ZoneList }) {
  const { t, lang } = useLanguage();
  const form = useNestedForm({ zones: zonesOf(list.zones, lang) });
  const { zones } = form.value;
  const put = (changed: ZoneForm[]) => form.setValue({ zones: changed });
  const save = () =>
    form.send(async () => {
      const saved = await saveZones(zones);
      form.markSaved({ zones: zonesOf(saved.zones, lang) });
      return t("settingsSaved");
    });
  return (
    <>
      <SendForm form={form} send={save}>
        <p className={ui.small}>{t("shippingIntro")}</p>
        {zones.length === 0 && <p className={ui.empty}>{t("noZones")}</p>}
        {zones.map((zone, n) => (
          <ZoneEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone's fields are named by its index
            key={n}
            form={form}
            list={list}
            zone={zone}
            index={n}
            count={zones.length}
            change={(changed) => put(zones.map((one, other) => (other === n ? changed : one)))}
            move={(by) => put(moveEntry(zones, n, by))}
            remove={() => put(zones.filter((_, other) => other !== n))}
          />
        ))}
        <div>
          <button type="button" className={ui.button} onClick={() => put([...zones, blankZone])}>
            {t("addZone")}
          </button>
        </div>
        <SaveBar form={form} unsaved={form.unsaved} />
      </SendForm>
      <TrialForm list={list} zones={zones} />
    </>
  );
}

const blankZone: ZoneForm = { name: "", countries: [], states: [], postcodes: [], methods: [] };
