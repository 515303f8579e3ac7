import { useCallback, useEffect, useId, useRef, useState } from "react";
import { SharedList } from "../../components/SharedList.tsx";
import { useShell, useWords } from "../../context/PageContext.tsx";
import { useCloseOnResize } from "../../context/useCloseOnResize.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./MainMenu.module.css";

/**
 * Number of entries beside the one for all products: the merchant's pages first, then categories. The panel contains everything.
 */
const BESIDE = 3;

/** Opened by hovering, or by the button, which then closes it. */
type Opened = "" | "hover" | "button";

/**
 * The menu of wide windows. Its first entry opens a panel with all categories, by hovering or with its button; while the panel is
 * closed, its links are not tab stops. Without scripts focus and hover open it, and the menu button of phones jumps here.
 */
export function MainMenu() {
  const { menu, menu_links, path } = useShell();
  const words = useWords();
  const [opened, setOpened] = useState<Opened>("");
  const entry = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpened(""), []);
  useCloseOnResize(opened !== "", close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the panel
  useEffect(close, [path]);

  useEffect(() => {
    if (opened === "") return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The focus moves to an element that remains.
      if (entry.current?.contains(document.activeElement)) button.current?.focus();
      close();
    };
    const press = (event: PointerEvent) => {
      if (!entry.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("keydown", key);
    document.addEventListener("pointerdown", press);
    return () => {
      document.removeEventListener("keydown", key);
      document.removeEventListener("pointerdown", press);
    };
  }, [opened, close]);

  const entries = [...menu, ...menu.flatMap(({ children }) => children), ...menu_links];
  /** The entry of the current page. */
  const here = entries.find((one) => one.path === path)?.path ?? "";
  const link = (one: { path: string; label: string }) => (
    <Link href={one.path} aria-current={one.path === here ? "page" : undefined}>
      {one.label}
    </Link>
  );
  const links = [...menu.slice(0, Math.max(0, BESIDE - menu_links.length)), ...menu_links];
  return (
    <nav id="menu" className={styles.menu} aria-label={words.mainMenu}>
      <ul className={styles.row}>
        <li
          ref={entry}
          className={styles.all}
          onPointerEnter={(event) => {
            if (event.pointerType === "mouse" && opened === "") setOpened("hover");
          }}
          onPointerLeave={() => {
            if (opened === "hover") close();
          }}
          onBlur={(event) => {
            if (opened === "button" && !event.currentTarget.contains(event.relatedTarget)) close();
          }}
        >
          <Link href="/negozio/" aria-current={path === "/negozio/" ? "page" : undefined}>
            {words.allProducts}
          </Link>
          <button
            ref={button}
            type="button"
            className="scriptOnly"
            aria-label={words.categories}
            aria-expanded={opened !== ""}
            aria-controls={panelId}
            onClick={() => setOpened(opened === "button" ? "" : "button")}
          >
            <Icon name="down" size={16} />
          </button>
          <div id={panelId} className={styles.panel} data-opened={opened || undefined}>
            <SharedList
              name={`menu ${here}`}
              of={[menu, menu_links, here]}
              entries={() => (
                <>
                  {menu.map((category) => (
                    <li key={category.path}>
                      {link(category)}
                      {category.children.length > 0 && (
                        <ul>
                          {category.children.map((child) => (
                            <li key={child.path}>{link(child)}</li>
                          ))}
                        </ul>
                      )}
                    </li>
                  ))}
                  {menu_links.map((one) => (
                    <li key={one.path}>{link(one)}</li>
                  ))}
                </>
              )}
            />
          </div>
        </li>
        {links.map((one) => (
          <li key={one.path} className={styles.beside}>
            {link(one)}
          </li>
        ))}
      </ul>
    </nav>
  );
}
