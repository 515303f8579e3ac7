import { useState } from "react";
import { deleteCategoryPicture, putCategoryPicture } from "../api/calls.ts";
import type { CategoryDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { useForm } from "../components/fields.tsx";
import { PictureFile } from "../components/PictureFile.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import own from "./catalogue.module.css";

/** Picture of a category's tile. It is saved separately from the form around it, as an upload takes time. */
export function CategoryPicture({ category }: { category: CategoryDetail }) {
  const { t } = useLanguage();
  const [picture, setPicture] = useState(category.picture ?? null);
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({});
  const put = () =>
    form.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      setPicture((await putCategoryPicture(category.id, sent)).picture ?? null);
      setFile(null);
      return t("categoryPictureSaved");
    });
  const remove = () =>
    form.send(async () => {
      setPicture((await deleteCategoryPicture(category.id)).picture ?? null);
      return t("categoryPictureRemoved");
    });
  return (
    <Card id="category-picture" title={t("categoryPicture")}>
      <p className={ui.small}>{t("categoryPictureHint")}</p>
      {picture?.src && (
        <img
          className={own.picture}
          src={picture.src}
          alt={t("categoryPictureOf", { name: category.name })}
          width={picture.width}
          height={picture.height}
        />
      )}
      <div className={styles.roomy}>
        <PictureFile error={form.error("file")} choose={([chosen]) => setFile(chosen ?? null)} />
        {file && <p role="status">{t("fileChosen", { name: file.name })}</p>}
      </div>
      <div className={ui.buttons}>
        <button
          type="button"
          className={ui.button}
          aria-disabled={form.busy || undefined}
          onClick={() => void put()}
        >
          {form.busy ? t("uploading") : t("addPicture")}
        </button>
        {picture && (
          <button type="button" className={ui.plain} onClick={() => void remove()}>
            {t("removePicture")}
          </button>
        )}
      </div>
      <Outcome error={form.apiError} success={form.success} />
    </Card>
  );
}
