import { SharedList } from "../../components/SharedList.tsx";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { ManageConsent } from "./consent/ManageConsent.tsx";
import styles from "./Footer.module.css";
import { LanguageSwitcher } from "./LanguageSwitcher.tsx";
import { NewsletterSignup } from "./newsletter/NewsletterSignup.tsx";

/** The page footer: the seller (D.Lgs. 70/2003 art. 7), contact and information. */
export function Footer() {
  const shell = useShell();
  const words = useWords();
  return (
    <footer id="piede" tabIndex={-1} className={styles.footer}>
      <div className={styles.columns}>
        <section className={styles.brand}>
          <p className={styles.name}>{shell.shop_name}</p>
          <p>{shell.tagline}</p>
          <h2>{words.help}</h2>
          {shell.phone && (
            <Link href={`tel:${shell.phone.replaceAll(" ", "")}`}>
              <Icon name="phone" size={18} /> {shell.phone}
            </Link>
          )}
          {shell.email && (
            <Link href={`mailto:${shell.email}`}>
              <Icon name="mail" size={18} /> {shell.email}
            </Link>
          )}
        </section>
        <nav aria-labelledby="piede-negozio">
          <h2 id="piede-negozio">{words.shop}</h2>
          <SharedList
            name="footer"
            of={shell.menu}
            entries={() =>
              shell.menu.map((entry) => (
                <li key={entry.path}>
                  <Link href={entry.path}>{entry.label}</Link>
                </li>
              ))
            }
          />
        </nav>
        <nav aria-labelledby="piede-informazioni">
          <h2 id="piede-informazioni">{words.information}</h2>
          <SharedList
            name="footer links"
            of={shell.footer_links}
            entries={() =>
              shell.footer_links.map((link) => (
                <li key={link.path}>
                  <Link href={link.path}>{link.label}</Link>
                </li>
              ))
            }
            last={
              shell.consent && (
                <li>
                  <ManageConsent />
                </li>
              )
            }
          />
        </nav>
        <section>
          <h2>{words.seller}</h2>
          <address>
            {shell.seller_lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </section>
        {shell.newsletter && <NewsletterSignup consent={shell.newsletter} />}
      </div>
      <div className={styles.bottom}>
        <p>
          © {shell.year} {shell.shop_name}. {words.rights} {shell.price_note}
        </p>
        <LanguageSwitcher />
        <SharedList
          className={styles.payments}
          label={words.paymentsAccepted}
          name="payments"
          of={shell.payment_names}
          entries={() => shell.payment_names.map((name) => <li key={name}>{name}</li>)}
        />
      </div>
    </footer>
  );
}
