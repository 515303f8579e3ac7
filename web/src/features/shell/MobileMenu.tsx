import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { useCloseOnResize } from "../../context/useCloseOnResize.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./MobileMenu.module.css";

/**
 * The off-canvas menu of phones. An entry with subentries opens them in a panel over the main entries, with a button back.
 * Following a link or widening the window closes the menu.
 */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { menu, menu_links, path, phone, email } = useShell();
  const words = useWords();
  const openedAt = useRef(path);
  const [inside, setInside] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const category = menu.find((entry) => entry.path === inside);

  useEffect(() => {
    if (path !== openedAt.current) onClose();
  }, [path, onClose]);

  // The dialog focuses the title of a panel.
  useLayoutEffect(() => {
    if (inside === "") opener.current?.focus({ preventScroll: true });
  }, [inside]);

  useCloseOnResize(true, onClose);

  const current = (address: string) => (path === address ? "page" : undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      title={category?.label ?? words.menu}
      side="left"
      back={category && { label: words.back, go: () => setInside("") }}
    >
      <nav className={styles.menu} aria-label={words.mainMenu}>
        <div className={styles.level} inert={category !== undefined}>
          <ul>
            <li>
              <Link href="/negozio/" aria-current={current("/negozio/")}>
                {words.allProducts}
              </Link>
            </li>
            {menu.map((entry) => (
              <li key={entry.path}>
                {entry.children.length > 0 ? (
                  <button
                    type="button"
                    aria-expanded={entry.path === inside}
                    aria-controls={entry.path === inside ? panelId : undefined}
                    onClick={(event) => {
                      opener.current = event.currentTarget;
                      setInside(entry.path);
                    }}
                  >
                    {entry.label}
                    <Icon name="right" />
                  </button>
                ) : (
                  <Link href={entry.path} aria-current={current(entry.path)}>
                    {entry.label}
                  </Link>
                )}
              </li>
            ))}
            {menu_links.map((link) => (
              <li key={link.path}>
                <Link href={link.path} aria-current={current(link.path)}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className={styles.help}>
            <li>
              <Link href="/my-account/">
                <Icon name="user" /> {words.account}
              </Link>
            </li>
            {phone && (
              <li>
                <Link href={`tel:${phone.replaceAll(" ", "")}`}>
                  <Icon name="phone" /> {phone}
                </Link>
              </li>
            )}
            {email && (
              <li>
                <Link href={`mailto:${email}`}>
                  <Icon name="mail" /> {email}
                </Link>
              </li>
            )}
          </ul>
        </div>
        {category && (
          <div id={panelId} className={styles.level} data-below="">
            <ul>
              <li>
                <Link href={category.path} aria-current={current(category.path)}>
                  {words.allOf(category.label)}
                </Link>
              </li>
              {category.children.map((child) => (
                <li key={child.path}>
                  <Link href={child.path} aria-current={current(child.path)}>
                    {child.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </nav>
    </Dialog>
  );
}
