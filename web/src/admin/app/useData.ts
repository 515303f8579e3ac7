import { useCallback, useEffect, useState } from "react";
import type { Refused } from "../api/client.ts";

interface Data<T> {
  /** What was loaded last; what was there before stays until the next is there. */
  data: T | null;
  error: Refused | null;
  loading: boolean;
  /** Loads again. */
  reload: () => void;
  /** Puts an answer in place of what was loaded. */
  replace: (data: T) => void;
}

/** Loads what an address stands for, and again whenever it changes. */
export function useData<T>(path: string, load: (path: string, signal: AbortSignal) => Promise<T>): Data<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<Refused | null>(null);
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another `round` repeats the same request
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    load(path, controller.signal).then(
      (loaded) => {
        setData(loaded);
        setError(null);
        setLoading(false);
      },
      (reason: Refused) => {
        if (controller.signal.aborted) return;
        setError(reason);
        setLoading(false);
      },
    );
    return () => controller.abort();
  }, [path, load, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  return { data, error, loading, reload, replace: setData };
}
