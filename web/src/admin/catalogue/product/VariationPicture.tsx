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
  /** Name of the variation. */
  name: string;
}

/** Picture that the shop shows when the variation is selected: one of the product's, its own, or none. */
export function VariationPicture({ form, variation, name }: Props) {
  const { t } = useLanguage();
  const [seen, setSeen] = useState(false);
  const field = `${variationPrefix(variation.id)}picture`;
  const chosen = String(form.values[field] ?? "");
  const pictures = choices(form, variation);
  const current = pictures.find((one) => pictureName(one) === chosen);
  const fieldError = form.error(field);
  return (
    <div className={styles.stack}>
      <div className={own.own}>
        {current?.src && <img src={current.src} alt={t("variationPictureOf", { name })} />}
        <span className={ui.small}>
          {chosen ? !current?.src && t("notLoaded", { name: chosen }) : t("variationPictureNone")}
        </span>
      </div>
      <details
        className={styles.more}
        open={fieldError ? true : undefined}
        onToggle={(event) => event.currentTarget.open && setSeen(true)}
      >
        <summary>{t("variationPicture")}</summary>
        {(seen || fieldError) && (
          <div className={styles.stack}>
            <Choices {...{ form, field, chosen, pictures, fieldError }} />
            <Upload form={form} variation={variation} />
          </div>
        )}
      </details>
    </div>
  );
}

/** Returns the product's pictures without duplicates, and the variation's own picture. */
function choices(form: ProductForm, variation: VariationDetail): PictureRow[] {
  const all = [...form.product.pictures, ...(variation.picture ? [variation.picture] : [])];
  return [...new Map(all.map((one) => [pictureName(one), one])).values()];
}

interface ChoicesProps {
  form: ProductForm;
  field: string;
  chosen: string;
  pictures: PictureRow[];
  fieldError: string | undefined;
}

function Choices({ form, field, chosen, pictures, fieldError }: ChoicesProps) {
  const { t } = useLanguage();
  const error = `${field}-error`;
  const option = (value: string, content: ReactNode) => (
    <label key={value}>
      <input
        type="radio"
        name={field}
        value={value}
        checked={chosen === value}
        aria-invalid={fieldError ? true : undefined}
        aria-describedby={fieldError ? error : undefined}
        onChange={() => form.set(field, value)}
      />
      {content}
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
      {fieldError && (
        <p id={error} className={fieldStyles.error}>
          {fieldError}
        </p>
      )}
    </fieldset>
  );
}

/** Upload of a new picture, which is saved immediately. */
function Upload({ form, variation }: Pick<Props, "form" | "variation">) {
  const { t } = useLanguage();
  const own = useForm({});
  const send = (file: File | undefined) =>
    own.send(async () => {
      const sent = new FormData();
      if (file) sent.append("file", file);
      const saved = await putVariationPicture(form.product.id, variation.id, sent);
      form.mergeSavedProduct(saved);
      const now = saved.variations.find((one) => one.id === variation.id);
      form.set(`${variationPrefix(variation.id)}picture`, pictureName(now?.picture));
      return t("variationPictureSaved");
    });
  return (
    <>
      <PictureFile error={own.error("file")} choose={([file]) => void send(file)} />
      {own.busy && <p role="status">{t("uploading")}</p>}
      <Outcome error={own.apiError} success={own.success} />
    </>
  );
}
