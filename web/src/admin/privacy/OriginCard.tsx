import type { OrderOrigin } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { useLanguage } from "../context/language.tsx";

/** Traffic source of an order. The values were sent by a browser, so they are shown as text and never as links. */
export function OriginCard({ origin }: { origin: OrderOrigin }) {
  const { t, named } = useLanguage();
  return (
    <Card id="origin" title={t("origin")}>
      <p>
        <strong>{origin.label}</strong>
      </p>
      {origin.fields.length > 0 && (
        <dl className={styles.facts}>
          {origin.fields.map((field) => (
            <div key={field.name}>
              <dt>{named("originField", field.name)}</dt>
              <dd>{field.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
