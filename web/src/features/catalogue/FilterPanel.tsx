import { useId } from "react";
import { SharedList } from "../../components/SharedList.tsx";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { Facet, Filters } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import { euros } from "./euros.ts";
import styles from "./FilterPanel.module.css";
import { HiddenFields } from "./HiddenFields.tsx";

/** Number of a filter's values that are always visible; the others are collapsed. */
const VISIBLE_VALUES = 6;

/** All filters of a list. Values are links, so that each choice applies at once and works without scripts. */
export function FilterPanel({ filters }: { filters: Filters }) {
  return (
    <div className={styles.panel}>
      {filters.price && <PriceForm filters={filters} price={filters.price} />}
      {filters.facets
        .filter((facet) => facet.values.length > 0)
        .map((facet) => (
          <FacetLinks key={facet.name} facet={facet} list={filters.action} />
        ))}
    </div>
  );
}

/** `list`: the name of the list that is filtered. */
function FacetLinks({ facet, list }: { facet: Facet; list: string }) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  const long = facet.values.length > VISIBLE_VALUES + 2;
  const rest = long ? facet.values.slice(VISIBLE_VALUES) : [];
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{facet.label || words.facets[facet.name] || facet.name}</h3>
      <FacetValues
        name={`${facet.name} ${list}`}
        values={long ? facet.values.slice(0, VISIBLE_VALUES) : facet.values}
      />
      {long && (
        <details className={styles.more} open={rest.some((value) => value.selected)}>
          <summary>{words.moreValues(format.integer(rest.length))}</summary>
          <FacetValues name={`more of ${facet.name} ${list}`} values={rest} />
        </details>
      )}
    </section>
  );
}

function FacetValues({ name, values }: { name: string; values: Facet["values"] }) {
  const format = useFormat();
  const entry = (value: Facet["values"][number]) => (
    <li key={value.value}>
      <Link
        href={value.path}
        rel="nofollow"
        className={styles.value}
        aria-current={value.selected ? "true" : undefined}
        data-empty={value.count === 0 || undefined}
        data-keep-scroll=""
      >
        {value.label} <span className={styles.count}>{format.integer(value.count)}</span>
      </Link>
    </li>
  );
  return <SharedList name={`facet ${name}`} of={values} entries={() => values.map(entry)} />;
}

function PriceForm({ filters, price }: { filters: Filters; price: NonNullable<Filters["price"]> }) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  const field = (
    name: "min_price" | "max_price",
    label: string,
    short: string,
    chosen: number | null,
    all: number,
  ) => (
    <label>
      <span aria-hidden="true">{short}</span>
      <input
        key={`${name}${chosen}`}
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={chosen === null ? "" : format.decimal(euros(chosen))}
        placeholder={format.decimal(euros(all))}
      />
    </label>
  );
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{words.price}</h3>
      <Form className={styles.price} method="get" action={filters.action} data-keep-scroll="">
        <HiddenFields filters={filters} except={["min_price", "max_price"]} />
        {field("min_price", words.minPrice, words.minShort, price.selected_min_cents, price.min_cents)}
        {field("max_price", words.maxPrice, words.maxShort, price.selected_max_cents, price.max_cents)}
        <button type="submit" className={`${button.button} ${button.quiet}`}>
          {words.apply}
        </button>
      </Form>
    </section>
  );
}
