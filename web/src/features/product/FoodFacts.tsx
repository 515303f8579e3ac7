import type { ReactNode } from "react";
import { useFormat, useWords } from "../../app/PageContext.tsx";
import { Html } from "../../components/Html.tsx";
import type { FoodFacts as Facts } from "../../core/types.ts";
import styles from "./FoodFacts.module.css";
import { NutritionTable } from "./NutritionTable.tsx";

/** What the law wants said of a food before it is bought (Reg. (EU) 1169/2011 art. 9 and 14). */
export function FoodFacts({ food }: { food: Facts }) {
  const words = useWords();
  const format = useFormat();
  const names = (codes: string[]) => codes.map((code) => words.allergenNames[code] ?? code).join(", ");
  const rows: [string, ReactNode][] = [
    [words.foodName, food.food_name],
    [words.ingredients, food.ingredients_html && <Html html={food.ingredients_html} />],
    [words.allergens, food.allergens.length > 0 && <b>{names(food.allergens)}</b>],
    [words.mayContain, names(food.may_contain)],
    [words.netQuantity, food.net_quantity],
    [words.drainedWeight, food.drained_weight],
    [words.abv, food.abv && `${format.decimal(food.abv)} % vol`],
    [words.origin, food.origin],
    [words.storage, food.storage],
    [words.producer, food.producer],
    [words.cites, food.cites],
  ];
  return (
    <section className={styles.facts} aria-labelledby="alimento">
      <h2 id="alimento">{words.foodFacts}</h2>
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {food.nutrition && (
        <NutritionTable nutrition={food.nutrition} liquid={food.net_quantity.endsWith("l")} />
      )}
    </section>
  );
}
