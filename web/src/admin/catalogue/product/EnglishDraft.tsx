import styles from "../../components/details.module.css";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Machine translation of a text without an English version, to be accepted or discarded. */
export function EnglishDraft({ form, name }: { form: ProductForm; name: string }) {
  const { t, named } = useLanguage();
  const draft = String(form.values[`texts.${name}_draft`] ?? "");
  if (draft === "") return null;
  const drop = () => form.set(`texts.${name}_draft`, "");
  const use = () => {
    form.set(`texts.${name}`, draft);
    drop();
  };
  return (
    <div className={styles.stack}>
      <p>
        <strong>{named("text", name)}</strong> – {t("machineDraft")}
      </p>
      <p lang="en">{draft}</p>
      <p className={ui.buttons}>
        <button type="button" className={ui.button} onClick={use}>
          {t("machineDraftUse")}
        </button>
        <button type="button" className={ui.button} onClick={drop}>
          {t("machineDraftDrop")}
        </button>
      </p>
    </div>
  );
}
