import { readProducts } from "../api/client.ts";
import type { ProductList, ProductRow } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Pagination, SearchForm } from "../components/ui.tsx";
import { NewProduct } from "../product/NewProduct.tsx";
import styles from "./lists.module.css";

/** The products by name, drafts included. */
export function ProductsPage() {
  const { t } = useLanguage();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(`/products${queryWith(query, {})}`, readProducts);
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("products")}>{t("products")}</Heading>
        <SearchForm
          label={t("searchProducts")}
          submit={(search) => navigate(`/prodotti${queryWith(query, { search, page: "" })}`)}
        />
        <Link to="/prodotti/scambio" className={ui.button}>
          {t("transfer")}
        </Link>
      </div>
      <NewProduct />
      {error && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && (
        <div aria-busy={loading}>
          <Products list={data} />
        </div>
      )}
      {data && <Pagination base="/prodotti" page={data.page} pages={data.pages} />}
    </>
  );
}

function Products({ list }: { list: ProductList }) {
  const { t } = useLanguage();
  if (list.products.length === 0) return <p className={ui.empty}>{t("noProducts")}</p>;
  return (
    <div className={ui.scroll}>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("sku")}</th>
            <th scope="col">{t("categories")}</th>
            <th scope="col" className={ui.number}>
              {t("price")}
            </th>
            <th scope="col">{t("stock")}</th>
            <th scope="col">{t("status")}</th>
          </tr>
        </thead>
        <tbody>
          {list.products.map((product) => (
            <tr key={product.id}>
              <th scope="row">
                <Link to={`/prodotti/${product.id}`}>{product.name}</Link>
              </th>
              <td data-label={t("sku")}>{product.sku}</td>
              <td data-label={t("categories")}>{product.categories.join(", ")}</td>
              <td data-label={t("price")} className={ui.number}>
                <Price product={product} />
              </td>
              <td data-label={t("stock")}>
                <Stock product={product} />
              </td>
              <td data-label={t("status")}>
                <Badge group="publish" value={product.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Price({ product }: { product: ProductRow }) {
  const { t } = useLanguage();
  const format = useFormat();
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
  const { t } = useLanguage();
  const format = useFormat();
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
