import { bookInstalment } from "../api/calls.ts";
import type { OrderDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

interface InstalmentsProps {
  order: OrderDetail;
  /** Receives the updated order. */
  replace: (order: OrderDetail) => void;
}

/** Payment schedule of an order, with buttons to record received instalments. */
export function InstalmentsCard({ order, replace }: InstalmentsProps) {
  const { t, named, format } = useLanguage();
  const { busy, error, success, run } = useAction();
  if (order.instalments.length === 0) return null;
  const open = order.instalments.filter((one) => one.status !== "paid");
  const book = (position: number, paid: boolean) =>
    run(async () => {
      replace(await bookInstalment(order.id, position, paid));
      return t(paid ? "instalmentBooked" : "instalmentReopened");
    });
  return (
    <Card id="instalments" title={t("instalments")}>
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
    </Card>
  );
}
