import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { addItem } from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { note } from "../../context/analytics/notes.ts";
import { refreshCart } from "../../context/cart/cartStore.ts";
import { core } from "../../core/core.ts";
import type { Cart, ExpressProduct, ProductPage, VariationFormState } from "../../core/types.ts";
import { PaymentRefusal } from "../errors.ts";
import { emptyCart, isTakenOut, putBack } from "./keptCart.ts";
import type { Offer, Place } from "./place.ts";
import { callFields, readForm } from "./productForm.ts";
import type { ExpressTools } from "./tools.ts";

/** Told on the body before a wallet puts a product into the cart; whoever hears it may change its `detail`, which is sent. */
const ADDS_TO_CART = "express_add_to_cart";

export interface ProductProps {
  page: ProductPage;
  /** The choice of a variation, as far as it decides on buying. */
  variations: { state: Pick<VariationFormState, "button" | "alert"> };
  /** The part of the page with the product's form. */
  form: RefObject<HTMLElement | null>;
}

const offerOf = ({ settings }: ExpressTools, product: ExpressProduct): Offer => ({
  total: product.total,
  items: product.displayItems,
  shipping: product.requestShipping,
  rates: [product.shippingOptions ?? settings.checkout.default_shipping_option],
  minAge: product.min_age_years ?? settings.declarations.min_age_years,
});

/** A product page: what is bought follows the form. */
export function useProductPlace(tools: ExpressTools, { page, variations, form }: ProductProps): Place {
  const { settings, calls, lang, asked: known } = tools;
  const [product, setProduct] = useState(settings.product);
  const [blocked, setBlocked] = useState(false);
  const [version, setVersion] = useState(0);
  /** Why the form as it stands cannot be bought, in the server's words; empty: it can. */
  const refused = useRef("");
  const asked = useRef("");
  const timer = useRef(0);
  const bought = useRef<Cart | null>(null);
  const say = useCallback((code: string) => core().messageText(code, {}, lang), [lang]);
  const id = page.card.id;

  const refresh = useCallback(async () => {
    const choice = readForm(form.current);
    if (!choice) return;
    const fields = callFields(id, choice);
    const question = JSON.stringify(fields);
    const stale = () => asked.current !== question;
    try {
      const found = await calls.selectedProduct(fields);
      if (stale()) return;
      refused.current = "";
      setProduct((before) => {
        const anew = core().expressElementChange(
          before?.requestShipping ?? false,
          found.requestShipping,
          found.has_deposit,
        );
        if (anew === "anew") setVersion((count) => count + 1);
        return found as ExpressProduct;
      });
    } catch (error) {
      if (stale()) return;
      const text = error instanceof PaymentRefusal ? error.text : "";
      refused.current = text || say("express_product_failed");
    }
    setBlocked(false);
  }, [calls, form, id, say]);

  /** Something may have changed in the form: until it is known what it comes to, nothing can be bought. */
  const look = useCallback(() => {
    const choice = readForm(form.current);
    if (!choice) return;
    const question = JSON.stringify(callFields(id, choice));
    if (question === asked.current) return;
    const first = asked.current === "";
    asked.current = question;
    if (first && question === JSON.stringify(known)) return;
    setBlocked(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void refresh(), core().expressTimings().change_debounce_ms);
  }, [form, id, known, refresh]);

  useEffect(() => {
    const part = form.current;
    if (!part) return;
    look();
    // Fields that the page changes by itself tell no event: the form is looked at after each click and key too.
    const later = () => setTimeout(look);
    const events = ["input", "change", "click", "keyup"];
    for (const event of events) part.addEventListener(event, later);
    return () => {
      clearTimeout(timer.current);
      for (const event of events) part.removeEventListener(event, later);
    };
  }, [form, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variation changes the form
  useEffect(look, [variations.state, look]);

  // A purchase that was left by leaving its page has ended too.
  useEffect(() => {
    if (isTakenOut()) void putBack().then(() => refreshCart());
  }, []);

  const variable = page.attributes.length > 0;
  const begin = async () => {
    const choice = readForm(form.current);
    if (!choice) throw new PaymentRefusal({}, say("express_add_failed"));
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
      throw new PaymentRefusal({}, text || say("express_add_failed"));
    }
  };

  return {
    offer: offerOf(tools, product ?? (settings.product as ExpressProduct)),
    blocked,
    pending: false,
    version,
    variationValid: variable ? variations.state.button === "enabled" : null,
    refusal: () => {
      const alert = variable ? core().expressProductAlert(variations.state.alert) : null;
      return alert ? say(alert) : refused.current;
    },
    begin,
    cart: () => bought.current,
    release: async (ending) => {
      const had = isTakenOut();
      // An order has emptied the cart.
      if (ending !== "given_up" && !had) return "";
      const all = await putBack().catch(() => false);
      await refreshCart();
      return had && !all ? say("express_cart_lost") : "";
    },
    email: () => "",
  };
}
