import { Blocks } from "../../components/Blocks.tsx";
import { Breadcrumbs } from "../../components/Breadcrumbs.tsx";
import { ConsentManager } from "../../components/consent/ConsentManager.tsx";
import { Embed } from "../../components/consent/Embed.tsx";
import { Html } from "../../components/Html.tsx";
import type { ContentPage, ContentPart } from "../../core/types.ts";
import { Comments } from "./comments/Comments.tsx";
import styles from "./content.module.css";

/** A page or a post written by the merchant, with its rows of products. */
export function ContentPageView({ page }: { page: ContentPage }) {
  return (
    <>
      <Breadcrumbs steps={page.breadcrumbs} />
      <article className={styles.page}>
        <h1 tabIndex={-1} lang={page.title_lang ?? undefined}>
          {page.title}
        </h1>
        {page.date && <p className={styles.date}>{page.date}</p>}
        {page.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
          <Part key={at} part={part} />
        ))}
      </article>
      <Blocks blocks={page.blocks} />
      {page.comments && <Comments comments={page.comments} />}
    </>
  );
}

function Part({ part }: { part: ContentPart }) {
  if (part.part === "html") return <Html html={part.html} />;
  if (part.part === "embed") return <Embed embed={part.embed} />;
  return <ConsentManager manager={part.manager} />;
}
