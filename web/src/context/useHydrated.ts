import { createContext, startTransition, useContext, useEffect, useState } from "react";

/** Whether a page is taken over by its scripts. Written by who takes it over (app/Takeover.tsx), and told with the next drawing:
 * what is drawn for the first time after that needs no second one. */
export const Answering = createContext<{ yet: boolean }>({ yet: false });

/** Whether scripts answer: false on the server and while the browser takes the page over. */
export function useHydrated(): boolean {
  const page = useContext(Answering);
  const [answers, setAnswers] = useState(page.yet);
  // In pieces, as the page is taken over: much of a page is drawn anew for it.
  useEffect(() => startTransition(() => setAnswers(true)), []);
  return answers;
}
