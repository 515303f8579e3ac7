import { type ReactNode, useEffect } from "react";
import { CartAnnouncer } from "../../components/CartAnnouncer.tsx";
import { CartErrors } from "../../components/CartErrors.tsx";
import { leaveCartError, showsCart } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useShell, useWords } from "../../context/PageContext.tsx";
import type { PageKind } from "../../core/types.ts";
import { Link } from "../../ui/Link.tsx";
import { Chat } from "./around/Chat.tsx";
import { FootBanner } from "./around/FootBanner.tsx";
import { StoreNotice } from "./around/StoreNotice.tsx";
import { ConsentBanner } from "./consent/ConsentBanner.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { ScrollTop } from "./ScrollTop.tsx";
import styles from "./ShellFrame.module.css";

interface ShellFrameProps {
  kind: PageKind;
  /** Whether the next page is loading. */
  loading: boolean;
  /** The overlay of the page. */
  drawer: ReactNode;
  children: ReactNode;
}

/** The frame around every page. */
export function ShellFrame({ kind, loading, drawer, children }: ShellFrameProps) {
  const words = useWords();
  const { path } = useShell();
  const { drawerOpen } = useCart();
  useEffect(() => leaveCartError(path.split("?")[0] ?? ""), [path]);
  return (
    <>
      <ConsentBanner />
      <Link className={styles.skip} href="#contenuto">
        {words.skipToContent}
      </Link>
      {kind === "product" && (
        <Link className={styles.skip} href="#acquista">
          {words.skipToPurchase}
        </Link>
      )}
      <div className={styles.progress} data-loading={loading || undefined} aria-hidden="true" />
      <p className="visuallyHidden" role="status">
        {loading ? words.loading : ""}
      </p>
      <StoreNotice />
      <OfflineBar />
      <Header calm={kind === "checkout"} />
      <main id="contenuto" className={styles.main} tabIndex={-1} data-kind={kind} aria-busy={loading}>
        {/* The cart pages and the drawer show errors themselves. */}
        {kind !== "cart" && kind !== "checkout" && !drawerOpen && <CartErrors cart={null} />}
        {children}
      </main>
      <ScrollTop />
      <FootBanner />
      <Footer />
      {/* The checkout has no links that lead away from the order. */}
      {kind !== "checkout" && <Chat />}
      {drawer}
      {(!drawerOpen || showsCart(path)) && <CartAnnouncer />}
    </>
  );
}
