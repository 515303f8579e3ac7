// Pictures that wait to be uploaded. They go one after the other, so that the shop keeps their order; one that is refused stays
// with its reason, and the others go on.

import { useRef, useState } from "react";
import type { Refused } from "../../api/client.ts";

export interface WaitingPicture {
  /** Unlike that of any other. */
  key: number;
  file: File;
  alt: string;
  alt_en: string;
  state: "waiting" | "sending" | "refused";
  refused: Refused | null;
}

export interface PictureQueue {
  pictures: WaitingPicture[];
  busy: boolean;
  add: (files: File[]) => void;
  remove: (key: number) => void;
  describe: (key: number, texts: Partial<Pick<WaitingPicture, "alt" | "alt_en">>) => void;
  /** Sends all that wait or were refused; gives how many were taken, and how many not. */
  send: (one: (form: FormData) => Promise<void>) => Promise<{ taken: number; refused: number }>;
}

export function usePictureQueue(): PictureQueue {
  const [pictures, setPictures] = useState<WaitingPicture[]>([]);
  const [busy, setBusy] = useState(false);
  const next = useRef(0);
  // What is typed while others are on their way counts.
  const latest = useRef(pictures);
  latest.current = pictures;
  const change = (key: number, part: Partial<WaitingPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const remove = (key: number) => setPictures((all) => all.filter((one) => one.key !== key));
  return {
    pictures,
    busy,
    remove,
    describe: change,
    add: (files) => {
      const fresh = files.map((file): WaitingPicture => {
        next.current += 1;
        return { key: next.current, file, alt: "", alt_en: "", state: "waiting", refused: null };
      });
      setPictures((all) => [...all, ...fresh]);
    },
    send: async (one) => {
      const told = { taken: 0, refused: 0 };
      if (busy) return told;
      setBusy(true);
      for (const { key } of pictures) {
        const picture = latest.current.find((waiting) => waiting.key === key);
        if (!picture) continue;
        change(picture.key, { state: "sending", refused: null });
        const form = new FormData();
        form.append("file", picture.file);
        form.append("alt", picture.alt);
        form.append("alt_en", picture.alt_en);
        try {
          await one(form);
          remove(picture.key);
          told.taken += 1;
        } catch (refused) {
          change(picture.key, { state: "refused", refused: refused as Refused });
          told.refused += 1;
        }
      }
      setBusy(false);
      return told;
    },
  };
}
