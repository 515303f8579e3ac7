import { Html } from "../../components/Html.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { TextPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import styles from "./TextPageView.module.css";

/** A page of text, also used for "not found" and errors, with links to continue. */
export function TextPageView({ page }: { page: TextPage & { kind: string } }) {
  const words = useWords();
  const helps = page.kind !== "text";
  return (
    <article className={styles.page} data-kind={page.kind}>
      <h1 tabIndex={-1}>{page.title}</h1>
      <Html html={page.html} />
      {page.button && (
        <Form method="post" action={page.button.path}>
          <button type="submit" className={button.button}>
            {page.button.label}
          </button>
        </Form>
      )}
      {page.links.length > 0 && (
        <ul className={styles.links}>
          {page.links.map((link) => (
            <li key={link.path}>
              <Link href={link.path}>{link.label}</Link>
            </li>
          ))}
        </ul>
      )}
      {helps && (
        <div className={styles.search}>
          <Form method="get" action="/negozio/">
            <label htmlFor="cerca-qui">{words.searchLabel}</label>
            <div>
              <input id="cerca-qui" type="search" name="s" autoComplete="off" required />
              <button type="submit">{words.search}</button>
            </div>
          </Form>
        </div>
      )}
    </article>
  );
}
