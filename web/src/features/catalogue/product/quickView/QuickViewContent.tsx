import { useState } from "react";
import { Html } from "../../../../components/Html.tsx";
import { Price } from "../../../../components/Price.tsx";
import { Rating } from "../../../../components/Rating.tsx";
import { Slides } from "../../../../components/Slides.tsx";
import { useFormat, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { Picture, ProductPage, QuickViewView } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Link } from "../../../../ui/Link.tsx";
import { BuyForm } from "../BuyForm.tsx";
import { FoodFacts } from "../FoodFacts.tsx";
import { useVariations } from "../useVariations.ts";
import styles from "./QuickViewContent.module.css";
import { RelatedProducts } from "./RelatedProducts.tsx";

/** Returns the product's pictures, and those that only its variations have. */
function allPictures(page: ProductPage): Picture[] {
  const own = page.variations.flatMap(({ picture }) => (picture ? [picture] : []));
  const bySource = new Map([...page.pictures, ...own].map((picture) => [picture.src, picture]));
  return [...bySource.values()];
}

/** In the middle of the window: beside the summary, or above it in a narrow window. */
const POPUP_SIZES =
  "(min-width: 1040px) 460px, (min-width: 700px) calc(50vw - 60px), (min-width: 600px) calc(100vw - 96px), calc(100vw - 48px)";
/** At the side of the window, above the summary. */
const SIDEBAR_SIZES = "(min-width: 544px) 496px, calc(100vw - 48px)";

interface QuickViewContentProps {
  page: ProductPage;
  view: QuickViewView;
  /** Path of the page below the quick view. */
  from: string;
}

/** The contents of the quick view. */
export function QuickViewContent({ page, view, from }: QuickViewContentProps) {
  const words = useWords("product");
  const format = useFormat();
  const { card } = page;
  const variations = useVariations(page);
  const { variation } = variations;
  const food = variation?.food ?? page.food;
  const pictures = allPictures(page);
  const indexOf = (picture: Picture | null) => pictures.findIndex(({ src }) => src === picture?.src) + 1;
  const [at, setAt] = useState(Math.max(indexOf(variation?.picture ?? null) - 1, 0));
  const [last, setLast] = useState(variation);
  if (variation !== last) {
    setLast(variation);
    const chosen = variation ? indexOf(variation.picture) : null;
    setAt(
      core().galleryPicture(
        pictures.map((_, n) => n + 1),
        chosen,
      ) ?? at,
    );
  }
  return (
    <>
      <section className={styles.pictures} aria-label={words.gallery}>
        <Slides
          pictures={pictures}
          at={at}
          onMove={setAt}
          sizes={view.sidebar ? SIDEBAR_SIZES : POPUP_SIZES}
          first
          zooms={view.zoom}
        />
        {pictures.length > 1 && (
          <ul className={styles.dots}>
            {pictures.map((picture, n) => (
              <li key={picture.src}>
                <button
                  type="button"
                  aria-label={words.showPicture(format.integer(n + 1))}
                  aria-current={n === at ? "true" : undefined}
                  onClick={() => setAt(n)}
                >
                  <img src={picture.thumbnail_src} width={56} height={56} alt="" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={styles.summary}>
        <p className={styles.facts}>
          {card.categories[0] && <span>{card.categories[0]}</span>}
          {card.pack && <span>{card.pack}</span>}
          {card.rating_tenths !== undefined && (
            <Rating tenths={card.rating_tenths} count={card.review_count} />
          )}
        </p>
        <div aria-live="polite">
          <Price
            price={variation?.price ?? card.price}
            unitPrice={variation?.unit_price ?? card.unit_price}
            size="page"
          />
        </div>
        <Html html={page.short_description_html} className={styles.short} />
        <BuyForm
          page={page}
          variations={variations}
          redirect={core().quickViewRedirect(view.settings, from)}
        />
        {variations.state.sku && (
          <p className={styles.sku}>
            {words.sku}: {variations.state.sku}
          </p>
        )}
        {food && (
          <details className={styles.food}>
            <summary>{words.foodSummary}</summary>
            <FoodFacts food={food} id="alimento-anteprima" />
          </details>
        )}
        <Link className={button.text} href={card.path}>
          {words.viewProduct}
        </Link>
        <RelatedProducts cards={page.related} />
      </div>
    </>
  );
}
