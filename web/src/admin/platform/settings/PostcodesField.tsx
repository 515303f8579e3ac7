import { Field } from "../../../ui/Field.tsx";
import { useLanguage } from "../../context/language.tsx";

interface Props {
  name: string;
  error: string | undefined;
  postcodes: readonly string[];
  change: (postcodes: string[]) => void;
}

/** Field for the postcode patterns of a shipping zone or a tax rate, one per line. */
export function PostcodesField({ name, error, postcodes, change }: Props) {
  const { t } = useLanguage();
  return (
    <Field name={name} label={t("zonePostcodes")} hint={t("zonePostcodesHint")} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={postcodes.join("\n")}
          onChange={(event) => change(event.target.value ? event.target.value.split("\n") : [])}
        />
      )}
    </Field>
  );
}
