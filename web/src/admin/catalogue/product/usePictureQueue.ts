// Upload queue for pictures. They are sent one after the other, so that the shop stores them in order; a rejected one stays in the
// queue with the reason while the others continue.

import { useRef, useState } from "react";
import type { ApiError } from "../../api/client.ts";

export interface WaitingPicture {
  /** Unique key. */
  key: number;
  file: File;
  alt: string;
  alt_en: string;
  state: "waiting" | "sending" | "refused";
  apiError: ApiError | null;
}

export interface PictureQueue {
  pictures: WaitingPicture[];
  busy: boolean;
  add: (files: File[]) => void;
  remove: (key: number) => void;
  describe: (key: number, texts: Partial<Pick<WaitingPicture, "alt" | "alt_en">>) => void;
  /** Sends all waiting and rejected pictures; returns how many were uploaded and how many failed. */
  send: (one: (form: FormData) => Promise<void>) => Promise<{ uploaded: number; failed: number }>;
}

export function usePictureQueue(): PictureQueue {
  const [pictures, setPictures] = useState<WaitingPicture[]>([]);
  const [busy, setBusy] = useState(false);
  const next = useRef(0);
  // Descriptions entered while other pictures upload must be sent too.
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
        return { key: next.current, file, alt: "", alt_en: "", state: "waiting", apiError: null };
      });
      setPictures((all) => [...all, ...fresh]);
    },
    send: async (one) => {
      const totals = { uploaded: 0, failed: 0 };
      if (busy) return totals;
      setBusy(true);
      for (const { key } of pictures) {
        const picture = latest.current.find((waiting) => waiting.key === key);
        if (!picture) continue;
        change(picture.key, { state: "sending", apiError: null });
        const form = new FormData();
        form.append("file", picture.file);
        form.append("alt", picture.alt);
        form.append("alt_en", picture.alt_en);
        try {
          await one(form);
          remove(picture.key);
          totals.uploaded += 1;
        } catch (reason) {
          change(picture.key, { state: "refused", apiError: reason as ApiError });
          totals.failed += 1;
        }
      }
      setBusy(false);
      return totals;
    },
  };
}
