import { useEffect, useMemo, useRef, useState } from "react";
import { loadTheme } from "../../../core/load.ts";
import type { ThemeFields } from "../../api/types.ts";

type Rules = Awaited<ReturnType<typeof loadTheme>>;
export type Contrasts = ReturnType<Rules["themeContrasts"]>;

interface Judged {
  /** How well text is read on the colours; empty while something typed is no colour. */
  contrasts: Contrasts;
  /** The fields as they last were when all could be read; `null`: not yet. */
  readable: ThemeFields | null;
}

/** What the rules say of the colours of a theme while they are chosen. */
export function useContrasts(fields: ThemeFields): Judged {
  const [rules, setRules] = useState<Rules | null>(null);
  const readable = useRef<ThemeFields | null>(null);
  useEffect(() => {
    loadTheme().then(
      (loaded) => setRules(loaded),
      (error: unknown) => console.error(error),
    );
  }, []);
  const key = JSON.stringify(fields);
  const contrasts = useMemo(() => rules?.themeContrasts(JSON.parse(key) as ThemeFields) ?? [], [rules, key]);
  if (contrasts.length > 0) readable.current = fields;
  return { contrasts, readable: readable.current };
}
