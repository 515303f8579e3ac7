import styles from "../../components/details.module.css";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { SEO_TEXTS } from "./options.ts";
import { TextFields } from "./TextFields.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Texts that search engines show for the product. */
export function SeoPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  return (
    <details className={`${ui.card} ${styles.more}`}>
      <summary>{t("productSeo")}</summary>
      <div className={styles.stack}>
        <p className={ui.small}>{t("seoHint")}</p>
        <TextFields form={form} names={SEO_TEXTS} />
      </div>
    </details>
  );
}
