import { useLanguage } from "../app/language.tsx";
import { Area, Text } from "../components/fields.tsx";
import styles from "../pages/details.module.css";
import { LONG_TEXTS } from "./options.ts";
import type { ProductForm } from "./useProductForm.ts";

/** Further texts of the product by name; those that it does not have are left out. */
export function TextFields({ form, names }: { form: ProductForm; names: string[] }) {
  const { named } = useLanguage();
  const known = names.filter((name) => name in form.product.texts);
  return (
    <>
      <div className={styles.roomy}>
        {known
          .filter((name) => !LONG_TEXTS.includes(name))
          .map((name) => (
            <Text key={name} form={form} name={`texts.${name}`} label={named("text", name)} />
          ))}
      </div>
      {known
        .filter((name) => LONG_TEXTS.includes(name))
        .map((name) => (
          <Area key={name} form={form} name={`texts.${name}`} label={named("text", name)} rows={3} />
        ))}
    </>
  );
}
