import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { core } from "../core/core.ts";
import type { Picture as PictureData } from "../core/types.ts";
import { Picture } from "./Picture.tsx";
import styles from "./Slides.module.css";
import { useSwipe } from "./useSwipe.ts";
import { useZoom } from "./useZoom.ts";

interface SlidesProps {
  pictures: PictureData[];
  /** Index of the visible picture. */
  at: number;
  onMove: (at: number) => void;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
  /** Visible when the page opens: fetched eagerly. */
  first?: boolean;
  /** Whether pictures can be magnified in place. */
  zooms: boolean;
  /** Called on a click that does not magnify the picture. */
  onOpen?: () => void;
  /** Overlay on the pictures. */
  children?: ReactNode;
}

/** Carousel of pictures with one in view. It slides and can be swiped; its height follows the picture. */
export function Slides(props: SlidesProps) {
  const { pictures, at, onMove, sizes, first = false, zooms, onOpen, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const current = pictures[at] ?? null;
  // Browsers fetch pictures that are just out of view. These stay hidden until the visitor is about to slide to them.
  const [near, setNear] = useState(at > 0);
  if (at > 0 && !near) setNear(true);
  const zoom = useZoom(frame, zooms ? current : null);
  const swipe = useSwipe(track, {
    off: zoom.active || pictures.length < 2,
    onSwipe: (by) => onMove(Math.min(Math.max(at + by, 0), pictures.length - 1)),
  });

  // Set as properties, as the content security policy forbids style attributes.
  useLayoutEffect(() => {
    const { style } = frame.current as HTMLDivElement;
    style.setProperty("--slide-time", `${core().catalogueTimings().gallery_slide_ms}ms`);
  }, []);
  useLayoutEffect(() => {
    const list = track.current;
    const fitHeight = () => {
      const picture = list?.children[at]?.firstElementChild as HTMLElement | undefined;
      if (frame.current && picture?.offsetHeight) frame.current.style.height = `${picture.offsetHeight}px`;
    };
    if (list) list.style.transform = `translateX(${-100 * at}%)`;
    fitHeight();
    window.addEventListener("resize", fitHeight);
    return () => window.removeEventListener("resize", fitHeight);
  }, [at]);

  return (
    <div className={styles.around} onPointerEnter={() => setNear(true)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for fingers and mouse; links beside it do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        ref={frame}
        className={styles.frame}
        data-zoom={zoom.active || undefined}
        {...zoom.handlers}
        onClick={(event) => {
          if (!zoom.clicked(event) && !swipe.moved()) onOpen?.();
        }}
      >
        <ul ref={track} className={styles.track} {...swipe.handlers}>
          {pictures.map((picture, n) => (
            <li
              key={picture.src}
              className={styles.slide}
              hidden={(n !== at && !near) || undefined}
              aria-hidden={n !== at || undefined}
              data-large_image={picture.full_src}
              data-large_image_width={picture.width}
              data-large_image_height={picture.height}
              data-caption={picture.caption}
            >
              <Picture picture={picture} sizes={sizes} first={first && n === 0} />
            </li>
          ))}
          {pictures.length === 0 && (
            <li className={styles.slide}>
              <Picture picture={null} sizes={sizes} />
            </li>
          )}
        </ul>
        {zoom.active && current && (
          <img ref={zoom.large} className={styles.large} src={current.full_src} alt="" draggable={false} />
        )}
      </div>
      {children}
    </div>
  );
}
