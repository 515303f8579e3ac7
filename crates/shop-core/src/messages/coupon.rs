//! Sentences about coupons and store credit.

super::messages! {
    COUPON_UNKNOWN "coupon_unknown": "Il coupon «{code}» non esiste.", "The coupon “{code}” does not exist.";
    COUPON_EMPTY "coupon_empty": "Inserisci il codice di un coupon.", "Please enter a coupon code.";
    COUPON_ALREADY_APPLIED "coupon_already_applied": "Il coupon «{code}» è già applicato.", "The coupon “{code}” is already applied.";
    COUPON_NOT_COMBINABLE "coupon_not_combinable": "Il coupon «{code}» è già applicato e non si può usare insieme ad altri.", "The coupon “{code}” is already applied and cannot be used together with others.";
    COUPON_USED_UP "coupon_used_up": "Il coupon «{code}» è già stato usato il numero massimo di volte.", "The coupon “{code}” has been used as often as it can be.";
    COUPON_USED_BY_YOU "coupon_used_by_you": "Hai già usato il coupon «{code}».", "You have already used the coupon “{code}”.";
    COUPON_HELD "coupon_held": "Il coupon «{code}» è legato a un tuo ordine non ancora pagato: completa o annulla quell'ordine dal tuo account.", "The coupon “{code}” belongs to an order of yours that is not paid yet: complete or cancel that order in your account.";
    COUPON_HELD_GUEST "coupon_held_guest": "Il coupon «{code}» è legato a un ordine non ancora pagato: riprova più tardi.", "The coupon “{code}” belongs to an order that is not paid yet: please try again later.";
    COUPON_EXPIRED "coupon_expired": "Il coupon «{code}» è scaduto.", "The coupon “{code}” has expired.";
    COUPON_MINIMUM "coupon_minimum": "Il coupon «{code}» vale per acquisti da {minimum} in su.", "The coupon “{code}” holds for purchases of {minimum} or more.";
    COUPON_MAXIMUM "coupon_maximum": "Il coupon «{code}» vale per acquisti fino a {maximum}.", "The coupon “{code}” holds for purchases of up to {maximum}.";
    COUPON_NOT_FOR_GOODS "coupon_not_for_goods": "Il coupon «{code}» non vale per i prodotti nel carrello.", "The coupon “{code}” does not hold for the products in your cart.";
    COUPON_NOT_FOR_SALE "coupon_not_for_sale": "Il coupon «{code}» non vale per i prodotti in offerta.", "The coupon “{code}” does not hold for reduced products.";
    COUPON_EXCLUDED_PRODUCT "coupon_excluded_product": "Il coupon «{code}» non vale per uno dei prodotti nel carrello.", "The coupon “{code}” does not hold for one of the products in your cart.";
    COUPON_EXCLUDED_CATEGORY "coupon_excluded_category": "Il coupon «{code}» non vale per una delle categorie nel carrello.", "The coupon “{code}” does not hold for one of the categories in your cart.";
    COUPON_NOT_YOURS "coupon_not_yours": "Il coupon «{code}» è riservato ad altri indirizzi e-mail. Indica prima l'indirizzo a cui è stato inviato.", "The coupon “{code}” is for other e-mail addresses. Please enter the address it was sent to first.";
    COUPON_REMOVE_FAILED "coupon_remove_failed": "Non è stato possibile togliere il coupon.", "The coupon could not be removed.";
    CART_COUPON_ERRORS "woocommerce_rest_cart_coupon_errors": "Un coupon non vale più per questo ordine ed è stato tolto: controlla il totale.", "A coupon no longer holds for this order and was taken off: please check the total.";
    COUPON_ERROR "woocommerce_rest_cart_coupon_error": "Il coupon non si può usare.", "The coupon cannot be used.";
    COUPON_RESERVE_FAILED "woocommerce_rest_coupon_reserve_failed": "Il coupon «{code}» è appena stato usato da altri il numero massimo di volte.", "The coupon “{code}” has just been used up by others.";
    COUPON_DISABLED "woocommerce_rest_cart_coupon_disabled": "I coupon non sono attivi.", "Coupons are switched off.";
    COUPON_NOT_APPLIED "woocommerce_rest_cart_coupon_invalid_code": "Il coupon «{code}» non è applicato a questo carrello.", "The coupon “{code}” is not applied to this cart.";
    COUPON_TOO_MANY_TRIES "coupon_too_many_tries": "Troppi codici sbagliati: riprova tra qualche minuto.", "Too many wrong codes: please try again in a few minutes.";
}
