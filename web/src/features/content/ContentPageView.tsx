import { Blocks } from "../../components/Blocks.tsx";
import { Breadcrumbs } from "../../components/Breadcrumbs.tsx";
import { Html } from "../../components/Html.tsx";
import type { ContentPage } from "../../core/types.ts";
import styles from "./content.module.css";

/** A page or a post that the merchant has written, with its rows of products. */
export function ContentPageView({ page }: { page: ContentPage }) {
  return (
    <>
      <Breadcrumbs steps={page.breadcrumbs} />
      <article className={styles.page}>
        <h1 tabIndex={-1}>{page.title}</h1>
        {page.date && <p className={styles.date}>{page.date}</p>}
        <Html html={page.html} />
      </article>
      <Blocks blocks={page.blocks} />
    </>
  );
}
