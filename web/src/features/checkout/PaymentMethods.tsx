import { readCart } from "../../api/cart.ts";
import { updatePaymentMethod } from "../../api/classicCheckout.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { useWords } from "../../app/PageContext.tsx";
import forms from "../../components/form.module.css";
import type { CheckoutPage } from "../../core/types.ts";
import { PaymentChoices } from "./PaymentChoices.tsx";
import type { Checkout } from "./useCheckout.ts";

/** The ways to pay; the chosen one's description shows under it. A change asks for the sums again, as it may have a fee. */
export function PaymentMethods({ page, checkout }: { page: CheckoutPage; checkout: Checkout }) {
  const words = useWords();
  const { cart, form, change, errorOf } = checkout;
  if (!cart.needs_payment) return <p className={forms.note}>{words.freeOrder}</p>;
  return (
    <PaymentChoices
      methods={page.payment_methods}
      chosen={form.payment_method}
      error={errorOf("payment_method")}
      onChoose={(method) => {
        change({ payment_method: method });
        // The block form tells its choices by a call of its own (`useBlockChoices`).
        if (page.form_kind === "classic") void changeCart(() => chosen(page.choices_nonce, method));
      }}
    />
  );
}

/** Tells the choice; the sums may change with it. */
async function chosen(nonce: string, method: string) {
  await updatePaymentMethod(nonce, method);
  return readCart();
}
