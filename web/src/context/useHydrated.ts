import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts answer: false on the server and while the browser takes the page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
