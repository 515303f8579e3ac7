import { useWords } from "../context/PageContext.tsx";
import type { Breadcrumb } from "../core/types.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Breadcrumbs.module.css";

/** Path from the home page to the current one, which is the last step. */
export function Breadcrumbs({ steps }: { steps: Breadcrumb[] }) {
  const words = useWords();
  if (steps.length === 0) return null;
  return (
    <nav className={styles.breadcrumbs} aria-label={words.breadcrumbs}>
      <ol>
        {steps.map((step, at) => (
          <li key={step.path + step.label}>
            {at === steps.length - 1 ? (
              <span aria-current="page">{step.label}</span>
            ) : (
              <Link href={step.path}>{step.label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
