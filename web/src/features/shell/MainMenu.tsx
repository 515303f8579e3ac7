import { useCallback, useRef, useState } from "react";
import { useShell, useWords } from "../../app/PageContext.tsx";
import { useCloseOnResize } from "../../app/useCloseOnResize.ts";
import { Icon } from "../../components/Icon.tsx";
import styles from "./MainMenu.module.css";

/** Categories in a row. Sub-categories show on hover and while the focus is inside; Escape and another width of the window put
 * them away. Without scripts phones jump here from the menu button. */
export function MainMenu() {
  const { menu, menu_links, path } = useShell();
  const words = useWords();
  const [dismissed, setDismissed] = useState("");
  const nav = useRef<HTMLElement>(null);
  const resized = useCallback(() => {
    // What is shut already opens with the next hover.
    if (nav.current?.matches(":hover, :focus-within")) setDismissed(path);
  }, [path]);
  useCloseOnResize(true, resized);
  return (
    <nav
      ref={nav}
      id="menu"
      className={styles.menu}
      aria-label={words.mainMenu}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The focus stays on what is still there.
        const list = (event.target as Element).closest("ul ul");
        (list?.previousElementSibling as HTMLElement | null | undefined)?.focus();
        setDismissed(path);
      }}
      onFocus={(event) => {
        // The next entry opens again.
        const entry = event.target.closest("nav > ul > li");
        if (!entry?.contains(event.relatedTarget)) setDismissed("");
      }}
      onMouseLeave={() => setDismissed("")}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed("");
      }}
    >
      <ul>
        <li>
          <a href="/negozio/" aria-current={path === "/negozio/" ? "page" : undefined}>
            {words.allProducts}
          </a>
        </li>
        {menu.map((entry) => (
          <li key={entry.path} data-dismissed={dismissed === path || undefined}>
            <a href={entry.path} aria-current={path === entry.path ? "page" : undefined}>
              {entry.label}
              {entry.children.length > 0 && <Icon name="down" size={14} />}
            </a>
            {entry.children.length > 0 && (
              <ul className={styles.children}>
                {entry.children.map((child) => (
                  <li key={child.path}>
                    <a href={child.path} aria-current={path === child.path ? "page" : undefined}>
                      {child.label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {menu_links.map((link) => (
          <li key={link.path}>
            <a href={link.path} aria-current={path === link.path ? "page" : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
