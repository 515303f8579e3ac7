import styles from "../../components/details.module.css";
import { Area, Text } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import { LONG_TEXTS } from "./options.ts";
import type { ProductForm } from "./useProductForm.ts";

interface TextFieldsProps {
  form: ProductForm;
  names: string[];
  /** Texts that there are; the product's unless said. */
  texts?: Record<string, string>;
  /** Start of the fields' names, for a variation. */
  prefix?: string;
}

/** Further texts of the product or of a variation by name; those that it does not have are left out. */
export function TextFields({ form, names, texts = form.product.texts, prefix = "" }: TextFieldsProps) {
  const { named } = useLanguage();
  const known = names.filter((name) => name in texts);
  return (
    <>
      <div className={styles.roomy}>
        {known
          .filter((name) => !LONG_TEXTS.includes(name))
          .map((name) => (
            <Text key={name} form={form} name={`${prefix}texts.${name}`} label={named("text", name)} />
          ))}
      </div>
      {known
        .filter((name) => LONG_TEXTS.includes(name))
        .map((name) => (
          <Area key={name} form={form} name={`${prefix}texts.${name}`} label={named("text", name)} rows={3} />
        ))}
    </>
  );
}
