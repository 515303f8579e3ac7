import { useEffect, useState } from "react";
import { fetchFormattedAmount } from "../../../../api/bulkOrder.ts";
import { Html } from "../../../../components/Html.tsx";
import { useFormat } from "../../../../context/PageContext.tsx";

/** An amount as formatted by the server; until its response arrives, as formatted by the rules. */
export function ServerSum({ cents, token }: { cents: number; token: string }) {
  const format = useFormat();
  const [written, setWritten] = useState<{ cents: number; html: string } | null>(null);
  useEffect(() => {
    let cancelled = false;
    fetchFormattedAmount(token, cents).then(
      (html) => !cancelled && setWritten({ cents, html }),
      // The amount is correct either way.
      () => {},
    );
    return () => {
      cancelled = true;
    };
  }, [cents, token]);
  return written?.cents === cents ? <Html html={written.html} /> : format.price(cents);
}
