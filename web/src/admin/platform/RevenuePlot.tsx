import type { Dashboard } from "../api/types.ts";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import styles from "./RevenuePlot.module.css";

/** Size of the viewBox. The drawing is stretched to its container, so texts are placed beside it, not in it. */
const WIDTH = 600;
const HEIGHT = 200;

/** Rounds an amount up to 1, 2 or 5 times a power of ten. */
function ceiling(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(cents, 100)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= cents) ?? cents;
}

/** Chart of revenue per day as bars, with the previous thirty days as a line; also as a table. */
export function RevenuePlot({ data }: { data: Dashboard }) {
  const { t, format } = useLanguage();
  const { days, before } = data;
  const amounts = [...days, ...before].map((day) => day.revenue_cents);
  const top = ceiling(Math.max(...amounts, 100));
  const lowest = Math.min(...amounts, 0);
  const bottom = lowest < 0 ? -ceiling(-lowest) : 0;
  const y = (cents: number) => (HEIGHT * (top - cents)) / (top - bottom);
  const step = WIDTH / days.length;
  const best = days.reduce((a, b) => (b.revenue_cents > a.revenue_cents ? b : a), days[0] ?? empty);
  const line = before.map((day, n) => `${(n + 0.5) * step},${y(day.revenue_cents)}`).join(" ");
  const values = {
    recent: format.price(data.recent.revenue_cents),
    earlier: format.price(data.earlier.revenue_cents),
    day: format.day(best.day),
    best: format.price(best.revenue_cents),
  };
  const ends = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span data-kind="now">{t("last30")}</span>
        <span data-kind="then">{t("before30")}</span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          {[top, 0, ...(bottom < 0 ? [bottom] : [])].map((cents) => (
            <span key={cents} style={{ top: `${(100 * y(cents)) / HEIGHT}%` }}>
              {format.price(cents)}
            </span>
          ))}
        </div>
        <svg
          className={styles.drawing}
          role="img"
          aria-labelledby="plot-title"
          aria-describedby="plot-text"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <title id="plot-title">{t("revenuePerDay")}</title>
          <desc id="plot-text">{t("revenuePlot", values)}</desc>
          {[...new Set([top, top / 2, 0, bottom])].map((cents) => (
            <line key={cents} x1="0" x2={WIDTH} y1={y(cents)} y2={y(cents)} className={styles.grid} />
          ))}
          {days.map((day, n) => (
            <rect
              key={day.day}
              className={styles.bar}
              x={n * step + step * 0.15}
              width={step * 0.7}
              y={y(Math.max(day.revenue_cents, 0))}
              height={Math.abs(y(day.revenue_cents) - y(0))}
            >
              <title>
                {t("barTitle", {
                  day: format.day(day.day),
                  amount: format.price(day.revenue_cents),
                  orders: format.integer(day.orders),
                })}
              </title>
            </rect>
          ))}
          <polyline className={styles.line} points={line} />
        </svg>
        <div className={styles.days} aria-hidden="true">
          {ends.map((day) => day && <span key={day.day}>{format.shortDay(day.day)}</span>)}
        </div>
      </div>
      <details className={styles.table}>
        <summary>{t("asTable")}</summary>
        <div className={ui.scroll}>
          <table className={`${ui.table} ${ui.stacked}`}>
            <caption className="visuallyHidden">{t("revenuePerDay")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("day")}</th>
                <th scope="col" className={ui.number}>
                  {t("revenue")}
                </th>
                <th scope="col" className={ui.number}>
                  {t("paidOrders")}
                </th>
                <th scope="col" className={ui.number}>
                  {t("dayBefore")}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map((day, n) => (
                <tr key={day.day}>
                  <th scope="row">{format.day(day.day)}</th>
                  <td data-label={t("revenue")} className={ui.number}>
                    {format.price(day.revenue_cents)}
                  </td>
                  <td data-label={t("paidOrders")} className={ui.number}>
                    {format.integer(day.orders)}
                  </td>
                  <td data-label={t("dayBefore")} className={ui.number}>
                    {format.price(before[n]?.revenue_cents ?? 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const empty = { day: "1970-01-01", orders: 0, revenue_cents: 0 };
