import { useState } from "react";
import { useNavigate } from "react-router";
import { addRole, deleteRole, saveRole } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { allOf } from "../api/queries.ts";
import type { NamedEntry, RoleList } from "../api/types.ts";
import styles from "../components/details.module.css";
import { useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";
import { RoleFieldset } from "./RoleFieldset.tsx";
import { blankRole, fieldsOf, listsOf, valuesOf } from "./roleForm.ts";

/** Page of a role with all its terms, or of a new one. */
export function RolePage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const query = allOf({ list: apiQuery("/api/admin/roles"), categories: apiQuery("/api/admin/categories") });
  return (
    <DetailPage list="/aziende/ruoli" all={t("customerRoles")} query={query}>
      {(data, { replace }) => <RoleForm id={id} {...data} replace={(list) => replace({ ...data, list })} />}
    </DetailPage>
  );
}

interface Props {
  id: number | null;
  list: RoleList;
  categories: NamedEntry[];
  replace: (list: RoleList) => void;
}

function RoleForm({ id, list, categories, replace }: Props) {
  const { t, lang } = useLanguage();
  const navigate = useNavigate();
  const role = list.roles.find((one) => one.id === id);
  const fields = role?.fields ?? blankRole;
  const initialState = () => ({
    values: valuesOf(fields, lang),
    lists: listsOf(fields, role?.products ?? [], categories),
  });
  const [loaded, setLoaded] = useState(initialState);
  const [lists, setLists] = useState(loaded.lists);
  const form = useForm(loaded.values);
  if (id !== null && !role) return <p>{t("notFoundText")}</p>;
  const unsaved = JSON.stringify([form.values, lists]) !== JSON.stringify([loaded.values, loaded.lists]);
  const save = () =>
    form.send(async () => {
      const sent = fieldsOf(form.values, lists);
      if (id === null) {
        const created = await addRole(sent);
        navigate(`/aziende/ruoli/${created.id}`, AFTER_SAVE);
        return t("saved");
      }
      replace(await saveRole(id, sent));
      setLoaded({ values: form.values, lists });
      return t("saved");
    });
  const remove = () =>
    form.send(async () => {
      if (!window.confirm(t("deleteRoleSure", { name: fields.name }))) return "";
      await deleteRole(id ?? 0);
      navigate("/aziende/ruoli", AFTER_SAVE);
      return "";
    });
  const title = role ? fields.name : t("newRole");
  return (
    <SendForm form={form} send={save}>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {role && <span className={ui.small}>{t("roleUses", { count: role.uses })}</span>}
      </div>
      <RoleFieldset form={form} lists={lists} setLists={setLists} list={list} categories={categories} />
      <SaveBar form={form} unsaved={unsaved}>
        {role && (
          <button type="button" className={ui.plain} onClick={() => void remove()}>
            {t("delete")}
          </button>
        )}
      </SaveBar>
    </SendForm>
  );
}
