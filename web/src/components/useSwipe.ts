import { type PointerEvent, type RefObject, useRef } from "react";

/** A swipe shorter than this fraction of the width springs back. */
const MIN_SWIPE_RATIO = 0.15;
/** A touch that moves less than this, in CSS pixels, is a tap. */
const TAP_PX = 8;

interface Swipe {
  /** Disables swiping, for example while a picture is magnified. */
  off: boolean;
  /** Called with 1 for the next slide or -1 for the previous one. */
  onSwipe: (by: 1 | -1) => void;
}

/** Makes a track of slides follow horizontal touch movements. Mouse users have links instead. */
export function useSwipe(track: RefObject<HTMLElement | null>, { off, onSwipe }: Swipe) {
  const start = useRef<{ x: number; id: number; base: string } | null>(null);
  const movedPx = useRef(0);

  const end = (event: PointerEvent, isComplete: boolean) => {
    const from = start.current;
    if (!from || from.id !== event.pointerId) return;
    start.current = null;
    const list = track.current;
    if (!list) return;
    delete list.dataset.dragged;
    list.style.transform = from.base;
    if (isComplete && Math.abs(movedPx.current) > list.clientWidth * MIN_SWIPE_RATIO)
      onSwipe(movedPx.current < 0 ? 1 : -1);
  };
  return {
    /** Whether the last touch was a movement rather than a tap. */
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
