import type { ReactNode } from "react";
import { Html } from "../../../components/Html.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { FoodFacts as Facts, Lang } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./FoodFacts.module.css";
import { NutritionTable } from "./NutritionTable.tsx";

interface FoodFactsProps {
  food: Facts;
  /** Id of the heading. */
  id?: string;
}

/** The particulars of a food that the law requires before it is bought (Reg. (EU) 1169/2011 art. 9 and 14). */
export function FoodFacts({ food, id = "alimento" }: FoodFactsProps) {
  const words = useWords("product");
  const { allergen } = useWords("allergens");
  const format = useFormat();
  const names = (codes: string[]) => codes.map((code) => allergen[code] ?? code).join(", ");
  const differ = food.variants.length > 0;
  const liquid = food.net_quantity.endsWith("l");
  const content = (ingredients: string, allergens: string[], traces: string[]): Row[] => [
    [words.ingredients, ingredients && <Html html={ingredients} />],
    [words.allergens, allergens.length > 0 && <b>{names(allergens)}</b>],
    [words.mayContain, names(traces)],
  ];
  return (
    <section className={styles.facts} aria-labelledby={id}>
      <h2 id={id}>{words.foodFacts}</h2>
      {differ && <p className={styles.hint}>{words.variantsDiffer}</p>}
      <Rows
        rows={[
          [words.foodName, food.food_name, food.food_name_lang],
          ...content(food.ingredients_html, food.allergens, food.may_contain),
          [words.netQuantity, food.net_quantity],
          [words.drainedWeight, food.drained_weight],
          [words.abv, food.abv && `${format.decimal(food.abv)} % vol`],
          [words.origin, food.origin, food.origin_lang],
          [words.storage, food.storage, food.storage_lang],
          [words.producer, food.producer, food.producer_lang],
          [words.cites, food.cites],
        ]}
      />
      {food.nutrition && <NutritionTable nutrition={food.nutrition} liquid={liquid} />}
      {food.variants.map((variant) => (
        <section key={variant.variations[0]?.path} className={styles.variant}>
          <h3>
            {variant.variations.map((link, at) => (
              <span key={link.path}>
                {at > 0 && " · "}
                <Link href={link.path}>{link.label}</Link>
              </span>
            ))}
          </h3>
          <Rows rows={content(variant.ingredients_html, variant.allergens, variant.may_contain)} />
          {variant.nutrition && <NutritionTable nutrition={variant.nutrition} liquid={liquid} />}
        </section>
      ))}
    </section>
  );
}

/** Label and value, and the value's language if it differs from the page's. */
type Row = [label: string, value: ReactNode, lang?: Lang | null];

function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl>
      {rows
        .filter(([, value]) => value)
        .map(([label, value, lang]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd lang={lang ?? undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
