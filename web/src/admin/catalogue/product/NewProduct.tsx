import { useNavigate } from "react-router";
import { addProduct } from "../../api/calls.ts";
import styles from "../../components/details.module.css";
import { Choice, Text, useForm } from "../../components/fields.tsx";
import { SendForm } from "../../components/SendForm.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";

/** Form that creates a draft product and opens it. */
export function NewProduct() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const form = useForm({ name: "", kind: "simple" });
  const make = () =>
    form.send(async () => {
      const { id } = await addProduct({ name: String(form.values.name), kind: String(form.values.kind) });
      navigate(`/prodotti/${id}`);
      return "";
    });
  return (
    <details className={`${ui.card} ${styles.more}`}>
      <summary>{t("newProduct")}</summary>
      <SendForm form={form} send={make}>
        <div className={styles.roomy}>
          <Text form={form} name="name" label={t("name")} />
          <Choice
            form={form}
            name="kind"
            label={t("productKind")}
            group="kind"
            options={["simple", "variable", "grouped", "external"]}
          />
        </div>
        <div>
          <button type="submit" className={`${ui.button} ${ui.primary}`}>
            {t("createProduct")}
          </button>
        </div>
        <Outcome error={form.apiError} />
      </SendForm>
    </details>
  );
}
