import { Blocks } from "../../components/Blocks.tsx";
import { Html } from "../../components/Html.tsx";
import { Picture } from "../../components/Picture.tsx";
import { useShell, useWords } from "../../context/PageContext.tsx";
import type { HomePage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { CategoryTiles } from "./CategoryTiles.tsx";
import styles from "./HomePageView.module.css";

const PROMISE_ICONS: IconName[] = ["leaf", "tag", "truck", "return"];

/** The home page of the shop. */
export function HomePageView({ page }: { page: HomePage }) {
  const words = useWords();
  const { net_prices: net } = useShell();
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroText}>
          <h1 tabIndex={-1} lang={page.title ? (page.title_lang ?? undefined) : undefined}>
            {page.title || words.heroTitle}
          </h1>
          {page.html ? <Html html={page.html} /> : <p>{words.heroText}</p>}
          <Link className={`${button.button} ${button.large}`} href="/negozio/">
            {words.heroAction}
          </Link>
        </div>
        <div className={styles.heroPicture}>
          <Picture
            picture={page.hero}
            sizes="(min-width: 1280px) 655px, (min-width: 900px) calc(54.6vw - 39px), 100vw"
            first
          />
        </div>
      </section>
      <ul className={styles.promises}>
        {Object.entries(words.promises).map(([name, title], at) => (
          <li key={title}>
            <Icon name={PROMISE_ICONS[at] ?? "check"} size={26} />
            <div>
              <p className={styles.promiseTitle}>{title}</p>
              <p>{name === "costs" && net ? words.promiseCostsNet : words.promiseTexts[name]}</p>
            </div>
          </li>
        ))}
      </ul>
      <CategoryTiles title={words.ourCategories} entries={page.categories} />
      <Blocks blocks={page.blocks} />
    </>
  );
}
