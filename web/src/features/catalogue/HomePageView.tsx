import { useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { Picture } from "../../components/Picture.tsx";
import { ProductSection } from "../../components/ProductSection.tsx";
import type { HomePage } from "../../core/types.ts";
import { CategoryTiles } from "./CategoryTiles.tsx";
import styles from "./HomePageView.module.css";

const PROMISE_ICONS: IconName[] = ["leaf", "tag", "truck", "return"];

/** The shop's front. */
export function HomePageView({ page }: { page: HomePage }) {
  const words = useWords();
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroText}>
          <h1 tabIndex={-1}>{words.heroTitle}</h1>
          <p>{words.heroText}</p>
          <a className={`${button.button} ${button.large}`} href="/negozio/">
            {words.heroAction}
          </a>
        </div>
        <div className={styles.heroPicture}>
          <Picture picture={page.hero} sizes="(min-width: 900px) 60vw, 100vw" first />
        </div>
      </section>
      <ul className={styles.promises}>
        {words.promises.map(([title, text], at) => (
          <li key={title}>
            <Icon name={PROMISE_ICONS[at] ?? "check"} size={26} />
            <div>
              <p className={styles.promiseTitle}>{title}</p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <CategoryTiles title={words.ourCategories} entries={page.categories} />
      <ProductSection title={words.featured} cards={page.featured} morePath="/negozio/" />
      <ProductSection title={words.onSale} cards={page.on_sale} morePath="/negozio/?on_sale=1" />
      <ProductSection title={words.newest} cards={page.newest} morePath="/negozio/?orderby=date" />
      <ProductSection
        title={words.bestSellers}
        cards={page.best_sellers}
        morePath="/negozio/?orderby=popularity"
      />
    </>
  );
}
