import { useLanguage } from "../app/language.tsx";
import { Field } from "./ui.tsx";

interface PictureFileProps {
  /** Sentence of the refusal. */
  error: string | undefined;
  choose: (file: File | null) => void;
}

/** The choice of a picture's file. Another `key` empties it. */
export function PictureFile({ error, choose }: PictureFileProps) {
  const { t } = useLanguage();
  return (
    <Field name="file" label={t("pictureFile")} hint={t("pictureFileHint")} error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}
