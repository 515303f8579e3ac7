import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Check, type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { ListError, Ticked } from "./parts.tsx";
import { NEW_BOOKING, purchaseOf } from "./purchase.ts";

const NUMBERS = [
  "duration_minutes",
  "capacity",
  "min_persons",
  "max_persons",
  "notice_hours",
  "days_ahead",
] as const;

const PLACE = "purchase.booking";
/** Field name of the price per place in the server's errors; the form calls it `base`. */
const BASE = `${PLACE}.base_cents`;

/** Editor for the product's bookable times. */
export function BookingFields({ form }: { form: Form }) {
  const { t, named } = useLanguage();
  const own = purchaseOf(form);
  const { booking } = own.value;
  return (
    <Card id="booking" title={t("booking")}>
      <Ticked
        label={t("bookable")}
        value={booking !== null && booking !== undefined}
        onChange={(on) => own.set(PLACE, on ? NEW_BOOKING : null)}
      />
      {booking && (
        <>
          <p className={ui.small}>{t("bookingHint")}</p>
          <ListError form={own} name={`${PLACE}.times`} />
          <div className={styles.grid}>
            {booking.times.map((_, at) => {
              const name = `${PLACE}.times.${at}`;
              return <Text key={name} form={own} name={name} label={named("weekday", String(at + 1))} />;
            })}
          </div>
          <div className={styles.grid}>
            {NUMBERS.map((name) => (
              <Text
                key={name}
                form={own}
                name={`${PLACE}.${name}`}
                label={named("booking", name)}
                inputMode="numeric"
              />
            ))}
            <Text
              form={{
                ...own,
                values: { [BASE]: booking.base },
                set: (_, base) => own.set(`${PLACE}.base`, base),
              }}
              name={BASE}
              label={named("booking", "base")}
              inputMode="decimal"
            />
            <Text
              form={own}
              name={`${PLACE}.closed_days`}
              label={named("booking", "closed_days")}
              hint={t("closedDaysHint")}
            />
          </div>
          <Check form={own} name={`${PLACE}.closed_on_holidays`} label={t("closedOnHolidays")} />
        </>
      )}
    </Card>
  );
}
