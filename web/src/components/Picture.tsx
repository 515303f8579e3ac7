import type { Picture as PictureData } from "../core/types.ts";
import styles from "./picture.module.css";

interface PictureProps {
  picture: PictureData | null | undefined;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
  /** Visible when the page opens: fetched eagerly. */
  first?: boolean;
  className?: string;
}

/** Responsive picture. Its space is reserved, so that nothing moves when it loads. */
export function Picture({ picture, sizes, first = false, className }: PictureProps) {
  if (!picture) return <span className={`${styles.missing} ${className ?? ""}`} aria-hidden="true" />;
  return (
    <img
      className={className}
      src={picture.src}
      srcSet={picture.srcset || undefined}
      sizes={picture.srcset ? sizes : undefined}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding="async"
    />
  );
}
