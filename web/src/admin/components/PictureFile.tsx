import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./PictureFile.module.css";

interface PictureFileProps {
  /** Name of the field. */
  name?: string;
  label?: string;
  /** Error message. */
  error: string | undefined;
  /** Accepts several files at once. */
  several?: boolean;
  /** Called with the chosen or dropped files in order; the component does not store them. */
  choose: (files: File[]) => void;
}

/** Field for picture files: the browser's own control with a drop zone around it. */
export function PictureFile({ name = "file", label, error, several = false, choose }: PictureFileProps) {
  const { t } = useLanguage();
  const [over, setOver] = useState(false);
  const chooseFiles = (files: FileList | null) => {
    const all = Array.from(files ?? []);
    if (all.length > 0) choose(several ? all : all.slice(0, 1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control within does the same by keyboard
    <div
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        chooseFiles(event.dataTransfer.files);
      }}
    >
      <Field
        name={name}
        label={label ?? t(several ? "pictureFiles" : "pictureFile")}
        hint={t(several ? "pictureFilesHint" : "pictureFileHint")}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            multiple={several}
            onChange={(event) => {
              chooseFiles(event.target.files);
              // Reset, so that the same file can be chosen again.
              event.target.value = "";
            }}
          />
        )}
      </Field>
    </div>
  );
}
