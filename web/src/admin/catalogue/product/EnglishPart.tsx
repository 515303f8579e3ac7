import styles from "../../components/details.module.css";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { EnglishDraft } from "./EnglishDraft.tsx";
import { ENGLISH_TEXTS } from "./options.ts";
import { TextFields } from "./TextFields.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** English texts of the product. */
export function EnglishPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  return (
    <details className={`${ui.card} ${styles.more}`}>
      <summary>{t("productEnglish")}</summary>
      <div className={styles.stack}>
        <TextFields form={form} names={ENGLISH_TEXTS} />
        {ENGLISH_TEXTS.map((name) => (
          <EnglishDraft key={name} form={form} name={name} />
        ))}
      </div>
    </details>
  );
}
