import styles from "../components/details.module.css";
import type { Form } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { ListRefusal, Ticked, Typed } from "./parts.tsx";
import { type BookingForm, NEW_BOOKING, purchaseOf } from "./purchase.ts";

const NUMBERS = [
  "duration_minutes",
  "capacity",
  "min_persons",
  "max_persons",
  "notice_hours",
  "days_ahead",
] as const;

/** Times that can be booked. */
export function BookingFields({ form }: { form: Form }) {
  const { t, named } = useLanguage();
  const { value, change } = purchaseOf(form);
  const { booking } = value;
  const set = (part: Partial<BookingForm>) => booking && change({ booking: { ...booking, ...part } });
  return (
    <section className={ui.card} aria-labelledby="booking">
      <h2 id="booking">{t("booking")}</h2>
      <Ticked
        label={t("bookable")}
        value={booking !== null && booking !== undefined}
        onChange={(on) => change({ booking: on ? NEW_BOOKING : null })}
      />
      {booking && (
        <>
          <p className={ui.small}>{t("bookingHint")}</p>
          <ListRefusal form={form} name="booking.times" />
          <div className={styles.grid}>
            {booking.times.map((times, at) => (
              <Typed
                // biome-ignore lint/suspicious/noArrayIndexKey: the days of the week keep their places
                key={at}
                form={form}
                name={`booking.times.${at}`}
                label={named("weekday", String(at + 1))}
                value={times}
                onChange={(text) => set({ times: booking.times.map((one, n) => (n === at ? text : one)) })}
              />
            ))}
          </div>
          <div className={styles.grid}>
            {NUMBERS.map((name) => (
              <Typed
                key={name}
                form={form}
                name={`booking.${name}`}
                label={named("booking", name)}
                value={booking[name]}
                inputMode="numeric"
                onChange={(text) => set({ [name]: text })}
              />
            ))}
            <Typed
              form={form}
              name="booking.base_cents"
              label={named("booking", "base")}
              value={booking.base}
              inputMode="decimal"
              onChange={(base) => set({ base })}
            />
            <Typed
              form={form}
              name="booking.closed_days"
              label={named("booking", "closed_days")}
              hint={t("closedDaysHint")}
              value={booking.closed_days}
              onChange={(closed_days) => set({ closed_days })}
            />
          </div>
          <Ticked
            label={t("closedOnHolidays")}
            value={booking.closed_on_holidays}
            onChange={(closed_on_holidays) => set({ closed_on_holidays })}
          />
        </>
      )}
    </section>
  );
}
