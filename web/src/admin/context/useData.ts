import { useCallback, useEffect, useState } from "react";
import type { ApiError, ApiQuery } from "../api/client.ts";

interface Data<T> {
  /** Last loaded data; it stays while the next is loading. */
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  /** Loads again. */
  reload: () => void;
  /** Replaces the loaded data, for example by the response to a change. */
  replace: (data: T) => void;
}

/** Loads a query's response, and again whenever the query changes; `null` loads nothing. */
export function useData<T>(query: ApiQuery<T> | null): Data<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const url = query?.url;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` repeats the same request; the URL identifies the query
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    const response: Promise<T | null> = query ? query.fetch(controller.signal) : Promise.resolve(null);
    response.then(
      (loaded) => {
        setData(loaded);
        setError(null);
        setLoading(false);
      },
      (reason: ApiError) => {
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
