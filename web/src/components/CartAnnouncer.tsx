import { useEffect, useState } from "react";
import { useCart } from "../context/cart/useCart.ts";
import { useWords } from "../context/PageContext.tsx";
import { Announcer } from "./Announcer.tsx";

/** Announces cart changes to screen readers. While the drawer is open it is rendered inside: a modal dialog makes the rest inert. */
export function CartAnnouncer() {
  const text = useAnnouncement();
  // Screen readers only announce text that is inserted into an existing live region.
  const [announced, setAnnounced] = useState("");
  useEffect(() => setAnnounced(text), [text]);
  return <Announcer text={announced} />;
}

function useAnnouncement(): string {
  const { announcement } = useCart();
  const words = useWords();
  if (!announcement) return "";
  const texts = {
    added: words.itemAdded(announcement.name),
    removed: words.itemRemoved(announcement.name),
    restored: words.itemRestored(announcement.name),
    updated: words.cartUpdated,
    waits: words.itemWaits(announcement.name),
  };
  return texts[announcement.kind];
}
