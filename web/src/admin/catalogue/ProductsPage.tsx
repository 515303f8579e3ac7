import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Tabs } from "../../ui/Tabs.tsx";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { ProductList, ProductRow } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { Badge } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";
import { ActOutcome, type BulkResult, ProductActs } from "./ProductActs.tsx";
import { ProductFilters } from "./ProductFilters.tsx";
import { NewProduct } from "./product/NewProduct.tsx";

/** The trash is last: "all" does not include it. */
const TABS = ["", "publish", "draft", "private", "trash"];

/** List of products, by state, search and filters. */
export function ProductsPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const [acted, setActed] = useState<BulkResult>({ error: null, result: null });
  const loaded = useList(apiQuery("/api/admin/products", { query }));
  return (
    <ListPage
      title={t("products")}
      base="/prodotti"
      search={t("searchProducts")}
      actions={
        <Link to="/prodotti/scambio" className={ui.button}>
          {t("transfer")}
        </Link>
      }
      filters={
        <>
          <NewProduct />
          <ProductFilters errors={loaded.error?.errors ?? []} />
          {loaded.data && <StatusTabs list={loaded.data} current={query.get("status") ?? ""} />}
          <ActOutcome {...acted} />
        </>
      }
      loaded={loaded}
      empty={t(query.get("status") === "trash" ? "binEmpty" : "noProducts")}
    >
      {(list) => (
        // Remounts for another list, so that nothing is selected.
        <Products
          key={query.toString()}
          list={list}
          binned={query.get("status") === "trash"}
          report={setActed}
          reload={loaded.refetch}
        />
      )}
    </ListPage>
  );
}

function StatusTabs({ list, current }: { list: ProductList; current: string }) {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const counts = new Map(list.by_status.map((one) => [one.status, one.count]));
  const all = list.by_status.reduce((sum, one) => sum + (one.status === "trash" ? 0 : one.count), 0);
  const visible = TABS.filter((status) => status === "" || status === current || counts.get(status));
  return (
    <Tabs label={t("productsByStatus")} current={current}>
      {visible.map((status) => (
        <li key={status}>
          <Link
            to={`/prodotti${queryWith(query, { status, page: "" })}`}
            aria-current={status === current ? "page" : undefined}
          >
            {status ? named("publish", status) : t("allOfThem")}{" "}
            <span className={styles.count}>{format.integer(status ? (counts.get(status) ?? 0) : all)}</span>
          </Link>
        </li>
      ))}
    </Tabs>
  );
}

interface ProductsProps {
  list: ProductList;
  binned: boolean;
  report: (acted: BulkResult) => void;
  reload: () => void;
}

function Products({ list, binned, report, reload }: ProductsProps) {
  const { t } = useLanguage();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // Ignores selected products that are no longer listed.
  const chosen = list.products.filter((product) => marked.has(product.id));
  const mark = (id: number, on: boolean) => {
    const next = new Set(marked);
    if (on) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <>
      <ProductActs
        listed={list.products}
        chosen={chosen}
        binned={binned}
        choose={(products) => setMarked(new Set(products.map((one) => one.id)))}
        report={report}
        done={reload}
      />
      <Rows
        rows={list.products}
        id={(product) => product.id}
        columns={[
          {
            label: t("name"),
            cell: (product) => (
              <span className={styles.markable}>
                <input
                  type="checkbox"
                  aria-label={t("mark", { name: product.name })}
                  checked={marked.has(product.id)}
                  onChange={(event) => mark(product.id, event.target.checked)}
                />
                <Link to={`/prodotti/${product.id}`}>{product.name}</Link>
              </span>
            ),
          },
          { label: t("sku"), cell: (product) => product.sku },
          { label: t("categories"), cell: (product) => product.categories.join(", ") },
          { label: t("price"), number: true, cell: (product) => <Price product={product} /> },
          { label: t("stock"), cell: (product) => <Stock product={product} /> },
          { label: t("status"), cell: (product) => <Badge group="publish" value={product.status} /> },
        ]}
      />
    </>
  );
}

function Price({ product }: { product: ProductRow }) {
  const { t, format } = useLanguage();
  const { price_min_cents: min, price_max_cents: max } = product;
  if (typeof min !== "number") return <span className={ui.small}>{t("noPrice")}</span>;
  const range = typeof max === "number" && max !== min ? ` – ${format.price(max)}` : "";
  return (
    <span>
      {format.price(min)}
      {range}
      {product.on_sale && (
        <>
          <br />
          <span className={ui.small}>{t("onSale")}</span>
        </>
      )}
    </span>
  );
}

function Stock({ product }: { product: ProductRow }) {
  const { t, format } = useLanguage();
  const counted = product.variations.filter((variation) => typeof variation.stock === "number");
  const pieces = (stock: number | null | undefined) =>
    typeof stock === "number" ? format.integer(stock) : "";
  return (
    <span>
      {product.stock_status !== "instock" && <Badge group="stock" value={product.stock_status} />}{" "}
      {counted.length > 0
        ? counted.map((variation) => (
            <span key={variation.id} className={ui.small} title={variation.name}>
              {variation.sku}: {pieces(variation.stock)}
              <br />
            </span>
          ))
        : pieces(product.stock) || <span className={ui.small}>{t("notCounted")}</span>}
    </span>
  );
}
