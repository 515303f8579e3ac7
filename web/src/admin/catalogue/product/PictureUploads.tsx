import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import fieldStyles from "../../../ui/Field.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { addPicture } from "../../api/calls.ts";
import type { ProductDetail } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { PictureFile } from "../../components/PictureFile.tsx";
import ui from "../../components/ui.module.css";
import { useSentence } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import own from "./product.module.css";
import { usePictureQueue, type WaitingPicture } from "./usePictureQueue.ts";

/** Bytes in a megabyte, as file sizes are displayed. */
const MEGABYTE = 1_000_000;

/** Upload of any number of product pictures, each with its description and its own errors. */
export function PictureUploads({
  id,
  onUploaded,
}: {
  id: number;
  onUploaded: (product: ProductDetail) => void;
}) {
  const { t, format } = useLanguage();
  const queue = usePictureQueue();
  const [summary, setSummary] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const count = queue.pictures.length;
  const before = useRef(0);
  // Focus the first new description: it is the next thing to fill in.
  useEffect(() => {
    if (count > before.current) {
      list.current?.children[before.current]?.querySelector<HTMLElement>("[data-alt]")?.focus();
    }
    before.current = count;
  }, [count]);
  const send = async () => {
    setSummary("");
    const { uploaded, failed } = await queue.send(async (form) => onUploaded(await addPicture(id, form)));
    const words = [
      uploaded > 0 &&
        (uploaded === 1 ? t("pictureAdded") : t("picturesAdded", { count: format.integer(uploaded) })),
      failed > 0 && t("picturesRefused", { count: format.integer(failed) }),
    ];
    // Synchronous, so that the invalid field below exists.
    flushSync(() => setSummary(words.filter(Boolean).join(" ")));
    if (failed > 0) list.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };
  return (
    <div className={styles.entry}>
      <PictureFile several error={undefined} choose={queue.add} />
      {count > 0 && (
        <ul ref={list} className={own.waiting} aria-label={t("picturesWaiting")}>
          {queue.pictures.map((picture) => (
            <Waiting
              key={picture.key}
              picture={picture}
              describe={(texts) => queue.describe(picture.key, texts)}
              remove={() => queue.remove(picture.key)}
            />
          ))}
        </ul>
      )}
      {count > 0 && (
        <div>
          <button
            type="button"
            className={ui.button}
            aria-disabled={queue.busy || undefined}
            onClick={() => void send()}
          >
            {queue.busy
              ? t("uploading")
              : count === 1
                ? t("addPicture")
                : t("addPictures", { count: format.integer(count) })}
          </button>
        </div>
      )}
      <div role="status">
        {summary && (
          <Notice kind={count > 0 ? "error" : "success"}>
            <p>{summary}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}

interface WaitingProps {
  picture: WaitingPicture;
  describe: (texts: { alt?: string; alt_en?: string }) => void;
  remove: () => void;
}

/** Row of a picture that is waiting, uploading or rejected. */
function Waiting({ picture, describe, remove }: WaitingProps) {
  const { t, format } = useLanguage();
  const sentence = useSentence();
  const { file, state, apiError } = picture;
  const error = (field: string) => apiError?.errors.find((one) => one.field === field)?.message;
  // Any error that is not about the descriptions is about the file.
  const fileError =
    apiError && !error("alt") && !error("alt_en") ? (error("file") ?? sentence(apiError)) : "";
  const megabytes = Math.max(file.size / MEGABYTE, 0.1);
  const text = (name: "alt" | "alt_en", label: string) => (
    <Field name={name} label={label} error={error(name)}>
      {(control) => (
        <input
          {...control}
          data-alt={name === "alt" || undefined}
          autoComplete="off"
          value={picture[name]}
          onChange={(event) => describe({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <li data-state={state}>
      <div className={styles.entryHead}>
        <span>{file.name}</span>
        <span className={ui.small}>{t("megabytes", { size: format.decimal(megabytes) })}</span>
        {state !== "sending" && (
          <button
            type="button"
            className={ui.plain}
            aria-label={t("removeNamed", { name: file.name })}
            onClick={remove}
          >
            {t("removeThis")}
          </button>
        )}
      </div>
      {state === "sending" && (
        <progress className={own.progress} aria-label={t("uploadingNamed", { name: file.name })} />
      )}
      {fileError && <p className={fieldStyles.error}>{fileError}</p>}
      <div className={styles.roomy}>
        {text("alt", t("pictureAlt"))}
        {text("alt_en", t("pictureAltEn"))}
      </div>
    </li>
  );
}
