import type { Picture as PictureData } from "../core/types.ts";
import styles from "./picture.module.css";

interface PictureProps {
  picture: PictureData | null | undefined;
  /** How wide it is shown, for the browser's choice among the sizes. */
  sizes: string;
  /** Seen first on the page: fetched at once. */
  first?: boolean;
  className?: string;
}

/** A picture of the shop. Its place is kept free, so that nothing moves when it arrives. */
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
