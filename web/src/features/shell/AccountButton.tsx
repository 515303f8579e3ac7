import { type MouseEvent, type ReactNode, useState } from "react";
import { isLoggedIn } from "../../context/account.ts";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./CartButton.module.css";

/** Leads to the account. Guests get the sign-in form as a dialog and stay on the page. */
export function AccountButton() {
  const words = useWords();
  const { path, lang } = useShell();
  const [popup, setPopup] = useState<ReactNode>(null);
  const open = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || path.startsWith("/my-account/") || isLoggedIn()) return;
    event.preventDefault();
    try {
      const { LoginPopup, loadLogin } = await import("../../components/forms/LoginPopup.tsx");
      setPopup(<LoginPopup needs={await loadLogin(lang)} onClose={() => setPopup(null)} />);
    } catch {
      window.location.assign(inLanguage("/my-account/"));
    }
  };
  return (
    <>
      <Link className={styles.button} href="/my-account/" onClick={(event) => void open(event)}>
        <Icon name="user" size={26} />
        <span className="visuallyHidden">{words.account}</span>
      </Link>
      {popup}
    </>
  );
}
