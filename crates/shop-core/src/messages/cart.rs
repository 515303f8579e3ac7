//! Sentences about the cart, stock and orders. The codes are those that clients of the store API know.

super::messages! {
    OUT_OF_STOCK "woocommerce_rest_product_out_of_stock": "«{name}» è esaurito e non può essere ordinato.", "“{name}” is out of stock and cannot be ordered.";
    PARTIALLY_OUT_OF_STOCK "woocommerce_rest_product_partially_out_of_stock": "Di «{name}» sono rimasti {available} pezzi: riduci la quantità.", "Only {available} of “{name}” are left: please choose fewer.";
    NOT_PURCHASABLE "woocommerce_rest_product_not_purchasable": "«{name}» non può essere acquistato.", "“{name}” cannot be purchased.";
    INVALID_PRODUCT "woocommerce_rest_cart_invalid_product": "Questo prodotto non esiste o non è più in vendita.", "This product does not exist or is no longer sold.";
    INVALID_QUANTITY_ADDED "woocommerce_rest_product_invalid_quantity": "La quantità di «{name}» deve essere almeno 1.", "The quantity of “{name}” must be at least 1.";
    INVALID_QUANTITY "invalid_quantity": "La quantità di «{name}» deve essere compresa tra {minimum} e {maximum}.", "The quantity of “{name}” must be between {minimum} and {maximum}.";
    READONLY_QUANTITY "readonly_quantity": "Di «{name}» si può acquistare un solo pezzo per ordine.", "Only one “{name}” can be bought per order.";
    MISSING_ATTRIBUTES "woocommerce_rest_missing_attributes": "Scegli «{attribute}» per «{name}».", "Please choose “{attribute}” for “{name}”.";
    NO_MATCHING_VARIATION "woocommerce_rest_variation_id_from_variation_data": "Questa combinazione di «{name}» non esiste. Scegli un'altra combinazione.", "This combination of “{name}” does not exist. Please choose another.";
    MISSING_VARIATION_DATA "woocommerce_rest_missing_variation_data": "Scegli «{attribute}» per «{name}».", "Please choose “{attribute}” for “{name}”.";
    INVALID_VARIATION_DATA "woocommerce_rest_invalid_variation_data": "Il valore scelto per «{attribute}» di «{name}» non è ammesso.", "The value chosen for “{attribute}” of “{name}” is not allowed.";
    INVALID_KEY "woocommerce_rest_cart_invalid_key": "Questo articolo non è più nel carrello.", "This item is no longer in the cart.";
    ITEM_EXISTS "woocommerce_rest_cart_item_exists": "Un articolo si aggiunge senza indicarne la chiave.", "An item is added without naming its key.";
    CART_EMPTY "woocommerce_rest_cart_empty": "Il carrello è vuoto.", "The cart is empty.";
    MISSING_RATE_ID "woocommerce_rest_cart_missing_rate_id": "Scegli un metodo di spedizione.", "Please choose a shipping method.";
    SHIPPING_OPTION_INVALID "woocommerce_rest_invalid_shipping_option": "Nessun metodo di spedizione è disponibile per questo indirizzo.", "No shipping method is available for this address.";
    PAYMENT_METHOD_MISSING "woocommerce_rest_checkout_missing_payment_method": "Scegli un metodo di pagamento.", "Please choose a payment method.";
    PAYMENT_METHOD_DISABLED "woocommerce_rest_checkout_payment_method_disabled": "Questo metodo di pagamento non è disponibile.", "This payment method is not available.";
    ADDRESS_INVALID "woocommerce_rest_invalid_address": "L'indirizzo non è completo.", "The address is incomplete.";
    ADDRESS_COUNTRY_INVALID "woocommerce_rest_invalid_address_country": "Non vendiamo in questo Paese.", "We do not sell to this country.";
    EMAIL_MISSING "woocommerce_rest_missing_email_address": "Inserisci un indirizzo e-mail.", "Please enter an e-mail address.";
    EMAIL_INVALID "woocommerce_rest_invalid_email_address": "L'indirizzo e-mail «{email}» non è valido.", "The e-mail address “{email}” is not valid.";
    GUESTS_REFUSED "woocommerce_rest_guest_checkout_disabled": "Per ordinare occorre un account.", "An account is needed to order.";
    EMAIL_EXISTS "registration-error-email-exists": "Esiste già un account con questo indirizzo e-mail: accedi.", "There is already an account with this e-mail address: please log in.";
    ORDER_INVALID "woocommerce_rest_invalid_order": "Questo ordine non esiste o la chiave non è corretta.", "This order does not exist or its key is wrong.";
    ORDER_EMAIL_INVALID "woocommerce_rest_invalid_billing_email": "L'indirizzo e-mail non è quello dell'ordine.", "The e-mail address is not the order's.";
    ORDER_NEEDS_NO_PAYMENT "invalid_order_update_status": "Questo ordine non può più essere pagato.", "This order can no longer be paid.";
    CART_CHANGED "cart_changed": "Il carrello è cambiato: controlla il riepilogo e conferma di nuovo.", "The cart has changed: please check the summary and confirm again.";
    ADDED_TO_CART "added_to_cart": "«{name}» è stato aggiunto al carrello.", "“{name}” has been added to your cart.";
    VIEW_CART "view_cart": "Visualizza carrello", "View cart";
    REMOVED_FROM_CART "removed_from_cart": "«{name}» è stato tolto dal carrello.", "“{name}” has been removed from your cart.";
    CART_UPDATED "cart_updated": "Carrello aggiornato.", "Cart updated.";
    QUANTITY_LOWERED "quantity_lowered": "Di «{name}» sono rimasti {available} pezzi: abbiamo ridotto la quantità.", "Only {available} of “{name}” are left: we lowered the quantity.";
    PRICE_CHANGED "price_changed": "Il prezzo di «{name}» è cambiato da {before} a {now}.", "The price of “{name}” has changed from {before} to {now}.";
    RESTORED_TO_CART "restored_to_cart": "«{name}» è di nuovo nel carrello.", "“{name}” is back in your cart.";
    NOTHING_TO_RESTORE "nothing_to_restore": "Questo articolo non si può più rimettere nel carrello.", "This item can no longer be put back into the cart.";
    DESTINATION_UPDATED "destination_updated": "Spese di spedizione aggiornate.", "Delivery costs updated.";
    LINE_REMOVED "line_removed": "Un prodotto non più in vendita è stato tolto dal carrello.", "A product no longer sold was removed from your cart.";
    GROUPED_NOTHING_CHOSEN "grouped_nothing_chosen": "Indica la quantità di almeno un prodotto.", "Please choose a quantity of at least one product.";
    FORM_EXPIRED "form_expired": "La pagina era aperta da troppo tempo. Controlla i dati e invia di nuovo.", "The page was open for too long. Please check your details and send again.";
    SESSION_EXPIRED "session_expired": "La sessione è scaduta.", "Your session has expired.";
    TOO_MANY_REQUESTS "rate_limit_exceeded": "Troppe richieste: riprova tra poco.", "Too many requests: please try again shortly.";
    MISSING_NONCE "woocommerce_rest_missing_nonce": "Manca l'intestazione Nonce.", "The Nonce header is missing.";
    INVALID_NONCE "woocommerce_rest_invalid_nonce": "Il Nonce non è valido o è scaduto.", "The Nonce is invalid or has expired.";
    UNKNOWN_ERROR "woocommerce_rest_unknown_server_error": "Si è verificato un errore. Riprova tra poco.", "Something went wrong. Please try again shortly.";
}
