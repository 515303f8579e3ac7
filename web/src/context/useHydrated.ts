import { createContext, startTransition, useContext, useEffect, useState } from "react";

/**
 * Whether the page is hydrated. app/Hydration.tsx sets it; components that mount after that read the final value in their first
 * render and need no second one.
 */
export const HydrationContext = createContext<{ yet: boolean }>({ yet: false });

/** Returns whether the page is hydrated: false on the server and during hydration. */
export function useHydrated(): boolean {
  const page = useContext(HydrationContext);
  const [isHydrated, setIsHydrated] = useState(page.yet);
  // In a transition, as much of the page is rendered again.
  useEffect(() => startTransition(() => setIsHydrated(true)), []);
  return isHydrated;
}
