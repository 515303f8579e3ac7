import type { CartItem } from "../core/types.ts";

interface ItemPictureProps {
  image: CartItem["images"][number] | undefined;
  /** Size in pixels, until the style sheet applies. */
  side: number;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
}

/** Picture of a cart line; without alternative text, as the product's name is beside it. */
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
