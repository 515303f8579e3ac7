import type { CompanyDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

/** The company's recurring orders, which it manages itself. */
export function CompanyStandingOrdersCard({ company }: { company: CompanyDetail }) {
  const { t, named, format } = useLanguage();
  if (company.standing_orders.length === 0) return null;
  return (
    <Card id="standing-orders" title={t("standingOrders")}>
      <ul>
        {company.standing_orders.map((order) => (
          <li key={order.id}>
            {order.list}{" "}
            <span className={ui.small}>
              {named("repeats", order.repeats)}
              {" · "}
              {order.state === "paused"
                ? t("standingPaused")
                : t("standingNext", { date: format.day(order.next_on) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
