import { useWords } from "../../../context/PageContext.tsx";
import type { ProductPage, VariationView } from "../../../core/types.ts";
import styles from "./AdditionalInformation.module.css";

/** Weight, dimensions and further attributes; those of the chosen variation take precedence. */
export function AdditionalInformation({
  page,
  variation,
}: {
  page: ProductPage;
  variation: VariationView | null;
}) {
  const words = useWords("product");
  const rows: [string, string][] = [
    [words.weight, variation?.weight || page.weight],
    [words.dimensions, variation?.dimensions || page.dimensions],
    ...page.details,
  ];
  return (
    <table className={styles.table}>
      <tbody>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
