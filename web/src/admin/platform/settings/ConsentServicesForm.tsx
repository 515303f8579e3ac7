import { Link } from "react-router";
import { saveConsentServices } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { ServiceFields } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Area, Choice, type FormState, Text } from "../../components/fields.tsx";
import { Loaded } from "../../components/Loaded.tsx";
import { moveEntry, useNestedForm } from "../../components/nested.ts";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

const CATEGORIES = ["functional", "preferences", "statistics", "marketing"];

const EMPTY: Required<ServiceFields> = {
  id: "",
  category: "marketing",
  name: "",
  purpose: "",
  name_en: "",
  purpose_en: "",
  cookies: "",
  retention: "",
  retention_en: "",
  sources: "",
};

/** Ordered list of services that set cookies or embed content. The cookie policy is generated from them. */
export function ConsentServicesForm() {
  return (
    <Loaded query={apiQuery("/api/admin/consent-services")}>
      {(data) => <Editor services={data.services} />}
    </Loaded>
  );
}

function Editor({ services: initial }: { services: ServiceFields[] }) {
  const { t, named } = useLanguage();
  const form = useNestedForm({ services: initial });
  const { services } = form.value;
  const put = (next: ServiceFields[]) => form.setValue({ services: next });
  const save = () =>
    form.send(async () => {
      form.markSaved({ services: (await saveConsentServices(services)).services });
      return t("settingsSaved");
    });
  return (
    <SendForm form={form} send={save}>
      <Card id="consent-services" title={t("consentServices")}>
        <p className={ui.small}>{t("consentServicesIntro")}</p>
        <p>
          <Link to="/consensi">{t("seeConsents")}</Link>
        </p>
        {services.map((service, at) => (
          <Folded
            // biome-ignore lint/suspicious/noArrayIndexKey: a new service has no name yet
            key={at}
            name={service.name || t("newService")}
            facts={[named("consentCategory", service.category ?? "")]}
            initiallyOpen={!service.id}
            hasError={form.hasErrorIn(`services.${at}`)}
            list="services"
            index={at}
            count={services.length}
            move={(by) => put(moveEntry(services, at, by))}
            remove={() => put(services.filter((_, other) => other !== at))}
          >
            <ServiceEditor form={form} at={at} />
          </Folded>
        ))}
        <div>
          <button type="button" className={ui.button} onClick={() => put([...services, { ...EMPTY }])}>
            {t("addService")}
          </button>
        </div>
      </Card>
      <SaveBar form={form} unsaved={form.unsaved} />
    </SendForm>
  );
}

function ServiceEditor({ form, at }: { form: FormState; at: number }) {
  const { t, named } = useLanguage();
  const field = (name: string) => ({ name: `services.${at}.${name}`, label: named("serviceField", name) });
  return (
    <>
      <div className={styles.roomy}>
        <Text form={form} {...field("name")} />
        <Text form={form} {...field("name_en")} />
        <Text form={form} {...field("id")} />
        <Choice form={form} {...field("category")} group="consentCategory" options={CATEGORIES} />
      </div>
      <div className={styles.roomy}>
        <Area form={form} rows={2} {...field("purpose")} />
        <Area form={form} rows={2} {...field("purpose_en")} />
      </div>
      <div className={styles.roomy}>
        <Area form={form} rows={3} {...field("cookies")} />
        <Area form={form} rows={3} {...field("sources")} hint={t("serviceSourcesHint")} />
      </div>
      <div className={styles.roomy}>
        <Text form={form} {...field("retention")} />
        <Text form={form} {...field("retention_en")} />
      </div>
    </>
  );
}
