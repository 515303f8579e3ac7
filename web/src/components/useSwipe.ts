import { type PointerEvent, type RefObject, useRef } from "react";

/** A movement shorter than this part of the width springs back. */
const FAR_ENOUGH = 0.15;
/** A finger that moves less, in CSS pixels, taps. */
const TAP_PX = 8;

interface Swipe {
  /** Fingers do something else now. */
  off: boolean;
  /** A finger has moved on to the next (1) or back (-1). */
  onSwipe: (by: 1 | -1) => void;
}

/** Follows a finger sideways over a track of slides. The mouse has links for it. */
export function useSwipe(track: RefObject<HTMLElement | null>, { off, onSwipe }: Swipe) {
  const start = useRef<{ x: number; id: number; base: string } | null>(null);
  const movedPx = useRef(0);

  const end = (event: PointerEvent, done: boolean) => {
    const from = start.current;
    if (!from || from.id !== event.pointerId) return;
    start.current = null;
    const list = track.current;
    if (!list) return;
    delete list.dataset.dragged;
    list.style.transform = from.base;
    if (done && Math.abs(movedPx.current) > list.clientWidth * FAR_ENOUGH)
      onSwipe(movedPx.current < 0 ? 1 : -1);
  };
  return {
    /** Whether the last touch moved rather than tapped. */
    moved: () => Math.abs(movedPx.current) > TAP_PX,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        movedPx.current = 0;
        if (off || event.pointerType === "mouse" || !event.isPrimary) return;
        start.current = { x: event.clientX, id: event.pointerId, base: track.current?.style.transform ?? "" };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current;
        if (!from || from.id !== event.pointerId || !track.current) return;
        movedPx.current = event.clientX - from.x;
        track.current.dataset.dragged = "";
        track.current.style.transform = `${from.base} translateX(${movedPx.current}px)`;
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}
