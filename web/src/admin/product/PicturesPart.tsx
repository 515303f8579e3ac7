import { useState } from "react";
import { addPicture, savePictures } from "../api/client.ts";
import type { PictureRow, ProductDetail } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { useGuard } from "../app/router.tsx";
import { Text, useForm } from "../components/fields.tsx";
import { moved, useNestedForm } from "../components/nested.ts";
import { PictureFile } from "../components/PictureFile.tsx";
import { RowButtons } from "../components/RowButtons.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import styles from "../pages/details.module.css";
import pictures from "./product.module.css";
import type { ProductForm } from "./useProductForm.ts";

/** The product's pictures. They are saved apart from the form around them: a file takes its time. */
export function PicturesPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const [shown, setShown] = useState(form.product.pictures);
  const take = (product: ProductDetail) => {
    setShown(product.pictures);
    form.take(product);
  };
  return (
    <section className={ui.card} aria-labelledby="pictures">
      <h2 id="pictures">{t("productPictures")}</h2>
      {shown.length === 0 && <p className={ui.small}>{t("noPictures")}</p>}
      {shown.length > 0 && (
        <Shown key={shown.map((one) => one.file).join()} id={form.product.id} rows={shown} take={take} />
      )}
      <Upload id={form.product.id} take={take} />
    </section>
  );
}

interface ShownProps {
  id: number;
  rows: PictureRow[];
  take: (product: ProductDetail) => void;
}

function Shown({ id, rows, take }: ShownProps) {
  const { t } = useLanguage();
  const form = useNestedForm({ pictures: rows });
  useGuard(form.unsaved ? t("leaveUnsaved") : null);
  const list = form.value.pictures;
  const put = (changed: PictureRow[]) => form.setValue({ pictures: changed });
  const save = () =>
    form.send(async () => {
      const saved = await savePictures(id, list);
      form.saved({ pictures: saved.pictures });
      take(saved);
      return t("picturesSaved");
    });
  return (
    <>
      <ul className={pictures.pictures}>
        {list.map((picture, n) => {
          const name = picture.alt || t("picture", { number: n + 1 });
          return (
            <li key={picture.file || picture.source}>
              {picture.src ? (
                <img src={picture.src} alt={picture.alt} width={picture.width} height={picture.height} />
              ) : (
                <p className={ui.small}>{t("notLoaded", { name: picture.source })}</p>
              )}
              <div className={styles.stack}>
                <Text form={form} name={`pictures.${n}.alt`} label={t("pictureAlt")} />
                <Text form={form} name={`pictures.${n}.alt_en`} label={t("pictureAltEn")} />
                <div className={ui.buttons}>
                  {n === 0 && <span className={ui.badge}>{t("mainPicture")}</span>}
                  <RowButtons
                    name={name}
                    list="pictures"
                    place={n}
                    count={list.length}
                    move={(by) => put(moved(list, n, by))}
                    remove={() => put(list.filter((_, other) => other !== n))}
                  />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <div className={ui.buttons}>
        <button
          type="button"
          className={ui.button}
          aria-disabled={!form.unsaved || undefined}
          onClick={() => form.unsaved && void save()}
        >
          {t("savePictures")}
        </button>
        {form.unsaved && <span className={ui.small}>{t("unsaved")}</span>}
      </div>
      <Outcome error={form.refused} success={form.success} />
    </>
  );
}

function Upload({ id, take }: { id: number; take: (product: ProductDetail) => void }) {
  const { t } = useLanguage();
  const form = useForm({ alt: "", alt_en: "" });
  const [file, setFile] = useState<File | null>(null);
  const [round, setRound] = useState(0);
  const send = () =>
    form.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      sent.append("alt", String(form.values.alt));
      sent.append("alt_en", String(form.values.alt_en));
      take(await addPicture(id, sent));
      form.fill({ alt: "", alt_en: "" });
      setFile(null);
      // Another round empties the file field.
      setRound((n) => n + 1);
      return t("pictureAdded");
    });
  return (
    <div className={styles.entry}>
      <div className={styles.roomy}>
        <PictureFile key={round} error={form.error("file")} choose={setFile} />
        <Text form={form} name="alt" label={t("pictureAlt")} />
        <Text form={form} name="alt_en" label={t("pictureAltEn")} />
      </div>
      <div>
        <button
          type="button"
          className={ui.button}
          aria-disabled={form.busy || undefined}
          onClick={() => void send()}
        >
          {form.busy ? t("uploading") : t("addPicture")}
        </button>
      </div>
      <Outcome error={form.refused} success={form.success} />
    </div>
  );
}
