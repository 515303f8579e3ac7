import { type ReactNode, useState } from "react";
import fieldStyles from "../../../ui/Field.module.css";
import { putVariationPicture } from "../../api/calls.ts";
import type { PictureRow, VariationDetail } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { useForm } from "../../components/fields.tsx";
import { PictureFile } from "../../components/PictureFile.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import own from "./product.module.css";
import { pictureName, variationPrefix } from "./productForm.ts";
import type { ProductForm } from "./useProductForm.ts";

interface Props {
  form: ProductForm;
  variation: VariationDetail;
  /** What the variation is called. */
  name: string;
}

/** The picture that the shop shows once a variation is chosen: one of the product's, one of its own, or none. */
export function VariationPicture({ form, variation, name }: Props) {
  const { t } = useLanguage();
  const [seen, setSeen] = useState(false);
  const field = `${variationPrefix(variation.id)}picture`;
  const chosen = String(form.values[field] ?? "");
  const pictures = choices(form, variation);
  const shown = pictures.find((one) => pictureName(one) === chosen);
  const wrong = form.error(field);
  return (
    <div className={styles.stack}>
      <div className={own.own}>
        {shown?.src && <img src={shown.src} alt={t("variationPictureOf", { name })} />}
        <span className={ui.small}>
          {chosen ? !shown?.src && t("notLoaded", { name: chosen }) : t("variationPictureNone")}
        </span>
      </div>
      <details
        className={styles.more}
        open={wrong ? true : undefined}
        onToggle={(event) => event.currentTarget.open && setSeen(true)}
      >
        <summary>{t("variationPicture")}</summary>
        {(seen || wrong) && (
          <div className={styles.stack}>
            <Choices {...{ form, field, chosen, pictures, wrong }} />
            <Upload form={form} variation={variation} />
          </div>
        )}
      </details>
    </div>
  );
}

/** The product's pictures, each once, and the one that the variation has beside them. */
function choices(form: ProductForm, variation: VariationDetail): PictureRow[] {
  const all = [...form.product.pictures, ...(variation.picture ? [variation.picture] : [])];
  return [...new Map(all.map((one) => [pictureName(one), one])).values()];
}

interface ChoicesProps {
  form: ProductForm;
  field: string;
  chosen: string;
  pictures: PictureRow[];
  wrong: string | undefined;
}

function Choices({ form, field, chosen, pictures, wrong }: ChoicesProps) {
  const { t } = useLanguage();
  const error = `${field}-error`;
  const option = (value: string, shown: ReactNode) => (
    <label key={value}>
      <input
        type="radio"
        name={field}
        value={value}
        checked={chosen === value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? error : undefined}
        onChange={() => form.set(field, value)}
      />
      {shown}
    </label>
  );
  return (
    <fieldset className={`${styles.step} ${own.pick}`}>
      <legend>{t("variationPictureChoice")}</legend>
      <div className={own.choice}>
        {option("", t("variationPictureProducts"))}
        {pictures.map((one, n) =>
          option(
            pictureName(one),
            one.src ? (
              <img src={one.src} alt={one.alt || t("picture", { number: n + 1 })} loading="lazy" />
            ) : (
              one.source
            ),
          ),
        )}
      </div>
      {wrong && (
        <p id={error} className={fieldStyles.error}>
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** A new picture. It is saved at once: a file takes its time. */
function Upload({ form, variation }: Pick<Props, "form" | "variation">) {
  const { t } = useLanguage();
  const own = useForm({});
  const send = (file: File | undefined) =>
    own.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      const saved = await putVariationPicture(form.product.id, variation.id, sent);
      form.take(saved);
      const now = saved.variations.find((one) => one.id === variation.id);
      form.set(`${variationPrefix(variation.id)}picture`, pictureName(now?.picture));
      return t("variationPictureSaved");
    });
  return (
    <>
      <PictureFile error={own.error("file")} choose={([file]) => void send(file)} />
      {own.busy && <p role="status">{t("uploading")}</p>}
      <Outcome error={own.refused} success={own.success} />
    </>
  );
}
