import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import fieldStyles from "../../../ui/Field.module.css";
import { Field } from "../../../ui/Field.tsx";
import { addPicture } from "../../api/calls.ts";
import type { ProductDetail } from "../../api/types.ts";
import styles from "../../components/details.module.css";
import { PictureFile } from "../../components/PictureFile.tsx";
import ui from "../../components/ui.module.css";
import { useSentence } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import own from "./product.module.css";
import { usePictureQueue, type WaitingPicture } from "./usePictureQueue.ts";

/** Bytes of a megabyte, as files are told. */
const MEGABYTE = 1_000_000;

/** New pictures of a product, any number at once, each with its description and its own refusal. */
export function PictureUploads({ id, take }: { id: number; take: (product: ProductDetail) => void }) {
  const { t, format } = useLanguage();
  const queue = usePictureQueue();
  const [told, setTold] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const count = queue.pictures.length;
  const before = useRef(0);
  // Whoever chose pictures describes them next.
  useEffect(() => {
    if (count > before.current) {
      list.current?.children[before.current]?.querySelector<HTMLElement>("[data-alt]")?.focus();
    }
    before.current = count;
  }, [count]);
  const send = async () => {
    setTold("");
    const { taken, refused } = await queue.send(async (form) => take(await addPicture(id, form)));
    const words = [
      taken > 0 && (taken === 1 ? t("pictureAdded") : t("picturesAdded", { count: format.integer(taken) })),
      refused > 0 && t("picturesRefused", { count: format.integer(refused) }),
    ];
    // At once: a refused field can be found and entered then.
    flushSync(() => setTold(words.filter(Boolean).join(" ")));
    if (refused > 0) list.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
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
        {told && (
          <p className={ui.notice} data-kind={count > 0 ? "error" : undefined}>
            {told}
          </p>
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

/** A picture that waits, is on its way, or was refused. */
function Waiting({ picture, describe, remove }: WaitingProps) {
  const { t, format } = useLanguage();
  const sentence = useSentence();
  const { file, state, refused } = picture;
  const error = (field: string) => refused?.errors.find((one) => one.field === field)?.message;
  // Whatever is not about the description is about the file.
  const ofFile = refused && !error("alt") && !error("alt_en") ? (error("file") ?? sentence(refused)) : "";
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
      {ofFile && <p className={fieldStyles.error}>{ofFile}</p>}
      <div className={styles.roomy}>
        {text("alt", t("pictureAlt"))}
        {text("alt_en", t("pictureAltEn"))}
      </div>
    </li>
  );
}
