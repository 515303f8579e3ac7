import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { get, question, type Refused } from "../api/client.ts";
import type { BookedSlot, BookingList, FieldProblem } from "../api/types.ts";
import details from "../components/details.module.css";
import { useFormat } from "../components/format.ts";
import { Rows } from "../components/list.tsx";
import styles from "../components/lists.module.css";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

/** Booked times by day, with who booked. */
export function BookingsPage() {
  const { t } = useLanguage();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(question("/api/admin/bookings", { query }));
  const [failed, setFailed] = useState<Refused | null>(null);
  const save = async () => {
    setFailed(null);
    try {
      saveFile(await get("/api/admin/bookings/export", { query }), "prenotazioni.csv");
    } catch (reason) {
      setFailed(reason as Refused);
    }
  };
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
      {(error ?? failed) && <Outcome error={error ?? failed} />}
      {error && error.errors.length === 0 && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && !error && (
        <div className={details.stack} aria-busy={loading}>
          {data.slots.length === 0 && <p className={ui.empty}>{t("noBookings")}</p>}
          {data.slots.map((slot) => (
            <Slot key={`${slot.product_id}-${slot.starts_at}`} slot={slot} />
          ))}
        </div>
      )}
    </>
  );
}

function Filters({ list, errors }: { list: BookingList | null; errors: FieldProblem[] }) {
  const { t } = useLanguage();
  const { query } = useLocation();
  const given = (name: string) => query.get(name) ?? "";
  const error = (name: string) => errors.find((one) => one.field === name)?.message;
  const day = (name: "from" | "to", label: string) => (
    <Field name={name} label={label} error={error(name)}>
      {(control) => <input {...control} type="date" defaultValue={given(name) || list?.[name] || ""} />}
    </Field>
  );
  return (
    <form
      key={`${given("from")} ${given("to")} ${given("product")} ${list?.products.length ?? 0}`}
      aria-label={t("filters")}
      className={styles.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = (name: string) => String(form.get(name) ?? "");
        const asked = { from: value("from"), to: value("to"), product: value("product") };
        navigate(`/prenotazioni${queryWith(query, asked)}`, "replace");
      }}
    >
      {day("from", t("fromDay"))}
      {day("to", t("toDay"))}
      <Field name="product" label={t("bookedProduct")} error={error("product")}>
        {(control) => (
          <select {...control} defaultValue={given("product")}>
            <option value="">{t("everyProduct")}</option>
            {list?.products.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
      </div>
    </form>
  );
}

function Slot({ slot }: { slot: BookedSlot }) {
  const { t } = useLanguage();
  const format = useFormat();
  const id = `slot-${slot.product_id}-${slot.starts_at}`;
  return (
    <section className={ui.card} aria-labelledby={id}>
      <div className={details.entryHead}>
        <h2 id={id}>
          {format.moment(slot.starts_at)} · {slot.product}
        </h2>
        <span className={ui.badge} data-tone={slot.taken >= slot.capacity ? "bad" : "good"}>
          {t("placesTaken", { taken: format.integer(slot.taken), capacity: format.integer(slot.capacity) })}
        </span>
      </div>
      <Rows
        rows={slot.bookings.map((one, n) => ({ ...one, place: n }))}
        id={(one) => one.place}
        columns={[
          {
            label: t("number"),
            cell: (one) => (
              <Link to={`/ordini/${one.order_id}`} label={t("orderNumber", { number: one.order_id })}>
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
