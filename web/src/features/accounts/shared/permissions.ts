import { useWords } from "../../../context/PageContext.tsx";

/** Returns the possible permissions of a sub-account: the form's field names with their labels. */
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
