import { addTag, deleteTag, saveTag } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { Card } from "../components/Card.tsx";
import { Loaded } from "../components/Loaded.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import styles from "./catalogue.module.css";
import { noTerm, TermEditor, TermRow } from "./TermRow.tsx";

/** List of all tags with a form to add one. */
export function TagsList() {
  const { t } = useLanguage();
  return (
    <Loaded query={apiQuery("/api/admin/catalogue/tags")}>
      {(data, { reload }) => (
        <>
          <Card id="new-tag" title={t("newTag")}>
            <TermEditor
              label={t("newTag")}
              initial={noTerm}
              withSlug
              save={async (fields) => {
                await addTag(fields);
                reload();
              }}
            />
          </Card>
          {data.length === 0 && <p className={ui.empty}>{t("noTags")}</p>}
          <ul className={styles.rows}>
            {data.map((tag) => (
              <TermRow
                key={tag.id}
                name={tag.name}
                facts={`${tag.name_en && `${tag.name_en} · `}${tag.slug} · ${t("usedByCount", { count: tag.products })}`}
                initial={{ name: tag.name, name_en: tag.name_en, slug: tag.slug }}
                withSlug
                save={async (fields) => {
                  await saveTag(tag.id, fields);
                  reload();
                }}
                remove={async () => {
                  if (!window.confirm(t("deleteTagSure", { name: tag.name, count: tag.products }))) return;
                  await deleteTag(tag.id);
                  reload();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
