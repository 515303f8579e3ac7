import { type FormEvent, useState } from "react";
import { Picture } from "../../../components/Picture.tsx";
import { Price } from "../../../components/Price.tsx";
import { QuantityInput } from "../../../components/QuantityInput.tsx";
import { addAllToCart } from "../../../context/cart/cartStore.ts";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { FieldError, ProductPage } from "../../../core/types.ts";
import { Form, Link } from "../../../ui/Link.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { AddToCartButton } from "./AddToCartButton.tsx";
import styles from "./forms.module.css";
import { RedirectField } from "./RedirectField.tsx";

/** Products sold together; those with quantity 0 are not added. */
export function GroupedForm({ page, redirect }: { page: ProductPage; redirect?: string }) {
  const words = useWords("product");
  const lang = useLang();
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [errors, setErrors] = useState<FieldError[]>([]);
  const key = `page-${page.card.id}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { lines, errors } = core().groupedChoice(
      page.grouped
        .filter(({ card }) => card.can_add)
        .map(({ card, bounds }) => ({
          product_id: card.id,
          name: card.name,
          typed: typed[card.id] ?? "0",
          bounds,
        })),
    );
    setErrors(errors);
    if (lines.length === 0) return;
    const items = lines.map(({ product_id, quantity }) => ({ id: product_id, quantity, variation: [] }));
    void addAllToCart(items, page.card.name, key);
  };
  const sentence = (error: FieldError) => core().messageText(error.code, error.params, lang);
  return (
    <Form className={styles.form} method="post" action={page.card.path} onSubmit={submit}>
      <RedirectField redirect={redirect} />
      <input type="hidden" name="add-to-cart" value={page.card.id} />
      <h2>{words.groupedIntro}</h2>
      <ul className={styles.group}>
        {page.grouped.map(({ card, bounds }) => (
          <li key={card.id}>
            <Picture picture={card.picture && { ...card.picture, alt: "" }} sizes="64px" />
            <div>
              <Link href={card.path}>{card.name}</Link>
              <Price price={card.price} unitPrice={card.unit_price} />
            </div>
            {card.can_add ? (
              <QuantityInput
                name={`quantity[${card.id}]`}
                product={card.name}
                value={typed[card.id] ?? "0"}
                bounds={bounds}
                fit={(text) => core().fitLineQuantity(card.name, text, 0, bounds)}
                optional
                onChange={(value) => setTyped({ ...typed, [card.id]: value })}
              />
            ) : (
              <span>{card.in_stock ? <Link href={card.path}>{words.choose}</Link> : words.soldOut}</span>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <AddToCartButton buttonKey={key} name={page.card.name} />
      </div>
      {errors.map((error) => (
        <Notice key={error.field} kind="error" role="alert">
          <p>{sentence(error)}</p>
        </Notice>
      ))}
    </Form>
  );
}
