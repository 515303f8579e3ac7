import { useCallback, useState } from "react";
import { useNetAmount } from "../../components/NetMark.tsx";
import { useFormat, useShell, useWords } from "../../context/PageContext.tsx";
import { useLogo } from "../../context/previewedLogo.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import { AccountButton } from "./AccountButton.tsx";
import { CartButton } from "./CartButton.tsx";
import styles from "./Header.module.css";
import { LanguageSwitcher } from "./LanguageSwitcher.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { SearchForm } from "./SearchForm.tsx";

/** The page header. The checkout's is reduced: only the logo and the cart lead away from the order. */
export function Header({ calm }: { calm: boolean }) {
  const shell = useShell();
  const logo = useLogo(shell.theme.logo);
  const words = useWords();
  const format = useFormat();
  const netAmount = useNetAmount();
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  return (
    <>
      <header id="inizio" tabIndex={-1} className={styles.header} data-calm={calm || undefined}>
        {!calm && (
          <div className={styles.top}>
            <p>
              {shell.free_shipping_from_cents === null
                ? shell.tagline
                : words.freeShippingFrom(netAmount(format.price(shell.free_shipping_from_cents)))}
            </p>
            {shell.free_shipping_from_cents !== null && <p className={styles.tagline}>{shell.tagline}</p>}
            <div className={styles.aside}>
              {shell.phone && (
                <Link className={styles.phone} href={`tel:${shell.phone.replaceAll(" ", "")}`}>
                  <Icon name="phone" size={15} /> {shell.phone}
                </Link>
              )}
              <LanguageSwitcher brief />
            </div>
          </div>
        )}
        <div className={styles.bar}>
          {!calm && (
            <Link
              className={styles.menuButton}
              href="#menu"
              aria-haspopup="dialog"
              onClick={(event) => {
                event.preventDefault();
                setMenuOpen(true);
              }}
            >
              <Icon name="menu" size={24} />
              <span className="visuallyHidden">{words.menu}</span>
            </Link>
          )}
          <Link className={styles.logo} href="/">
            {logo ? (
              <img src={logo.src} width={logo.width} height={logo.height} alt={shell.shop_name} />
            ) : (
              shell.shop_name
            )}
          </Link>
          {!calm && <MainMenu />}
          {calm ? (
            <p className={styles.secure}>
              <Icon name="shield" size={18} /> {words.secureCheckout}
            </p>
          ) : (
            <SearchForm />
          )}
          <div className={styles.tools}>
            {!calm && <AccountButton />}
            <CartButton />
          </div>
        </div>
      </header>
      {/* Outside of the header, as a dialog has a header of its own. */}
      {menuOpen && <MobileMenu onClose={closeMenu} />}
    </>
  );
}
