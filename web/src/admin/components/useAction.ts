import { useMutation } from "@tanstack/react-query";
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
  const { isPending, isSuccess, data, error, mutateAsync, reset } = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
  });
  return {
    busy: isPending,
    error,
    success: data ?? "",
    clearSuccess: () => isSuccess && reset(),
    run: async (work) => {
      if (!isPending) await mutateAsync(work).catch(() => undefined);
    },
  };
}
