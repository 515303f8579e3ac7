import { Downloads } from "../../../components/order/Downloads.tsx";
import { useWords } from "../../../context/PageContext.tsx";
import type { DownloadView } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import styles from "../shared/account.module.css";

/** The downloadable files of all orders. */
export function DownloadList({ downloads }: { downloads: DownloadView[] }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.downloads}</h1>
      {downloads.length === 0 ? (
        <>
          <p>{words.noDownloads}</p>
          <Link className={`${button.button} ${styles.start}`} href="/negozio/">
            {words.toShop}
          </Link>
        </>
      ) : (
        <Downloads downloads={downloads} order={words.order} />
      )}
    </>
  );
}
