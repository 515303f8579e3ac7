import { Breadcrumbs } from "../../components/Breadcrumbs.tsx";
import { Pagination } from "../../components/Pagination.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { BlogPage } from "../../core/types.ts";
import styles from "./content.module.css";

/** `/blog/`: posts, newest first. */
export function BlogPageView({ page }: { page: BlogPage }) {
  const words = useWords();
  return (
    <>
      <Breadcrumbs steps={page.breadcrumbs} />
      <h1 tabIndex={-1} className={styles.title}>
        {page.title}
      </h1>
      <ul className={styles.posts}>
        {page.posts.map((post) => (
          <li key={post.path}>
            <article>
              <p className={styles.date}>{post.date}</p>
              <h2>
                <a href={post.path} lang={post.title_lang ?? undefined}>
                  {post.title}
                </a>
              </h2>
              <p lang={post.excerpt_lang ?? undefined}>{post.excerpt}</p>
              <a className={styles.more} href={post.path}>
                {words.blogMore}
                <span className="visuallyHidden" lang={post.title_lang ?? undefined}>
                  : {post.title}
                </span>
              </a>
            </article>
          </li>
        ))}
      </ul>
      <Pagination page={page} />
    </>
  );
}
