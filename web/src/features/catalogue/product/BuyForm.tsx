import { useWords } from "../../../context/PageContext.tsx";
import type { ProductPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import styles from "./forms.module.css";
import { GroupedForm } from "./GroupedForm.tsx";
import { SimpleForm } from "./SimpleForm.tsx";
import type { Variations } from "./useVariations.ts";
import { VariationForm } from "./VariationForm.tsx";

interface BuyFormProps {
  page: ProductPage;
  variations: Variations;
  /** Target page of the form without scripts; by default the product's own page. */
  redirect?: string;
}

/** The form that buys a product, whatever its type. */
export function BuyForm({ page, variations, redirect }: BuyFormProps) {
  const words = useWords("product");
  const { logInForPrices } = useWords();
  if (page.card.price.hidden) {
    return (
      <p>
        <Link className={`${button.button} ${button.large}`} href="/my-account/">
          {logInForPrices}
        </Link>
      </p>
    );
  }
  if (page.attributes.length > 0) {
    return <VariationForm page={page} variations={variations} redirect={redirect} />;
  }
  if (page.grouped.length > 0) return <GroupedForm page={page} redirect={redirect} />;
  if (!page.external) return <SimpleForm page={page} redirect={redirect} />;
  return (
    <p className={styles.external}>
      <Link className={`${button.button} ${button.large}`} href={page.external.path} rel="noopener nofollow">
        {page.external.label}
      </Link>
      <small>{words.externalHint}</small>
    </p>
  );
}
