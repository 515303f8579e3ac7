import { Announcer } from "../../components/Announcer.tsx";
import { useCart } from "../../context/cart/useCart.ts";
import { useWords } from "../../context/PageContext.tsx";

/** Tells screen readers what happened to the cart. */
export function CartAnnouncer() {
  const { announcement } = useCart();
  const words = useWords();
  if (!announcement) return <Announcer text="" />;
  const texts = {
    added: words.itemAdded(announcement.name),
    removed: words.itemRemoved(announcement.name),
    restored: words.itemRestored(announcement.name),
    updated: words.cartUpdated,
    waits: words.itemWaits(announcement.name),
  };
  return <Announcer text={texts[announcement.kind]} />;
}
