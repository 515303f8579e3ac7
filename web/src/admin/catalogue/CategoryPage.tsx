import { useNavigate } from "react-router";
import { Field } from "../../ui/Field.tsx";
import { addCategory, deleteCategory, saveCategory } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { allOf } from "../api/queries.ts";
import type { CategoryDetail, CategoryFields, CategoryNode } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Text } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { useNestedForm } from "../components/nested.ts";
import { HtmlField } from "../components/richText/HtmlField.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";
import { CategoryPicture } from "./CategoryPicture.tsx";

/** Page of a category, or of a new one. */
export function CategoryPage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const query = allOf({
    category: id === null ? null : apiQuery("/api/admin/catalogue/categories/{id}", { path: { id } }),
    tree: apiQuery("/api/admin/catalogue/categories"),
  });
  return (
    <DetailPage list="/catalogo/categorie" all={t("allCategories")} query={query}>
      {(data) => <CategoryForm {...data} />}
    </DetailPage>
  );
}

const blank: CategoryFields = {
  parent_id: null,
  name: "",
  name_en: "",
  slug: "",
  description: "",
  description_en: "",
};

function CategoryForm({ category, tree }: { category: CategoryDetail | null; tree: CategoryNode[] }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const form = useNestedForm(category?.fields ?? blank);
  const save = () =>
    form.send(async () => {
      if (!category) {
        const { id } = await addCategory(form.value);
        navigate(`/catalogo/categorie/${id}`, AFTER_SAVE);
        return t("saved");
      }
      form.markSaved((await saveCategory(category.id, form.value)).fields);
      return t("saved");
    });
  const remove = () =>
    form.send(async () => {
      if (!category) return "";
      const { name, products, children } = category;
      if (!window.confirm(t("deleteCategorySure", { name, count: products, children }))) return "";
      await deleteCategory(category.id);
      navigate("/catalogo/categorie", AFTER_SAVE);
      return "";
    });
  const title = category?.name ?? t("newCategory");
  return (
    <SendForm form={form} send={save}>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {category && (
          <a href={category.path} className={styles.away}>
            {t("seeInShop")}
          </a>
        )}
      </div>
      <Card id="category-basics" title={t("productBasics")}>
        <div className={styles.roomy}>
          <Text form={form} name="name" label={t("name")} />
          <Text form={form} name="name_en" label={t("nameEn")} />
          <Text form={form} name="slug" label={t("address")} hint={t("addressHint")} />
          <Field name="parent_id" label={t("parentCategory")} error={form.error("parent_id")}>
            {(control) => (
              <select
                {...control}
                value={String(form.value.parent_id ?? "")}
                onChange={(event) =>
                  form.setValue({
                    ...form.value,
                    parent_id: event.target.value ? Number(event.target.value) : null,
                  })
                }
              >
                <option value="">{t("topLevel")}</option>
                {tree
                  .filter((one) => one.id !== category?.id)
                  .map((one) => (
                    <option key={one.id} value={one.id}>
                      {"– ".repeat(one.depth) + one.name}
                    </option>
                  ))}
              </select>
            )}
          </Field>
        </div>
        <HtmlField form={form} name="description" label={t("introduction")} rows={4} />
        <HtmlField form={form} name="description_en" label={t("introductionEn")} rows={4} />
      </Card>
      {category && <CategoryPicture category={category} />}
      <SaveBar form={form} unsaved={form.unsaved}>
        {category && (
          <button type="button" className={ui.plain} onClick={() => void remove()}>
            {t("delete")}
          </button>
        )}
      </SaveBar>
    </SendForm>
  );
}
