import { savePictures } from "../../api/calls.ts";
import type { PictureRow, ProductDetail } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Text } from "../../components/fields.tsx";
import { moveEntry, type NestedForm, useNestedForm } from "../../components/nested.ts";
import { RowButtons } from "../../components/RowButtons.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { useUnsaved } from "../../context/navigation.ts";
import { PictureUploads } from "./PictureUploads.tsx";
import pictures from "./product.module.css";
import type { ProductForm } from "./useProductForm.ts";

/** The product's pictures. They are saved separately from the form around them, as uploads take time. */
export function PicturesPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const { product } = form;
  const own = useNestedForm({ pictures: product.pictures });
  useUnsaved(own.unsaved);
  // The new picture is the last one; edits and moves made meanwhile are preserved.
  const add = (saved: ProductDetail) => {
    const grow = (mine: { pictures: PictureRow[] }) => ({
      pictures: [...mine.pictures, ...saved.pictures.slice(-1)],
    });
    own.mergeSaved(grow, { pictures: saved.pictures });
    form.mergeSavedProduct(saved);
  };
  return (
    <Card id="pictures" title={t("productPictures")}>
      {own.value.pictures.length === 0 && !own.unsaved && <p className={ui.small}>{t("noPictures")}</p>}
      {(own.value.pictures.length > 0 || own.unsaved) && (
        <PictureList id={product.id} form={own} onSaved={form.mergeSavedProduct} />
      )}
      <PictureUploads id={product.id} onUploaded={add} />
    </Card>
  );
}

/** Returns a key that is unique even if a product has the same picture twice. */
function keyOf(list: PictureRow[], n: number) {
  const same = (one: PictureRow) => one.file === list[n]?.file && one.source === list[n]?.source;
  return `${list[n]?.file} ${list[n]?.source} ${list.slice(0, n).filter(same).length}`;
}

interface PictureListProps {
  id: number;
  form: NestedForm<{ pictures: PictureRow[] }>;
  onSaved: (product: ProductDetail) => void;
}

function PictureList({ id, form, onSaved }: PictureListProps) {
  const { t } = useLanguage();
  const list = form.value.pictures;
  const put = (changed: PictureRow[]) => form.setValue({ pictures: changed });
  const save = () =>
    form.send(async () => {
      const saved = await savePictures(id, list);
      form.markSaved({ pictures: saved.pictures });
      onSaved(saved);
      return t("picturesSaved");
    });
  return (
    <>
      <ul className={pictures.pictures}>
        {list.map((picture, n) => {
          const name = picture.alt || t("picture", { number: n + 1 });
          return (
            <li key={keyOf(list, n)}>
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
                    index={n}
                    count={list.length}
                    move={(by) => put(moveEntry(list, n, by))}
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
      <Outcome error={form.apiError} success={form.success} />
    </>
  );
}
