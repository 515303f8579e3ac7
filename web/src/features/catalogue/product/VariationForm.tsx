import { type FormEvent, useEffect, useId, useLayoutEffect, useState } from "react";
import { Announcer } from "../../../components/Announcer.tsx";
import { Html } from "../../../components/Html.tsx";
import { QuantityInput } from "../../../components/QuantityInput.tsx";
import { addToCart } from "../../../context/cart/cartStore.ts";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { useHydrated } from "../../../context/useHydrated.ts";
import { core } from "../../../core/core.ts";
import type { ProductPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { AddToCartButton } from "./AddToCartButton.tsx";
import styles from "./forms.module.css";
import { PurchaseFields, PurchaseSum } from "./purchase/PurchaseFields.tsx";
import { usePurchase } from "./purchase/usePurchase.ts";
import { RedirectField } from "./RedirectField.tsx";
import type { Variations } from "./useVariations.ts";

interface VariationFormProps {
  page: ProductPage;
  /** The current choices, shared with the page, which shows the chosen variation too. */
  variations: Variations;
  /** Target page of the form without scripts; by default the product's own page. */
  redirect?: string;
}

/** One select for each attribute. The core decides which options are available and what the button does. */
export function VariationForm({ page, variations, redirect }: VariationFormProps) {
  const words = useWords("product");
  const lang = useLang();
  const hydrated = useHydrated();
  const { state, variation, busy, noMatch, failed, choose, reset, setQuantity } = variations;
  const [alert, setAlert] = useState("");
  const formId = useId();
  const purchase = usePurchase(page);
  const { form } = purchase;
  const { card } = page;
  const key = `page-${card.id}`;
  const say = (code: string) => core().messageText(code, {}, lang);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice clears the alert
  useEffect(() => setAlert(""), [state.selected]);

  // Set as DOM properties, as the page's content security policy forbids style attributes.
  useLayoutEffect(() => {
    const { variation_panel_after_ms: after, variation_panel_slide_ms: slide } = core().catalogueTimings();
    form.current?.style.setProperty("--panel-after", `${after}ms`);
    form.current?.style.setProperty("--panel-slide", `${slide}ms`);
  }, [form]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (state.alert !== null || !variation) {
      setAlert(say(state.alert ?? ""));
      return;
    }
    const chosen = Object.entries(state.selected).map(([attribute, value]) => ({ attribute, value }));
    const choices = purchase.choices();
    const item = { id: variation.variation_id, quantity: state.pieces, variation: chosen, choices };
    void addToCart(item, card.name, key, purchase.refuse);
  };

  // Without scripts the server finds the variation by its values, so any option may be chosen.
  return (
    <Form
      ref={form}
      className={`${styles.form} variations_form`}
      data-product_id={card.id}
      method="post"
      action={card.path}
      onSubmit={submit}
      onChange={purchase.changed}
      aria-busy={busy || undefined}
    >
      <RedirectField redirect={redirect} />
      <input type="hidden" name="add-to-cart" value={card.id} />
      <input type="hidden" name="product_id" value={card.id} />
      <input type="hidden" name="variation_id" value={(hydrated && state.variation_id) || 0} />
      {page.attributes.map((attribute, at) => {
        const options = state.attributes[at];
        const labels = new Map(attribute.options);
        const id = `${formId}-${attribute.name}`;
        return (
          <div key={attribute.name} className={styles.attribute}>
            <label htmlFor={id}>{attribute.label}</label>
            <select
              id={id}
              name={attribute.name}
              value={options?.chosen ?? ""}
              onChange={(event) => choose(attribute.name, event.currentTarget.value)}
            >
              <option value="">{words.chooseOption}</option>
              {options?.options
                .filter((option) => !hydrated || option.status !== "removed")
                .map((option) => (
                  <option
                    key={option.value}
                    value={option.value}
                    disabled={hydrated && option.status === "disabled"}
                  >
                    {labels.get(option.value) ?? option.value}
                  </option>
                ))}
            </select>
          </div>
        );
      })}
      {state.reset_visible && (
        <button type="button" className={`${button.text} ${styles.reset} scriptOnly`} onClick={reset}>
          {words.resetOptions}
        </button>
      )}
      <Announcer text={state.reset_announced ? say("variation_reset") : ""} />
      {failed && (
        <Notice kind="error" role="alert">
          <p>{say("request_failed")}</p>
        </Notice>
      )}
      {noMatch && (
        <Notice kind="error" role="alert">
          <p>{say("variation_no_match")}</p>
        </Notice>
      )}
      {state.panel_shown && variation && (
        <div className={styles.panel} aria-live="polite">
          <Html html={variation.description_html} />
          {variation.availability && (
            <p className={styles.availability} data-out={variation.is_in_stock ? undefined : ""}>
              {variation.availability}
            </p>
          )}
        </div>
      )}
      <PurchaseFields page={page} purchase={purchase} />
      <PurchaseSum page={page} purchase={purchase} />
      <div className={styles.row}>
        {!state.quantity.hidden && (
          <QuantityInput
            name="quantity"
            product={card.name}
            value={state.quantity.value}
            bounds={{ ...state.quantity, sold_individually: false }}
            onChange={(typed) => {
              setQuantity(typed);
              purchase.changed();
            }}
          />
        )}
        <AddToCartButton
          buttonKey={key}
          name={card.name}
          label={page.purchase?.button}
          unready={state.button !== "enabled"}
        />
      </div>
      {alert && (
        <Notice kind="error" role="alert">
          <p>{alert}</p>
        </Notice>
      )}
    </Form>
  );
}
