// The product's form: what is typed, what was refused, and saving it. Parts of the form take it as a whole.

import { useState } from "react";
import { saveProduct } from "../../api/calls.ts";
import type { DetailsFields, ProductDetail } from "../../api/types.ts";
import { type FormState, useForm } from "../../components/fields.tsx";
import { flat, replaced } from "../../components/nested.ts";
import { useLanguage } from "../../context/language.tsx";
import { changeOf, detailsChange, detailsOf, valuesOf, withPresentStock } from "./productForm.ts";

export interface ProductForm extends FormState {
  product: ProductDetail;
  /** Facts beyond texts, price and stock; their fields are named `details.…`. */
  details: DetailsFields;
  setDetails: (change: Partial<DetailsFields>) => void;
  /** Variations that are taken away when the form is saved. */
  removed: number[];
  setRemoved: (ids: number[]) => void;
  /** Whether there is something to save. */
  unsaved: boolean;
  save: () => Promise<void>;
  /** Takes what another call saved; what is typed stays. */
  take: (product: ProductDetail) => void;
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
  const stays = { ...product, variations: product.variations.filter((one) => !removed.includes(one.id)) };
  const texts = changeOf(stays, loaded, form.values);
  const change =
    texts || facts || removed.length > 0
      ? {
          ...texts,
          ...(facts ? { details: facts } : {}),
          ...(removed.length > 0 ? { removed_variations: removed } : {}),
        }
      : null;

  /** `keep`: what is typed stays, also what was typed while the answer was on its way. */
  const fill = (saved: ProductDetail, keep: boolean) => {
    const filled = valuesOf(saved, lang);
    setProduct(saved);
    setLoaded(filled);
    form.fill((typed) => (keep ? { ...filled, ...typed } : filled));
    setLoadedDetails(detailsOf(saved, lang));
  };

  const save = () =>
    form.send(async () => {
      if (!change) return t("nothingChanged");
      const saved = await saveProduct(product.id, change).catch((refused) => {
        if (refused.status === 409) {
          const present = refused.errors.map(
            (one: { field: string; params: Record<string, string> }) =>
              [one.field, Number(one.params.quantity)] as const,
          );
          setProduct(withPresentStock(product, new Map(present)));
        }
        throw refused;
      });
      fill(saved, false);
      setDetails(detailsOf(saved, lang));
      setRemoved([]);
      return t("saved");
    });

  return {
    ...form,
    values: { ...form.values, ...flat({ details }) },
    set: (name, value) => {
      if (!name.startsWith("details.")) return form.set(name, value);
      setDetails((before) => replaced({ details: before }, name.split("."), value).details);
    },
    product,
    details,
    setDetails: (some) => setDetails((before) => ({ ...before, ...some })),
    removed,
    setRemoved,
    unsaved: change !== null,
    save,
    take: (saved) => fill(saved, true),
  };
}
