import { saveSettings } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import type { SettingField, SettingSection } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { Loaded } from "../../components/Loaded.tsx";
import { useNestedForm } from "../../components/nested.ts";
import { SaveBar } from "../../components/SaveBar.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { SettingControl } from "./SettingControl.tsx";

/** Form for the settings of a section. */
export function SectionForm({ name }: { name: string }) {
  return (
    <Loaded query={apiQuery("/api/admin/settings/{section}", { path: { section: name } })}>
      {(data) => <Editor section={data} />}
    </Loaded>
  );
}

type Value = SettingField["value"];

// A dot in a setting's name addresses a nested value; form names use dots for paths, so it is replaced.
const keyOf = (name: string) => name.replace(".", "/");

const valuesOf = (fields: SettingField[]) =>
  Object.fromEntries(fields.map((field) => [keyOf(field.name), field.value])) as Record<string, Value>;

function Editor({ section }: { section: SettingSection }) {
  const { t, named } = useLanguage();
  const form = useNestedForm(valuesOf(section.fields));
  const save = () =>
    form.send(async () => {
      const values = Object.fromEntries(section.fields.map(({ name }) => [name, form.value[keyOf(name)]]));
      const saved = await saveSettings(section.section, values as Record<string, Value>);
      form.markSaved(valuesOf(saved.fields));
      return t("settingsSaved");
    });
  const parts = partsOf(section.fields);
  return (
    <SendForm form={form} send={save}>
      {parts.map((part, n) => {
        const id = `part-${section.section}-${n}`;
        return (
          <section key={id} className={ui.card} aria-labelledby={id}>
            <h2 id={id}>{part.title || named("section", section.section)}</h2>
            <div className={styles.roomy}>
              {part.fields.map((field) => (
                <SettingControl
                  key={field.name}
                  field={field}
                  value={form.value[keyOf(field.name)] ?? ""}
                  error={form.error}
                  change={(value) => form.setValue({ ...form.value, [keyOf(field.name)]: value })}
                />
              ))}
            </div>
          </section>
        );
      })}
      <SaveBar form={form} unsaved={form.unsaved} />
    </SendForm>
  );
}

/** Splits the fields into groups; a field with a heading starts a new one. */
function partsOf(fields: SettingField[]): { title: string; fields: SettingField[] }[] {
  const parts: { title: string; fields: SettingField[] }[] = [];
  for (const field of fields) {
    if (field.part || parts.length === 0) parts.push({ title: field.part, fields: [] });
    parts.at(-1)?.fields.push(field);
  }
  return parts;
}
