// State of the product form: values, errors and saving. Each part of the form receives all of it.

import { useState } from "react";
import { saveProduct } from "../../api/calls.ts";
import type { ApiError } from "../../api/client.ts";
import type { DetailsFields, ProductDetail } from "../../api/types.ts";
import { type FormState, useForm } from "../../components/fields.tsx";
import { flatten, replaceAt } from "../../components/nested.ts";
import { useLanguage } from "../../context/language.tsx";
import { changeOf, detailsChange, detailsOf, valuesOf, withCurrentStock } from "./productForm.ts";

export interface ProductForm extends FormState {
  product: ProductDetail;
  /** Fields other than texts, price and stock; they are named `details.…`. */
  details: DetailsFields;
  setDetails: (change: Partial<DetailsFields>) => void;
  /** Variations to delete when the form is saved. */
  removed: number[];
  setRemoved: (ids: number[]) => void;
  /** Whether there is something to save. */
  unsaved: boolean;
  save: () => Promise<void>;
  /** Updates the form after another request saved the product; unsaved input is preserved. */
  mergeSavedProduct: (product: ProductDetail) => void;
}

export function useProductForm(initial: ProductDetail): ProductForm {
  const { t, lang } = useLanguage();
  const [product, setProduct] = useState(initial);
  const [loaded, setLoaded] = useState(() => valuesOf(initial, lang));
  const [loadedDetails, setLoadedDetails] = useState(() => detailsOf(initial, lang));
  const [details, setDetails] = useState(loadedDetails);
  const [removed, setRemoved] = useState<number[]>([]);
  const form = useForm(loaded);

  const facts = detailsChange(loadedDetails, details);
  const remaining = { ...product, variations: product.variations.filter((one) => !removed.includes(one.id)) };
  const texts = changeOf(remaining, loaded, form.values);
  const change =
    texts || facts || removed.length > 0
      ? {
          ...texts,
          ...(facts ? { details: facts } : {}),
          ...(removed.length > 0 ? { removed_variations: removed } : {}),
        }
      : null;

  /** `preserve` keeps the user's input, including input made while the response was pending. */
  const fill = (saved: ProductDetail, preserve: boolean) => {
    const filled = valuesOf(saved, lang);
    setProduct(saved);
    setLoaded(filled);
    form.fill((typed) => (preserve ? { ...filled, ...typed } : filled));
    setLoadedDetails(detailsOf(saved, lang));
  };

  const save = () =>
    form.send(async () => {
      if (!change) return t("nothingChanged");
      const saved = await saveProduct(product.id, change).catch((error: ApiError) => {
        if (error.status === 409) {
          const currentStock = error.errors.map((one) => [one.field, Number(one.params.quantity)] as const);
          setProduct(withCurrentStock(product, new Map(currentStock)));
        }
        throw error;
      });
      fill(saved, false);
      setDetails(detailsOf(saved, lang));
      setRemoved([]);
      return t("saved");
    });

  return {
    ...form,
    values: { ...form.values, ...flatten({ details }) },
    set: (name, value) => {
      if (!name.startsWith("details.")) return form.set(name, value);
      setDetails((before) => replaceAt({ details: before }, name.split("."), value).details);
    },
    product,
    details,
    setDetails: (some) => setDetails((before) => ({ ...before, ...some })),
    removed,
    setRemoved,
    unsaved: change !== null,
    save,
    mergeSavedProduct: (saved) => fill(saved, true),
  };
}
