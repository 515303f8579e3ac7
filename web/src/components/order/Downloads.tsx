import { useWords } from "../../context/PageContext.tsx";
import type { DownloadView } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import styles from "./Downloads.module.css";

/** Purchased files with their download limits; `order` returns the link text of their orders. */
export function Downloads({
  downloads,
  order,
}: {
  downloads: DownloadView[];
  order?: (number: string) => string;
}) {
  const words = useWords("order");
  return (
    <ul className={styles.files}>
      {downloads.map((file) => (
        <li key={file.order_number + file.product + file.name + file.path}>
          <div>
            <p className={styles.name}>{file.name}</p>
            {file.product !== file.name && <p>{file.product}</p>}
            {order && <Link href={file.order_path}>{order(file.order_number)}</Link>}
            {file.note && <p className={styles.note}>{file.note}</p>}
          </div>
          {file.path && (
            <Link
              className={`${button.button} ${button.quiet}`}
              href={file.path}
              download
              aria-label={words.fetch(file.name)}
            >
              {words.download}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
