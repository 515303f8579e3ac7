import type { CartItem } from "../core/types.ts";

interface ItemPictureProps {
  image: CartItem["images"][number] | undefined;
  /** Its room in pixels, before the style sheet's. */
  side: number;
  /** How wide it is shown, for the browser's choice among the sizes. */
  sizes: string;
}

/** The picture of a line of the cart; its name stands beside it. */
export function ItemPicture({ image, side, sizes }: ItemPictureProps) {
  if (!image) return null;
  return (
    <img
      src={image.thumbnail || image.src}
      srcSet={image.thumbnail_srcset || undefined}
      sizes={image.thumbnail_srcset ? sizes : undefined}
      width={side}
      height={side}
      alt=""
    />
  );
}
