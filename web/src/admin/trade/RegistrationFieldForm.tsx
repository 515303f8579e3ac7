import type { FieldRow, RegistrationField, RoleList } from "../api/types.ts";
import { Area, Check, Choice, Select, Text, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

interface Props {
  list: RoleList;
  /** The field; null for a new one. */
  field: FieldRow | null;
  save: (name: string, role: number | null, field: RegistrationField) => Promise<void>;
  close: () => void;
}

/** Editor for a registration field. Its name cannot be changed later: customers' answers are stored under it. */
export function RegistrationFieldForm({ list, field, save, close }: Props) {
  const { t } = useLanguage();
  const form = useForm({
    name: field?.name ?? "",
    role: typeof field?.role_id === "number" ? String(field.role_id) : "",
    label: field?.field.label ?? "",
    label_en: field?.field.label_en ?? "",
    kind: field?.field.kind ?? "text",
    required: field?.field.required ?? false,
    options: (field?.field.options ?? []).join("\n"),
    options_en: (field?.field.options_en ?? []).join("\n"),
  });
  const send = () =>
    form.send(async () => {
      const { name, role, label, label_en, kind, required, options, options_en } = form.values;
      const lines = (text: unknown) => String(text).trimEnd().split("\n");
      await save(String(name).trim(), role === "" ? null : Number(role), {
        label: String(label),
        label_en: String(label_en),
        kind: String(kind),
        required: Boolean(required),
        options: lines(options),
        options_en: lines(options_en),
      });
      return "";
    });
  const label = field ? t("changeNamed", { name: field.field.label }) : t("newField");
  return (
    <SendForm form={form} label={label} send={send}>
      <Text form={form} name="label" label={t("fieldLabel")} />
      <Text form={form} name="label_en" label={t("fieldLabelEn")} />
      {!field && <Text form={form} name="name" label={t("fieldName")} hint={t("fieldNameHint")} />}
      <Choice form={form} name="kind" label={t("fieldKindLabel")} group="fieldKind" options={list.kinds} />
      <Select
        form={form}
        name="role"
        label={t("customerRole")}
        options={[
          { value: "", label: t("allRoles") },
          ...list.roles.map((role) => ({ value: String(role.id), label: role.fields.name })),
        ]}
      />
      {form.values.kind === "select" && (
        <>
          <Area form={form} name="options" label={t("fieldOptions")} rows={5} hint={t("fieldOptionsHint")} />
          <Area
            form={form}
            name="options_en"
            label={t("fieldOptionsEn")}
            rows={5}
            hint={t("fieldOptionsEnHint")}
          />
        </>
      )}
      <Check form={form} name="required" label={t("fieldRequired")} />
      <div className={ui.buttons}>
        <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
          {t("save")}
        </button>
        <button type="button" className={ui.plain} onClick={close}>
          {t("cancel")}
        </button>
      </div>
      <Outcome error={form.apiError} />
    </SendForm>
  );
}
