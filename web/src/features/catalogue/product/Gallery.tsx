import { type ComponentType, useState } from "react";
import { Slides } from "../../../components/Slides.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { Picture } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Link } from "../../../ui/Link.tsx";
import styles from "./Gallery.module.css";
import type { LightboxProps } from "./lightbox/Lightbox.tsx";

interface GalleryProps {
  pictures: Picture[];
  /** The chosen variation's own picture. */
  swapped: Picture | null;
  flags: string[];
}

/** Loaded just before the gallery is opened, as few visitors open it. */
const fetchLightbox = () => import("./lightbox/Lightbox.tsx");

/**
 * The pictures of a product: one large, the others as thumbnails, and all of them in full size on request. If the gallery
 * contains a variation's picture, it is scrolled to that; otherwise the variation's picture replaces the first one.
 */
export function Gallery({ pictures, swapped, flags }: GalleryProps) {
  const words = useWords("product");
  const format = useFormat();
  const own = pictures.findIndex((picture) => picture.src === swapped?.src);
  const [at, setAt] = useState(Math.max(own, 0));
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [lastSwapped, setLastSwapped] = useState(swapped);
  const all = swapped && own < 0 ? [swapped, ...pictures.slice(1)] : pictures;
  if (swapped !== lastSwapped) {
    setLastSwapped(swapped);
    const chosen = swapped ? Math.max(own, 0) + 1 : null;
    setAt(
      core().galleryPicture(
        all.map((_, n) => n + 1),
        chosen,
      ) ?? at,
    );
  }
  const current = all[at] ?? null;

  const enlarge = () => {
    setOpen(true);
    if (Lightbox || !current) return;
    // If the module fails to load, the picture itself is opened.
    fetchLightbox().then(
      (module) => setLightbox(() => module.Lightbox),
      () => window.location.assign(current.full_src),
    );
  };
  return (
    <section className={styles.gallery} aria-label={words.gallery}>
      <div className={styles.main}>
        <Slides
          pictures={all}
          at={at}
          onMove={setAt}
          sizes="(min-width: 1280px) 617px, (min-width: 900px) calc(53.5vw - 64px), 100vw"
          first
          zooms
          onOpen={enlarge}
        >
          {flags.length > 0 && (
            <p className={styles.flags}>
              {flags.map((flag) => (
                <span key={flag}>{flag}</span>
              ))}
            </p>
          )}
          {current && (
            <Link
              className={styles.zoom}
              href={current.full_src}
              data-waits=""
              aria-haspopup="dialog"
              aria-label={words.fullScreenGallery}
              title={words.fullScreenGallery}
              onPointerEnter={() => void fetchLightbox().catch(() => undefined)}
              onClick={(event) => {
                event.preventDefault();
                enlarge();
              }}
            >
              <Icon name="zoom" />
            </Link>
          )}
        </Slides>
      </div>
      {all.length > 1 && (
        <ul className={styles.thumbs}>
          {all.map((picture, n) => (
            <li key={picture.src}>
              <Link
                href={picture.full_src}
                data-waits=""
                aria-label={words.showPicture(format.integer(n + 1))}
                aria-current={n === at ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  setAt(n);
                }}
              >
                <img
                  src={picture.thumbnail_src}
                  srcSet={picture.srcset || undefined}
                  sizes="76px"
                  width={96}
                  height={96}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {open && Lightbox && <Lightbox pictures={all} at={at} onMove={setAt} onClose={() => setOpen(false)} />}
    </section>
  );
}
