import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { Nutrition } from "../../../core/types.ts";
import styles from "./FoodFacts.module.css";

/** The nutrition declaration in the order of Reg. (EU) 1169/2011, annex XV. */
export function NutritionTable({ nutrition, liquid }: { nutrition: Nutrition; liquid: boolean }) {
  const words = useWords("product");
  const format = useFormat();
  const grams = (text: string) => `${format.decimal(text)} g`;
  const rows: { label: string; value: string; part?: boolean }[] = [
    {
      label: words.energy,
      value: `${format.integer(nutrition.energy_kj)} kJ / ${format.integer(nutrition.energy_kcal)} kcal`,
    },
    { label: words.fat, value: grams(nutrition.fat) },
    { label: words.saturates, value: grams(nutrition.saturates), part: true },
    { label: words.carbohydrate, value: grams(nutrition.carbohydrate) },
    { label: words.sugars, value: grams(nutrition.sugars), part: true },
    ...(nutrition.fibre === null ? [] : [{ label: words.fibre, value: grams(nutrition.fibre) }]),
    { label: words.protein, value: grams(nutrition.protein) },
    { label: words.salt, value: grams(nutrition.salt) },
  ];
  return (
    <table className={styles.nutrition}>
      <caption>
        {words.nutrition} <span>{words.per100(liquid ? "ml" : "g")}</span>
      </caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} data-part={row.part || undefined}>
            <th scope="row">{row.label}</th>
            <td>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
