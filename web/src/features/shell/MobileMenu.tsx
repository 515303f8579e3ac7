import { useEffect, useRef } from "react";
import { useShell, useWords } from "../../app/PageContext.tsx";
import { useCloseOnResize } from "../../app/useCloseOnResize.ts";
import { Dialog } from "../../components/Dialog.tsx";
import styles from "./MobileMenu.module.css";

/** The menu of phones, off the canvas. Following a link or widening the window closes it. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { menu, menu_links, path, phone, email } = useShell();
  const words = useWords();
  const openedAt = useRef(path);

  useEffect(() => {
    if (path !== openedAt.current) onClose();
  }, [path, onClose]);

  useCloseOnResize(true, onClose);

  return (
    <Dialog open onClose={onClose} title={words.menu} side="left">
      <nav className={styles.menu} aria-label={words.mainMenu}>
        <ul>
          <li>
            <a href="/negozio/">{words.allProducts}</a>
          </li>
          {menu.map((entry) => (
            <li key={entry.path}>
              <a href={entry.path}>{entry.label}</a>
              {entry.children.length > 0 && (
                <ul>
                  {entry.children.map((child) => (
                    <li key={child.path}>
                      <a href={child.path}>{child.label}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          {menu_links.map((link) => (
            <li key={link.path}>
              <a href={link.path}>{link.label}</a>
            </li>
          ))}
        </ul>
        <p className={styles.contact}>
          {phone && <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      </nav>
    </Dialog>
  );
}
