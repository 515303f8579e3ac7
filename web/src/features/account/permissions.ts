import { useWords } from "../../context/PageContext.tsx";

/** What a sub-account may be allowed, under the names that the form sends, in words. */
export function usePermissions() {
  const words = useWords("account");
  return [
    ["permissionBuy", words.permissionBuy],
    ["permissionViewOrders", words.permissionViewOrders],
    ["permissionViewOffers", words.permissionViewOffers],
    ["permissionViewConversations", words.permissionViewConversations],
    ["permissionViewLists", words.permissionViewLists],
  ] as const;
}
