import { type ComponentType, useState } from "react";
import { requestMessage } from "../../api/requestMessage.ts";
import type { StoreApiError } from "../../api/storeApi.ts";
import type { ListNameDialogProps } from "../../components/ListNameDialog.tsx";
import { useCart } from "../../context/cart/useCart.ts";
import { useLang } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { CartToListEvent, CartToListState, CartToListView } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import styles from "./CartPageView.module.css";

/**
 * "Add cart to purchase list": asks for a name, saves once, then confirms "list saved". Rules, call and dialog are loaded by the
 * first press.
 */
export function CartToList({ view }: { view: CartToListView }) {
  const lang = useLang();
  const { cart } = useCart();
  const hydrated = useHydrated();
  const [state, setState] = useState<CartToListState | null>(null);
  const [ListNameDialog, setListNameDialog] = useState<ComponentType<ListNameDialogProps> | null>(null);
  const [trouble, setTrouble] = useState("");
  const step = (event: CartToListEvent) =>
    setState((before) => core().cartToList(before?.button ?? "ready", event));

  const press = async () => {
    try {
      const [dialog] = await Promise.all([
        import("../../components/ListNameDialog.tsx"),
        import("../../api/bulkOrder.ts"),
        loadRules("account"),
      ]);
      setListNameDialog(() => dialog.ListNameDialog);
    } catch {
      setTrouble(requestMessage({ code: "network", message: "" }, lang));
    }
  };
  const save = async (name: string) => {
    setListNameDialog(null);
    setTrouble("");
    step({ press: name });
    try {
      const { saveCartAsList } = await import("../../api/bulkOrder.ts");
      await saveCartAsList(view.token, name);
      step({ answered: true });
    } catch (error) {
      step({ answered: false });
      setTrouble(requestMessage(error as StoreApiError, lang));
    }
  };
  const label =
    state?.button === "saved" ? core().messageText("trade_list_saved_button", {}, lang) : view.label;
  return (
    <div className={styles.toList}>
      <button
        type="button"
        className={`${button.button} ${button.quiet} ${button.wide}`}
        disabled={!hydrated || !(state?.enabled ?? true)}
        onClick={press}
      >
        {label}
      </button>
      <p role="alert">{trouble}</p>
      {ListNameDialog && (
        <ListNameDialog
          label={view.name_label}
          products={core().formatProductString(
            (cart?.items ?? []).map(({ id, quantity }) => ({ product_id: id, quantity })),
          )}
          onName={save}
          onClose={() => setListNameDialog(null)}
        />
      )}
    </div>
  );
}
