import { useNavigate } from "react-router";
import { addPage, deletePage, savePage } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { allOf } from "../api/queries.ts";
import type { PageDetail, PageFields } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Check, Choice, Text } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { useNestedForm } from "../components/nested.ts";
import { HtmlField } from "../components/richText/HtmlField.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";
import { BlocksEditor } from "./BlocksEditor.tsx";

/** Editor of a page or post, or of a new one. */
export function PageEditor({ id, kind = "page" }: { id: number | null; kind?: "page" | "post" }) {
  const { t } = useLanguage();
  const query = allOf({ page: id === null ? null : apiQuery("/api/admin/pages/{id}", { path: { id } }) });
  return (
    <DetailPage list="/pagine" all={t("allPages")} query={query}>
      {({ page }) => <Form page={page} kind={kind} />}
    </DetailPage>
  );
}

const blank: PageFields = {
  kind: "page",
  slug: "",
  title: "",
  title_en: "",
  body: "",
  body_en: "",
  blocks: [],
  seo_title: "",
  seo_title_en: "",
  seo_description: "",
  seo_description_en: "",
  status: "draft",
  published_on: "",
  in_footer: false,
  in_menu: false,
  position: "0",
  comments: false,
};

function Form({ page, kind }: { page: PageDetail | null; kind: string }) {
  const { t, named } = useLanguage();
  const navigate = useNavigate();
  const form = useNestedForm({ version: page?.version ?? 0, fields: page?.fields ?? { ...blank, kind } });
  const { version, fields } = form.value;
  const view = inner(form);
  const save = () =>
    form.send(async () => {
      if (!page) {
        const created = await addPage(fields);
        navigate(`/pagine/${created.id}`, AFTER_SAVE);
        return t("saved");
      }
      const saved = await savePage(page.id, version, fields);
      form.markSaved({ version: saved.version, fields: saved.fields });
      return t("saved");
    });
  const remove = () =>
    form.send(async () => {
      if (!page || !window.confirm(t("deletePageSure", { name: page.title }))) return "";
      await deletePage(page.id);
      navigate("/pagine", AFTER_SAVE);
      return "";
    });
  const title = page?.title ?? t(kind === "post" ? "newPost" : "newPage");
  const home = fields.kind === "home";
  return (
    <SendForm form={form} send={save}>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        <span className={ui.small}>{named("pageKind", fields.kind)}</span>
        {page && <Badge group="pageState" value={page.status} />}
        {page && page.status === "published" && (
          <a href={page.path} className={styles.away}>
            {t("seeInShop")}
          </a>
        )}
      </div>
      <Card id="page-text" title={t("titleAndText")}>
        <div className={styles.roomy}>
          <Text form={view} name="title" label={t("pageTitle")} />
          <Text form={view} name="title_en" label={t("pageTitleEn")} />
          {!home && <Text form={view} name="slug" label={t("address")} hint={t("addressHint")} />}
        </div>
        <p className={ui.small}>{t("pageFilled")}</p>
        <HtmlField form={view} name="body" label={t("pageBody")} />
        <HtmlField form={view} name="body_en" label={t("pageBodyEn")} />
      </Card>
      <BlocksEditor
        products={page?.products ?? []}
        form={view}
        blocks={fields.blocks}
        change={(blocks) => form.setValue({ version, fields: { ...fields, blocks } })}
      />
      <Card id="page-links" title={t("pageLinks")}>
        <div className={styles.roomy}>
          <Choice
            form={view}
            name="status"
            label={t("pageState")}
            group="pageState"
            options={["draft", "published"]}
          />
          <Text
            form={view}
            name="published_on"
            label={t("publishedOn")}
            hint={t("publishedOnHint")}
            type="date"
          />
          {fields.kind === "page" && (
            <Text form={view} name="position" label={t("placeAmongLinks")} inputMode="numeric" />
          )}
        </div>
        {!home && (
          <div>
            {fields.kind === "page" && (
              <>
                <Check form={view} name="in_menu" label={t("inMenu")} />
                <Check form={view} name="in_footer" label={t("inFooter")} />
              </>
            )}
            <Check form={view} name="comments" label={t("takesComments")} />
          </div>
        )}
      </Card>
      <Card id="page-seo" title={t("productSeo")}>
        <div className={styles.roomy}>
          <Text form={view} name="seo_title" label={t("seoTitle")} />
          <Text form={view} name="seo_title_en" label={t("seoTitleEn")} />
          <Text form={view} name="seo_description" label={t("seoDescription")} />
          <Text form={view} name="seo_description_en" label={t("seoDescriptionEn")} />
        </div>
      </Card>
      <SaveBar form={form} unsaved={form.unsaved}>
        {page && !home && (
          <button type="button" className={ui.plain} onClick={() => void remove()}>
            {t("delete")}
          </button>
        )}
      </SaveBar>
    </SendForm>
  );
}

/** Returns the form of the inner fields, named as in the server's errors, without the version around them. */
function inner<T extends { fields: PageFields }>(form: ReturnType<typeof useNestedForm<T>>) {
  const values = Object.fromEntries(
    Object.entries(form.values).map(([name, value]) => [name.replace(/^fields\./, ""), value]),
  );
  return {
    ...form,
    values,
    set: (name: string, value: string | boolean) => form.set(`fields.${name}`, value),
  };
}
