import type { Me } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import styles from "./Bar.module.css";

/** Bar above all pages with the shop and the logged-in user. */
export function Bar({ me, leave }: { me: Me; leave: () => void }) {
  const { t, toggle, lang } = useLanguage();
  return (
    <header className={styles.bar}>
      <a href="#contenuto" className={styles.skip}>
        {t("skipToContent")}
      </a>
      <a href="/" className={styles.shop} title={t("seeShop")}>
        {me.shop_name}
      </a>
      <div className={styles.person}>
        <span>{me.first_name || me.username}</span>
        <button type="button" className={styles.quiet} lang={lang === "it" ? "en" : "it"} onClick={toggle}>
          {t("otherLanguage")}
        </button>
        <button type="button" className={styles.quiet} onClick={leave}>
          {t("logOut")}
        </button>
      </div>
    </header>
  );
}
