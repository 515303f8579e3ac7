import { useEffect, useState } from "react";
import { writtenSum } from "../../../api/bulkOrder.ts";
import { Html } from "../../../components/Html.tsx";
import { useFormat } from "../../../context/PageContext.tsx";

/** A sum as the server writes it; until that is there, as the rules write it. */
export function ServerSum({ cents, token }: { cents: number; token: string }) {
  const format = useFormat();
  const [written, setWritten] = useState<{ cents: number; html: string } | null>(null);
  useEffect(() => {
    let gone = false;
    writtenSum(token, cents).then(
      (html) => !gone && setWritten({ cents, html }),
      // The sum is right either way.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [cents, token]);
  return written?.cents === cents ? <Html html={written.html} /> : format.price(cents);
}
