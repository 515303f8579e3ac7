import { useState } from "react";
import type { Refused } from "../api/client.ts";

export interface Act {
  busy: boolean;
  /** Why the last act came to nothing. */
  refused: Refused | null;
  /** What is told of the last act; empty: nothing. */
  success: string;
  /** Tells nothing of it any more. */
  forget: () => void;
  /** Does something, unless something is being done; its answer is told as a success. */
  act: (work: () => Promise<string>) => Promise<void>;
}

/** Something that a button does at the server: one at a time, with what came of it. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [success, setSuccess] = useState("");
  const act = async (work: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    setSuccess("");
    try {
      setSuccess(await work());
    } catch (reason) {
      setRefused(reason as Refused);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, success, forget: () => setSuccess(""), act };
}
