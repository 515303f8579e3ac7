import { useId } from "react";
import { useWords } from "../../../../context/PageContext.tsx";
import type { BookingView } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Choices } from "./Choices.tsx";
import styles from "./PurchaseFields.module.css";
import type { Purchase } from "./usePurchase.ts";

/** Day, time and number of people. Another day shows its times at once; without scripts a button does. */
export function BookingFields({ booking, purchase }: { booking: BookingView; purchase: Purchase }) {
  const words = useWords("product");
  const id = useId();
  if (!booking.day) return <p className={styles.hint}>{words.bookingNone}</p>;
  const people = Array.from(
    { length: booking.max_persons - booking.min_persons + 1 },
    (_, at) => booking.min_persons + at,
  );
  const error = purchase.errorOf("wc_bookings_field_persons");
  const show = (day: string) => {
    const field = purchase.form.current?.elements.namedItem("wc_bookings_field_date");
    if (field instanceof HTMLInputElement) field.value = day;
    purchase.changed();
  };
  return (
    <div className={styles.booking} id="prenota">
      <div className={styles.pair}>
        <div className={styles.addOn}>
          <label htmlFor={`${id}-day`} className={styles.label}>
            {words.bookingDay}
          </label>
          <input
            id={`${id}-day`}
            type="date"
            name="wc_bookings_field_date"
            defaultValue={booking.day}
            min={booking.first_day}
            max={booking.last_day}
          />
        </div>
        <div className={styles.addOn} data-invalid={error ? "" : undefined}>
          <label htmlFor={`${id}-people`} className={styles.label}>
            {words.bookingPeople}
          </label>
          <select
            id={`${id}-people`}
            name="wc_bookings_field_persons"
            defaultValue={booking.persons}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error`}
          >
            {people.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
      <noscript>
        <button
          type="submit"
          name="wc_bookings_show_day"
          value="1"
          className={`${button.button} ${button.quiet}`}
        >
          {words.bookingShow}
        </button>
      </noscript>
      <div aria-live="polite">
        {booking.slots.length > 0 ? (
          <Choices
            key={booking.day}
            name="wc_bookings_field_start_date"
            legend={booking.day_label}
            options={booking.slots}
            chosen={booking.slot}
            required
            error={purchase.errorOf("wc_bookings_field_start_date")}
          />
        ) : (
          <p className={styles.hint}>{words.bookingClosed(booking.day_label)}</p>
        )}
      </div>
      {booking.next_day && (
        <button type="button" className={`${button.text} scriptOnly`} onClick={() => show(booking.next_day)}>
          {words.bookingNext(booking.next_day_label)}
        </button>
      )}
    </div>
  );
}
