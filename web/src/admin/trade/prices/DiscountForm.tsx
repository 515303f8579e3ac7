import { useQuery } from "@tanstack/react-query";
import { discountTradePrices } from "../../api/calls.ts";
import { apiQuery } from "../../api/client.ts";
import details from "../../components/details.module.css";
import { Select, Text, useForm } from "../../components/fields.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";

/** Form that sets the prices of a category by a discount on the shop's prices. */
export function DiscountForm({ owner, done }: { owner: string; done: () => void }) {
  const { t } = useLanguage();
  const { data } = useQuery(apiQuery("/api/admin/categories"));
  const form = useForm({ category_id: "", off_per_cent: "" });
  const options = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const send = () =>
    form.send(async () => {
      const { category_id, off_per_cent } = form.values;
      const answer = await discountTradePrices(owner, Number(category_id), String(off_per_cent));
      done();
      return t("pricesSet", { count: answer.set });
    });
  return (
    <details className={`${ui.card} ${details.more}`}>
      <summary>{t("categoryDiscount")}</summary>
      <SendForm form={form} className={details.step} send={send}>
        <div className={details.grid}>
          <Select
            form={form}
            name="category_id"
            label={t("category")}
            options={[{ value: "", label: "–" }, ...options]}
          />
          <Text form={form} name="off_per_cent" label={t("offPerCent")} inputMode="decimal" />
        </div>
        <p className={ui.small}>{t("categoryDiscountHint")}</p>
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {form.busy ? t("saving") : t("setPrices")}
          </button>
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </details>
  );
}
