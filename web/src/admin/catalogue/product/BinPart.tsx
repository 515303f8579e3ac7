import { actOnProducts } from "../../api/calls.ts";
import { get, Refused } from "../../api/client.ts";
import { Card } from "../../components/Card.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useAct } from "../../components/useAct.ts";
import { useLanguage } from "../../context/language.tsx";
import { navigate } from "../../context/router.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Into the bin, out of it, or gone for good. What is typed in the form stays. */
export function BinPart({ form }: { form: ProductForm }) {
  const { id, name, status } = form.product;
  const binned = status === "trash";
  const { t, named } = useLanguage();
  const { busy, refused: error, act: run } = useAct();
  const act = (action: string) => {
    if (busy) return;
    if (action === "delete" && !window.confirm(t("deleteProductSure", { name }))) return;
    void run(async () => {
      const [refused] = (await actOnProducts([id], action)).refused;
      if (refused) throw new Refused(422, refused.code, refused.message);
      if (action === "delete") navigate("/prodotti?status=trash");
      else {
        const moved = await get("/api/admin/products/{id}", { path: { id } });
        form.take(moved);
        form.set("status", moved.status);
      }
      return "";
    });
  };
  return (
    <Card id="bin" title={t("bin")}>
      <p className={ui.small}>{t(binned ? "isBinned" : "binHint")}</p>
      <div className={ui.buttons}>
        {(binned ? ["restore", "delete"] : ["bin"]).map((action, n) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the button that was pressed keeps the focus
            key={n}
            type="button"
            className={ui.button}
            aria-disabled={busy || undefined}
            onClick={() => act(action)}
          >
            {named("productAct", action)}
          </button>
        ))}
      </div>
      <Outcome error={error} />
    </Card>
  );
}
