import styles from "../../components/details.module.css";
import { Area, Text } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import { LONG_TEXTS } from "./options.ts";
import type { ProductForm } from "./useProductForm.ts";

interface TextFieldsProps {
  form: ProductForm;
  names: string[];
  /** Existing texts; the product's by default. */
  texts?: Record<string, string>;
  /** Prefix of the field names, for a variation. */
  prefix?: string;
}

/** Fields for further texts of a product or variation; texts that it does not have are left out. */
export function TextFields({ form, names, texts = form.product.texts, prefix = "" }: TextFieldsProps) {
  const { named } = useLanguage();
  const existing = names.filter((name) => name in texts);
  return (
    <>
      <div className={styles.roomy}>
        {existing
          .filter((name) => !LONG_TEXTS.includes(name))
          .map((name) => (
            <Text key={name} form={form} name={`${prefix}texts.${name}`} label={named("text", name)} />
          ))}
      </div>
      {existing
        .filter((name) => LONG_TEXTS.includes(name))
        .map((name) => (
          <Area key={name} form={form} name={`${prefix}texts.${name}`} label={named("text", name)} rows={3} />
        ))}
    </>
  );
}
