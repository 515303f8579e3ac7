import { useState } from "react";
import { bookInstalment } from "../api/calls.ts";
import type { Refused } from "../api/client.ts";
import type { OrderDetail } from "../api/types.ts";
import styles from "../components/details.module.css";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

interface InstalmentsProps {
  order: OrderDetail;
  /** Takes the order as it is afterwards. */
  replace: (order: OrderDetail) => void;
}

/** What is paid with the order and what later, and booking what arrived. */
export function InstalmentsCard({ order, replace }: InstalmentsProps) {
  const { t, named } = useLanguage();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const [success, setSuccess] = useState("");
  if (order.instalments.length === 0) return null;
  const open = order.instalments.filter((one) => one.status !== "paid");
  const book = async (position: number, paid: boolean) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    setSuccess("");
    try {
      replace(await bookInstalment(order.id, position, paid));
      setSuccess(t(paid ? "instalmentBooked" : "instalmentReopened"));
    } catch (reason) {
      setError(reason as Refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={ui.card} aria-labelledby="instalments">
      <h2 id="instalments">{t("instalments")}</h2>
      <p>
        {t("dueWithOrder")}: <strong>{format.price(order.due_now_cents)}</strong>
      </p>
      <ul className={styles.stack}>
        {order.instalments.map((one) => (
          <li key={one.position}>
            <p>
              <strong>{format.price(one.cents)}</strong> {t("dueBy", { date: one.due })} ·{" "}
              {named("instalment", one.status)}
            </p>
            {one.open && (
              <button
                type="button"
                className={ui.button}
                aria-disabled={busy || undefined}
                aria-label={`${t(one.status === "paid" ? "instalmentReopen" : "instalmentBook")}: ${one.due}`}
                onClick={() => void book(one.position, one.status !== "paid")}
              >
                {t(one.status === "paid" ? "instalmentReopen" : "instalmentBook")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p>
        {t("balanceDue")}: <strong>{format.price(open.reduce((sum, one) => sum + one.cents, 0))}</strong>
      </p>
      <Outcome error={error} success={success} />
    </section>
  );
}
