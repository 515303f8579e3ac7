import { Link, useSearchParams } from "react-router";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { BookedSlot, BookingList, FieldProblem } from "../api/types.ts";
import details from "../components/details.module.css";
import { ChoiceFilter, DayFilter, FilterForm } from "../components/filters.tsx";
import { Rows } from "../components/list.tsx";
import styles from "../components/lists.module.css";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

/** Booked slots by day, with their customers. */
export function BookingsPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = useList(apiQuery("/api/admin/bookings", { query }));
  const { error: exportError, run } = useAction();
  const save = () =>
    run(async () => {
      saveFile(await get("/api/admin/bookings/export", { query }), "prenotazioni.csv");
      return "";
    });
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("bookings")}>{t("bookings")}</Heading>
        <div className={ui.buttons}>
          <button type="button" className={ui.button} onClick={() => void save()}>
            {t("exportCsv")}
          </button>
        </div>
      </div>
      <Filters list={data} errors={error?.errors ?? []} />
      {(error ?? exportError) && <Outcome error={error ?? exportError} />}
      {error && error.errors.length === 0 && <Failure error={error} retry={refetch} />}
      {!data && isFetching && <p role="status">{t("loading")}</p>}
      {data && !error && (
        <div className={details.stack} aria-busy={isFetching}>
          {data.slots.length === 0 && <p className={ui.empty}>{t("noBookings")}</p>}
          {data.slots.map((slot) => (
            <Slot key={`${slot.product_id}-${slot.starts_at}`} slot={slot} />
          ))}
        </div>
      )}
    </>
  );
}

function Filters({ list, errors }: { list: BookingList | undefined; errors: FieldProblem[] }) {
  const { t } = useLanguage();
  const products = list?.products ?? [];
  const options = [
    { value: "", label: t("everyProduct") },
    ...products.map((one) => ({ value: String(one.id), label: one.name })),
  ];
  return (
    <FilterForm base="/prenotazioni" names={["from", "to", "product"]} resetKey={products.length}>
      <DayFilter name="from" label={t("fromDay")} errors={errors} initial={list?.from} />
      <DayFilter name="to" label={t("toDay")} errors={errors} initial={list?.to} />
      <ChoiceFilter name="product" label={t("bookedProduct")} errors={errors} options={options} />
    </FilterForm>
  );
}

function Slot({ slot }: { slot: BookedSlot }) {
  const { t, format } = useLanguage();
  const id = `slot-${slot.product_id}-${slot.starts_at}`;
  return (
    <section className={ui.card} aria-labelledby={id}>
      <div className={details.entryHead}>
        <h2 id={id}>
          {format.moment(slot.starts_at)} · {slot.product}
        </h2>
        <span className={ui.badge} data-tone={slot.booked >= slot.capacity ? "bad" : "good"}>
          {t("placesTaken", { taken: format.integer(slot.booked), capacity: format.integer(slot.capacity) })}
        </span>
      </div>
      <Rows
        rows={slot.bookings.map((one, n) => ({ ...one, place: n }))}
        id={(one) => one.place}
        columns={[
          {
            label: t("number"),
            cell: (one) => (
              <Link to={`/ordini/${one.order_id}`} aria-label={t("orderNumber", { number: one.order_id })}>
                {one.order_id}
              </Link>
            ),
          },
          {
            label: t("customer"),
            cell: (one) => (
              <span>
                {one.name}
                <br />
                <span className={ui.small}>{one.email}</span>
              </span>
            ),
          },
          { label: t("status"), cell: (one) => <Badge group="status" value={one.status} /> },
          { label: t("persons"), number: true, cell: (one) => format.integer(one.persons) },
        ]}
      />
    </section>
  );
}
