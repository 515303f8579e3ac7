import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { core } from "../core/core.ts";
import type { Picture } from "../core/types.ts";

/** Magnifies a picture in place: while the mouse is over it, or after a tap. The core decides which pictures are large enough.
 * `null` disables the zoom. */
export function useZoom(frame: RefObject<HTMLElement | null>, picture: Picture | null) {
  const large = useRef<HTMLImageElement>(null);
  const [active, setActive] = useState<Picture | null>(null);
  const pointer = useRef("");
  const isActive = active !== null && active === picture;
  const canZoom = () =>
    picture !== null && core().galleryZooms(picture.width, frame.current?.clientWidth ?? 0);

  /** Moves the large picture so that the part under the pointer is visible. */
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
    active: isActive,
    large,
    /** Handles a click; returns whether it toggled the zoom. */
    clicked: (event: MouseEvent) => {
      if (pointer.current !== "touch" || !canZoom()) return false;
      setActive(isActive ? null : picture);
      requestAnimationFrame(() => follow(event));
      return true;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        pointer.current = event.pointerType;
      },
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && canZoom()) setActive(picture);
      },
      onPointerMove: (event: PointerEvent) => {
        if (event.pointerType === "mouse" && !isActive && canZoom()) setActive(picture);
        follow(event);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") setActive(null);
      },
    },
  };
}
