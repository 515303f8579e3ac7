import { useRef } from "react";
import { Breadcrumbs } from "../../../components/Breadcrumbs.tsx";
import { Html } from "../../../components/Html.tsx";
import { Price } from "../../../components/Price.tsx";
import { ProductSection } from "../../../components/ProductSection.tsx";
import { Rating } from "../../../components/Rating.tsx";
import { useWords } from "../../../context/PageContext.tsx";
import type { PriceView, ProductPage } from "../../../core/types.ts";
import { Instalments } from "../../../payments/bnpl/Instalments.tsx";
import { ExpressArea } from "../../../payments/express/ExpressArea.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Notices } from "../../../ui/Notices.tsx";
import { BuyBar } from "./BuyBar.tsx";
import { BuyForm } from "./BuyForm.tsx";
import { DeliveryNote } from "./DeliveryNote.tsx";
import { Gallery } from "./Gallery.tsx";
import styles from "./ProductPageView.module.css";
import { ProductTabs } from "./ProductTabs.tsx";
import { useVariations } from "./useVariations.ts";

/** A product with everything that must be known before it is bought. */
export function ProductPageView({ page }: { page: ProductPage }) {
  const words = useWords("product");
  const { card } = page;
  const variations = useVariations(page);
  const { variation } = variations;
  const { sku } = variations.state;
  const form = useRef<HTMLDivElement>(null);
  const price = variation?.price ?? card.price;
  return (
    <>
      <Breadcrumbs steps={page.breadcrumbs} />
      <Notices notices={page.notices} />
      <div className={styles.columns}>
        <Gallery
          pictures={page.pictures}
          swapped={variation?.picture ?? null}
          flags={[...(card.on_sale ? [words.sale] : []), ...(card.badges ?? [])]}
        />
        <div className={styles.buy}>
          <p className={styles.category}>{card.categories[0]}</p>
          <h1 tabIndex={-1} lang={card.name_lang}>
            {card.name}
          </h1>
          <p className={styles.sub}>
            {card.pack && <span>{card.pack}</span>}
            {card.rating_tenths !== undefined && (
              <Link href="#reviews">
                <Rating tenths={card.rating_tenths} count={card.review_count} />
              </Link>
            )}
          </p>
          <div aria-live="polite">
            <Price price={price} unitPrice={variation?.unit_price ?? card.unit_price} size="page" />
          </div>
          <Instalments
            key={`instalments-${card.id}`}
            configuration={page.bnpl}
            kind="product"
            productId={card.id}
            unit={exactPrice(price)}
            quantity={page.attributes.length > 0 ? variations.state.pieces : undefined}
          />
          <Html html={page.short_description_html} className={styles.short} />
          <div id="acquista" tabIndex={-1} ref={form} className={styles.form}>
            <BuyForm page={page} variations={variations} />
          </div>
          <ExpressArea
            key={`express-${card.id}`}
            settings={page.express}
            placement={{ kind: "product", page, variations, form }}
            hidden={page.attributes.length > 0 && variations.state.button !== "enabled"}
          />
          <DeliveryNote page={page} />
          <dl className={styles.meta}>
            <Meta label={words.sku} value={sku} />
            <Meta label={words.weight} value={variation?.weight || page.weight} />
            <Meta label={words.dimensions} value={variation?.dimensions || page.dimensions} />
            <MetaLinks label={words.category} links={page.categories} />
            <MetaLinks label={words.tags} links={page.tags} />
          </dl>
        </div>
      </div>
      <BuyBar page={page} variations={variations} form={form} />
      <ProductTabs page={page} variation={variation} />
      <ProductSection title={words.upsells} cards={page.upsells} />
      <ProductSection title={words.related} cards={page.related} />
    </>
  );
}

/** Returns the price unless it is still a range. */
function exactPrice({ price_cents, max_cents }: PriceView): number | null {
  return max_cents === undefined || max_cents === price_cents ? price_cents : null;
}

function Meta({ label, value }: { label: string; value: string }) {
  if (!value) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function MetaLinks({ label, links }: { label: string; links: { label: string; path: string }[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {links.map((link) => (
          <Link key={link.path} href={link.path}>
            {link.label}
          </Link>
        ))}
      </dd>
    </div>
  );
}
