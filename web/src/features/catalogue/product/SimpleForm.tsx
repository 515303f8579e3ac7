import { type FormEvent, useEffect } from "react";
import { QuantityInput } from "../../../components/QuantityInput.tsx";
import { addToCart } from "../../../context/cart/cartStore.ts";
import { useWords } from "../../../context/PageContext.tsx";
import type { ProductPage } from "../../../core/types.ts";
import { amountKey, updateAmount } from "../../../payments/bnpl/amounts.ts";
import { Form } from "../../../ui/Link.tsx";
import { AddToCartButton } from "./AddToCartButton.tsx";
import styles from "./forms.module.css";
import { PurchaseFields, PurchaseSum } from "./purchase/PurchaseFields.tsx";
import { usePurchase } from "./purchase/usePurchase.ts";
import { RedirectField } from "./RedirectField.tsx";
import { useQuantity } from "./useQuantity.ts";

/** Quantity and add button of a product without variations. */
export function SimpleForm({ page, redirect }: { page: ProductPage; redirect?: string }) {
  const words = useWords();
  const { card } = page;
  const quantity = useQuantity(card.name, page.bounds);
  const key = `page-${card.id}`;
  const purchase = usePurchase(page);
  const amount = quantity.value();
  useEffect(() => updateAmount(amountKey("product", card.id), { quantity: amount }), [card.id, amount]);

  if (!card.in_stock && !card.on_backorder) {
    return (
      <p className={styles.availability} data-out="">
        {page.availability || words.soldOut}
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const item = { id: card.id, quantity: quantity.value(), variation: [], choices: purchase.choices() };
    void addToCart(item, card.name, key, purchase.refuse);
  };
  return (
    <Form
      ref={purchase.form}
      className={styles.form}
      method="post"
      action={card.path}
      onSubmit={submit}
      onChange={purchase.changed}
    >
      {page.availability && <p className={styles.availability}>{page.availability}</p>}
      <RedirectField redirect={redirect} />
      <input type="hidden" name="add-to-cart" value={card.id} />
      <PurchaseFields page={page} purchase={purchase} />
      <PurchaseSum page={page} purchase={purchase} />
      <div className={styles.row}>
        {!page.bounds.sold_individually && (
          <QuantityInput
            name="quantity"
            product={card.name}
            value={quantity.typed}
            bounds={page.bounds}
            onChange={(typed) => {
              quantity.setTyped(typed);
              purchase.changed();
            }}
          />
        )}
        <AddToCartButton buttonKey={key} name={card.name} label={page.purchase?.button} />
      </div>
    </Form>
  );
}
