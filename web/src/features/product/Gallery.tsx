import { useState } from "react";
import { useFormat, useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import { Dialog } from "../../components/Dialog.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Picture } from "../../components/Picture.tsx";
import type { Picture as PictureData } from "../../core/types.ts";
import styles from "./Gallery.module.css";

interface GalleryProps {
  pictures: PictureData[];
  /** The chosen variation's own picture, shown in place of the main one. */
  swapped: PictureData | null;
  flags: string[];
}

/** The pictures of a product: one large, the others small, and all of them in full size on request. */
export function Gallery({ pictures, swapped, flags }: GalleryProps) {
  const words = useWords();
  const format = useFormat();
  const [at, setAt] = useState(0);
  const [lightbox, setLightbox] = useState(false);
  const [lastSwapped, setLastSwapped] = useState(swapped);
  // A newly chosen variation shows its picture, wherever the gallery was.
  if (swapped !== lastSwapped) {
    setLastSwapped(swapped);
    setAt(0);
  }
  const all = swapped ? [swapped, ...pictures.filter((picture) => picture.src !== swapped.src)] : pictures;
  const shown = all[at] ?? null;
  const step = (by: number) => setAt((at + by + all.length) % all.length);
  return (
    <section className={styles.gallery} aria-label={words.gallery}>
      <div className={styles.main}>
        <Picture
          key={shown?.src}
          picture={shown}
          sizes="(min-width: 1200px) 640px, (min-width: 900px) 50vw, 100vw"
          first
        />
        {flags.length > 0 && (
          <p className={styles.flags}>
            {flags.map((flag) => (
              <span key={flag}>{flag}</span>
            ))}
          </p>
        )}
        {shown && (
          <a
            className={styles.zoom}
            href={shown.full_src}
            aria-haspopup="dialog"
            aria-label={words.fullScreenGallery}
            title={words.fullScreenGallery}
            onClick={(event) => {
              event.preventDefault();
              setLightbox(true);
            }}
          >
            <Icon name="zoom" />
          </a>
        )}
      </div>
      {all.length > 1 && (
        <ul className={styles.thumbs}>
          {all.map((picture, n) => (
            <li key={picture.src}>
              <a
                href={picture.full_src}
                aria-label={words.showPicture(format.integer(n + 1))}
                aria-current={n === at ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  setAt(n);
                }}
              >
                <img
                  src={picture.thumbnail_src}
                  width={96}
                  height={96}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={lightbox} onClose={() => setLightbox(false)} title={words.gallery} side="full">
        {shown && (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut for the buttons
          <div
            className={styles.lightbox}
            onKeyDown={(event) => {
              if (event.key === "ArrowLeft") step(-1);
              if (event.key === "ArrowRight") step(1);
            }}
          >
            <img src={shown.full_src} width={shown.width} height={shown.height} alt={shown.alt} />
            {all.length > 1 && (
              <p className={styles.steps}>
                <button
                  type="button"
                  className={button.icon}
                  aria-label={words.previousPicture}
                  onClick={() => step(-1)}
                >
                  <Icon name="left" size={28} />
                </button>
                <span role="status">
                  {words.pictureOf(format.integer(at + 1), format.integer(all.length))}
                </span>
                <button
                  type="button"
                  className={button.icon}
                  aria-label={words.nextPicture}
                  onClick={() => step(1)}
                >
                  <Icon name="right" size={28} />
                </button>
              </p>
            )}
          </div>
        )}
      </Dialog>
    </section>
  );
}
