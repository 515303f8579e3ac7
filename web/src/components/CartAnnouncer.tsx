import { useEffect, useState } from "react";
import { useCart } from "../context/cart/useCart.ts";
import { useWords } from "../context/PageContext.tsx";
import { Announcer } from "./Announcer.tsx";

/** Tells screen readers what happened to the cart: in the drawer while that is open, as a modal dialog makes the page around it inert. */
export function CartAnnouncer() {
  const text = useAnnouncement();
  // Only what comes into a place that is there already is read out.
  const [told, setTold] = useState("");
  useEffect(() => setTold(text), [text]);
  return <Announcer text={told} />;
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
