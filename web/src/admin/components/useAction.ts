import { useState } from "react";
import type { ApiError } from "../api/client.ts";

export interface ActionState {
  busy: boolean;
  /** Error of the last action. */
  error: ApiError | null;
  /** Success message of the last action; empty for none. */
  success: string;
  /** Hides the success message. */
  clearSuccess: () => void;
  /** Runs an action unless another is running; its result is the success message. */
  run: (work: () => Promise<string>) => Promise<void>;
}

/** State of a server action triggered by a button: one at a time, with its result. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [success, setSuccess] = useState("");
  const run = async (work: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    setSuccess("");
    try {
      setSuccess(await work());
    } catch (reason) {
      setError(reason as ApiError);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, success, clearSuccess: () => setSuccess(""), run };
}
