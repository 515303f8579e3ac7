import { useState } from "react";
import { addField, deleteField, orderFields, saveField } from "../api/calls.ts";
import type { ApiError } from "../api/client.ts";
import type { Updates } from "../api/queries.ts";
import type { FieldRow, RoleList } from "../api/types.ts";
import rows from "../catalogue/catalogue.module.css";
import { Card } from "../components/Card.tsx";
import { moveEntry } from "../components/nested.ts";
import { RowButtons } from "../components/RowButtons.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { RegistrationFieldForm } from "./RegistrationFieldForm.tsx";

interface Props extends Updates<RoleList> {
  list: RoleList;
}

/** Fields of the registration form in page order, to be moved by buttons and edited in place. */
export function RegistrationFieldsCard({ list, replace, reload }: Props) {
  const { t, named } = useLanguage();
  const [open, setOpen] = useState<number | "new" | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const roleName = (id: number | null | undefined) =>
    list.roles.find((role) => role.id === id)?.fields.name ?? t("allRoles");
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setError(null);
    } catch (reason) {
      setError(reason as ApiError);
    }
  };
  const move = (from: number, by: number) => {
    const fields = moveEntry(list.fields, from, by);
    replace({ ...list, fields });
    void act(async () => replace(await orderFields(fields.map((field) => field.id))));
  };
  const remove = (field: FieldRow) => {
    if (!window.confirm(t("deleteFieldSure", { name: field.field.label }))) return;
    void act(async () => {
      await deleteField(field.id);
      reload();
    });
  };
  const facts = (field: FieldRow) =>
    [
      named("fieldKind", field.field.kind),
      roleName(field.role_id),
      field.field.required && t("fieldRequired"),
      field.name,
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <Card id="fields" title={t("registrationFields")}>
      <p className={ui.small}>{t("registrationFieldsIntro")}</p>
      <Outcome error={error} />
      {list.fields.length === 0 && <p className={ui.empty}>{t("noFields")}</p>}
      <ul className={rows.rows}>
        {list.fields.map((field, n) => (
          <li key={field.id}>
            {open === field.id ? (
              <RegistrationFieldForm
                list={list}
                field={field}
                close={() => setOpen(null)}
                save={async (_, role_id, fields) => {
                  replace(await saveField(field.id, { role_id, field: fields }));
                  setOpen(null);
                }}
              />
            ) : (
              <>
                <span className={rows.name}>
                  {field.field.label}
                  <span className={ui.small}>{facts(field)}</span>
                </span>
                <button
                  type="button"
                  className={ui.button}
                  aria-label={t("changeNamed", { name: field.field.label })}
                  onClick={() => setOpen(field.id)}
                >
                  {t("change")}
                </button>
                <RowButtons
                  name={field.field.label}
                  list="registration-fields"
                  index={n}
                  count={list.fields.length}
                  move={(by) => move(n, by)}
                  remove={() => remove(field)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {open === "new" ? (
        <RegistrationFieldForm
          list={list}
          field={null}
          close={() => setOpen(null)}
          save={async (name, role_id, field) => {
            await addField({ name, role_id, field });
            setOpen(null);
            reload();
          }}
        />
      ) : (
        <div>
          <button type="button" className={ui.button} onClick={() => setOpen("new")}>
            {t("newField")}
          </button>
        </div>
      )}
    </Card>
  );
}
