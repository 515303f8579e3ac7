import { Breadcrumbs } from "../../components/Breadcrumbs.tsx";
import { Pagination } from "../../components/Pagination.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { BlogPage } from "../../core/types.ts";
import { Link } from "../../ui/Link.tsx";
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
                <Link href={post.path} lang={post.title_lang ?? undefined}>
                  {post.title}
                </Link>
              </h2>
              <p lang={post.excerpt_lang ?? undefined}>{post.excerpt}</p>
              <Link className={styles.more} href={post.path}>
                {words.blogMore}
                <span className="visuallyHidden" lang={post.title_lang ?? undefined}>
                  : {post.title}
                </span>
              </Link>
            </article>
          </li>
        ))}
      </ul>
      <Pagination page={page} />
    </>
  );
}
