import { useCallback, useEffect, useState } from "react";
import type { Question, Refused } from "../api/client.ts";

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

/** Loads what answers a question, and again whenever another is asked; `null`: there is nothing to load. */
export function useData<T>(question: Question<T> | null): Data<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<Refused | null>(null);
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const url = question?.url;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another `round` repeats the same request; the address is the question
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    const answer: Promise<T | null> = question ? question.ask(controller.signal) : Promise.resolve(null);
    answer.then(
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
  }, [url, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  return { data, error, loading, reload, replace: setData };
}
