import { useEffect, useMemo, useRef, useState } from "react";
import { loadTheme } from "../../../core/load.ts";
import type { ThemeFields } from "../../api/types.ts";

type Rules = Awaited<ReturnType<typeof loadTheme>>;
export type Contrasts = ReturnType<Rules["themeContrasts"]>;

interface ThemeCheck {
  /** Contrasts of the colours; empty while a field is not a valid colour. */
  contrasts: Contrasts;
  /** The last fields that were all valid; `null` if there were none yet. */
  readable: ThemeFields | null;
}

/** Computes the contrasts of a theme while its colours are chosen. */
export function useContrasts(fields: ThemeFields): ThemeCheck {
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
