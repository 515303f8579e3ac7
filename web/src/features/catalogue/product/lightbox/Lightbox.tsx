import { useLayoutEffect, useRef, useState } from "react";
import { useSwipe } from "../../../../components/useSwipe.ts";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { Picture } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { Link } from "../../../../ui/Link.tsx";
import styles from "./Lightbox.module.css";

export interface LightboxProps {
  pictures: Picture[];
  /** Index of the picture shown. */
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/**
 * The pictures in full size over the whole window. Arrow keys, buttons and swipes navigate; Escape closes. There is no animation,
 * and the browser history does not change.
 */
export function Lightbox({ pictures, at, onMove, onClose }: LightboxProps) {
  const words = useWords("product");
  const format = useFormat();
  const lang = useLang();
  const stage = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState<string[]>([]);
  const picture = pictures[at];
  const several = pictures.length > 1;
  const step = (by: number) => onMove((at + by + pictures.length) % pictures.length);
  const swipe = useSwipe(stage, { off: !several, onSwipe: step });
  const say = (code: string) => core().messageText(code, {}, lang);

  // Registered before the picture is painted: otherwise an immediate arrow key would be lost, or navigate from the previous
  // picture.
  useLayoutEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      if (!several) return;
      if (key === "ArrowLeft") step(-1);
      if (key === "ArrowRight") step(1);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });

  if (!picture) return null;
  return (
    <Dialog open onClose={onClose} title={words.gallery} side="full">
      <div className={styles.lightbox}>
        <figure ref={stage} className={styles.stage} {...swipe.handlers}>
          {failed.includes(picture.src) ? (
            <p role="alert">
              {say("widget_image_failed")} <Link href={picture.full_src}>{words.openPicture}</Link>
            </p>
          ) : (
            <img
              key={picture.src}
              src={picture.full_src}
              srcSet={picture.srcset || undefined}
              sizes="100vw"
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              draggable={false}
              onError={() => setFailed([...failed, picture.src])}
            />
          )}
          {picture.caption && <figcaption>{picture.caption}</figcaption>}
        </figure>
        {several && (
          <p className={styles.steps}>
            <button
              type="button"
              className={button.icon}
              aria-label={say("widget_gallery_previous")}
              onClick={() => step(-1)}
            >
              <Icon name="left" size={28} />
            </button>
            <span role="status">
              <span className="visuallyHidden">
                {words.pictureOf(format.integer(at + 1), format.integer(pictures.length))}
              </span>
              <span aria-hidden="true">
                {format.integer(at + 1)} / {format.integer(pictures.length)}
              </span>
            </span>
            <button
              type="button"
              className={button.icon}
              aria-label={say("widget_gallery_next")}
              onClick={() => step(1)}
            >
              <Icon name="right" size={28} />
            </button>
          </p>
        )}
      </div>
    </Dialog>
  );
}
