import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { core } from "../core/core.ts";
import type { Picture } from "../core/types.ts";

/** Enlarges a picture where it stands: under the mouse while it is over it, by a tap of a finger. The core says which pictures
 * are worth it. `null`: nothing is enlarged. */
export function useZoom(frame: RefObject<HTMLElement | null>, picture: Picture | null) {
  const large = useRef<HTMLImageElement>(null);
  const [active, setActive] = useState<Picture | null>(null);
  const pointer = useRef("");
  const shows = active !== null && active === picture;
  const worth = () => picture !== null && core().galleryZooms(picture.width, frame.current?.clientWidth ?? 0);

  /** Shows the part of the large picture that lies under the pointer. */
  const follow = (event: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    const { current: image } = large;
    if (!box || !image || !picture) return;
    const part = (at: number, from: number, size: number) => Math.min(Math.max((at - from) / size, 0), 1);
    const x = part(event.clientX, box.left, box.width) * (picture.width - box.width);
    const y = part(event.clientY, box.top, box.height) * (picture.height - box.height);
    image.style.transform = `translate(${-x}px, ${-y}px)`;
  };
  return {
    active: shows,
    large,
    /** A click: whether it was for the zoom. */
    clicked: (event: MouseEvent) => {
      if (pointer.current !== "touch" || !worth()) return false;
      setActive(shows ? null : picture);
      requestAnimationFrame(() => follow(event));
      return true;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        pointer.current = event.pointerType;
      },
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && worth()) setActive(picture);
      },
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && !shows && worth()) setActive(picture);
        follow(event);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") setActive(null);
      },
    },
  };
}
