import { useNavigate } from "react-router";
import { actOnProducts } from "../../api/calls.ts";
import { ApiError, get } from "../../api/client.ts";
import { Card } from "../../components/Card.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useAction } from "../../components/useAction.ts";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Buttons to move the product to the trash, restore it or delete it. Unsaved input in the form is preserved. */
export function BinPart({ form }: { form: ProductForm }) {
  const { id, name, status } = form.product;
  const binned = status === "trash";
  const { t, named } = useLanguage();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const act = (action: string) => {
    if (busy) return;
    if (action === "delete" && !window.confirm(t("deleteProductSure", { name }))) return;
    void run(async () => {
      const [failure] = (await actOnProducts([id], action)).refused;
      if (failure) throw new ApiError(422, failure.code, failure.message);
      if (action === "delete") navigate("/prodotti?status=trash");
      else {
        const updated = await get("/api/admin/products/{id}", { path: { id } });
        form.mergeSavedProduct(updated);
        form.set("status", updated.status);
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the clicked button keeps the focus
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
