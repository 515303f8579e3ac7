import { useId } from "react";
import { useWords } from "../../context/PageContext.tsx";
import type { ListingPage } from "../../core/types.ts";
import { Form } from "../../ui/Link.tsx";
import { HiddenFields } from "./HiddenFields.tsx";
import styles from "./SortForm.module.css";

/** The sort order of a list; submitted as soon as it changes. */
export function SortForm({ page }: { page: ListingPage }) {
  const words = useWords();
  const id = useId();
  return (
    <Form className={styles.sort} method="get" action={page.filters.action} data-keep-scroll="">
      <HiddenFields filters={page.filters} except={["orderby"]} />
      <button type="submit" className="fallbackOnly">
        {words.apply}
      </button>
      <label className="visuallyHidden" htmlFor={id}>
        {words.sortBy}
      </label>
      <select
        id={id}
        name="orderby"
        key={page.orderby}
        defaultValue={page.orderby}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {page.orderby_options.map((name) => (
          <option key={name} value={name}>
            {words.orderby[name] ?? name}
          </option>
        ))}
      </select>
    </Form>
  );
}
