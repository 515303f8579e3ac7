import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { addItem } from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { note } from "../../context/analytics/notes.ts";
import { refreshCart } from "../../context/cart/cartStore.ts";
import { core } from "../../core/core.ts";
import type { Cart, ExpressProduct, ProductPage, VariationFormState } from "../../core/types.ts";
import { PaymentFailedError } from "../errors.ts";
import { callFields, readForm } from "./productForm.ts";
import type { Offer, PurchaseSource } from "./purchaseSource.ts";
import { emptyCart, hasSetAside, restoreCart } from "./setAsideCart.ts";
import type { ExpressTools } from "./tools.ts";

/** Dispatched on the body before a wallet adds a product to the cart. Listeners may change its `detail`, which is then sent. */
const ADDS_TO_CART = "express_add_to_cart";

export interface ProductProps {
  page: ProductPage;
  /** The selected variation, as far as it decides whether the product can be bought. */
  variations: { state: Pick<VariationFormState, "button" | "alert"> };
  /** The element that contains the product's form. */
  form: RefObject<HTMLElement | null>;
}

const offerOf = ({ settings }: ExpressTools, product: ExpressProduct): Offer => ({
  total: product.total,
  items: product.displayItems,
  shipping: product.requestShipping,
  rates: [product.shippingOptions ?? settings.checkout.default_shipping_option],
  minAge: product.min_age_years ?? settings.declarations.min_age_years,
});

/** Purchase source of a product page; the offer follows the form. */
export function useProductSource(
  tools: ExpressTools,
  { page, variations, form }: ProductProps,
): PurchaseSource {
  const { settings, calls, lang, requestedFields } = tools;
  const [product, setProduct] = useState(settings.product);
  const [blocked, setBlocked] = useState(false);
  const [version, setVersion] = useState(0);
  /** The server's reason why the current choice cannot be bought; empty if it can. */
  const serverReason = useRef("");
  const requestedChoice = useRef("");
  const timer = useRef(0);
  const bought = useRef<Cart | null>(null);
  const messageOf = useCallback((code: string) => core().messageText(code, {}, lang), [lang]);
  const id = page.card.id;

  const refresh = useCallback(async () => {
    const choice = readForm(form.current);
    if (!choice) return;
    const fields = callFields(id, choice);
    const request = JSON.stringify(fields);
    const isStale = () => requestedChoice.current !== request;
    try {
      const found = await calls.selectedProduct(fields);
      if (isStale()) return;
      serverReason.current = "";
      setProduct((before) => {
        const change = core().expressElementChange(
          before?.requestShipping ?? false,
          found.requestShipping,
          found.has_deposit,
        );
        if (change === "anew") setVersion((count) => count + 1);
        return found as ExpressProduct;
      });
    } catch (error) {
      if (isStale()) return;
      const text = error instanceof PaymentFailedError ? error.text : "";
      serverReason.current = text || messageOf("express_product_failed");
    }
    setBlocked(false);
  }, [calls, form, id, messageOf]);

  /** Refreshes the offer if the form has changed. Nothing can be bought until the new total is known. */
  const checkForm = useCallback(() => {
    const choice = readForm(form.current);
    if (!choice) return;
    const request = JSON.stringify(callFields(id, choice));
    if (request === requestedChoice.current) return;
    const first = requestedChoice.current === "";
    requestedChoice.current = request;
    if (first && request === JSON.stringify(requestedFields)) return;
    setBlocked(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void refresh(), core().expressTimings().change_debounce_ms);
  }, [form, id, requestedFields, refresh]);

  useEffect(() => {
    const part = form.current;
    if (!part) return;
    checkForm();
    // Fields that the page changes by script fire no event, so the form is also checked after each click and key.
    const later = () => setTimeout(checkForm);
    const events = ["input", "change", "click", "keyup"];
    for (const event of events) part.addEventListener(event, later);
    return () => {
      clearTimeout(timer.current);
      for (const event of events) part.removeEventListener(event, later);
    };
  }, [form, checkForm]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variation changes the form
  useEffect(checkForm, [variations.state, checkForm]);

  // Leaving the page also ends a purchase, so the cart is restored on the next one.
  useEffect(() => {
    if (hasSetAside()) void restoreCart().then(() => refreshCart());
  }, []);

  const variable = page.attributes.length > 0;
  const addToCart = async () => {
    const choice = readForm(form.current);
    if (!choice) throw new PaymentFailedError({}, messageOf("express_add_failed"));
    bought.current = null;
    await emptyCart(page.purchase?.booking ? id : undefined);
    if (core().expressCartWay(choice.names) === "add_to_cart") {
      await calls.addToCart(callFields(id, choice));
      return;
    }
    const variation = choice.attributes.map(([attribute, value]) => ({ attribute, value }));
    try {
      const item = { id, quantity: Number(choice.quantity), variation };
      document.body.dispatchEvent(new CustomEvent(ADDS_TO_CART, { detail: item }));
      bought.current = await addItem(item);
      note({ kind: "cart", before: null, after: bought.current });
    } catch (error) {
      const text = error instanceof StoreApiError ? error.message : "";
      throw new PaymentFailedError({}, text || messageOf("express_add_failed"));
    }
  };

  return {
    offer: offerOf(tools, product ?? (settings.product as ExpressProduct)),
    blocked,
    pending: false,
    version,
    variationValid: variable ? variations.state.button === "enabled" : null,
    unavailableReason: () => {
      const alert = variable ? core().expressProductAlert(variations.state.alert) : null;
      return alert ? messageOf(alert) : serverReason.current;
    },
    addToCart,
    cart: () => bought.current,
    release: async (ending) => {
      const hadSetAside = hasSetAside();
      // An order has emptied the cart.
      if (ending !== "given_up" && !hadSetAside) return "";
      const allRestored = await restoreCart().catch(() => false);
      await refreshCart();
      return hadSetAside && !allRestored ? messageOf("express_cart_lost") : "";
    },
    email: () => "",
  };
}
