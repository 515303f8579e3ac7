import { Announcer } from "../../../../components/Announcer.tsx";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { BulkOrder } from "../../../../core/types.ts";
import styles from "./BulkRows.module.css";

interface FoundListProps {
  id: string;
  search: BulkOrder["search"] | null;
  active: number;
  choose: (index: number) => void;
}

/** The matching products under a row's field; the focus stays in the field. */
export function FoundList({ id, search, active, choose }: FoundListProps) {
  const words = useWords("account");
  const lang = useLang();
  const format = useFormat();
  const found = search?.found ?? [];
  const nothing = search?.message ? core().messageText("trade_search_nothing_found", {}, lang) : "";
  const announcement =
    found.length > 0 ? words.bulkFound(format.integer(found.length), found.length === 1) : nothing;
  return (
    <>
      {search && <Announcer text={announcement} />}
      <div
        id={id}
        role="listbox"
        aria-label={words.bulkProducts}
        className={styles.found}
        hidden={found.length === 0}
        // A mouse press here must not take the focus from the field, which would close the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((product, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={product.product_id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={active === at}
            className={styles.option}
            onClick={() => choose(at)}
          >
            <span>{product.label}</span>
            <span className={styles.price}>
              {core().foundPrice(product, lang)}
              {product.pack.step > 1 && <small> {words.bulkPack(format.integer(product.pack.step))}</small>}
            </span>
          </div>
        ))}
      </div>
      {nothing && (
        <p className={styles.nothing} aria-hidden="true">
          {nothing}
        </p>
      )}
    </>
  );
}
