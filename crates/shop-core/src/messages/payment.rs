//! Sentences of the payment: card errors, refusals by the bank, the network, express checkout. The English ones are those
//! of the payments specification, section 8, to the letter where it gives them. What the provider calls a code is
//! translated in `crate::payment::error`.

super::messages! {
    PAYMENT_INVALID_EMAIL "payment_invalid_email": "Indirizzo e-mail non valido: correggilo e riprova.", "Invalid email address, please correct and try again.";
    PAYMENT_UNABLE "payment_unable": "Non è possibile elaborare questo pagamento: riprova o usa un altro metodo.", "Unable to process this payment, please try again or use alternative method.";
    PAYMENT_INVALID_NUMBER "payment_invalid_number": "Il numero della carta non è quello di una carta di credito valida.", "The card number is not a valid credit card number.";
    PAYMENT_INVALID_EXPIRY_MONTH "payment_invalid_expiry_month": "Il mese di scadenza della carta non è valido.", "The card expiration month is invalid.";
    PAYMENT_INVALID_EXPIRY_YEAR "payment_invalid_expiry_year": "L'anno di scadenza della carta non è valido.", "The card expiration year is invalid.";
    PAYMENT_INVALID_CVC "payment_invalid_cvc": "Il codice di sicurezza della carta non è valido.", "The card security code is invalid.";
    PAYMENT_INCORRECT_NUMBER "payment_incorrect_number": "Il numero della carta è sbagliato.", "The card number is incorrect.";
    PAYMENT_INCOMPLETE_NUMBER "payment_incomplete_number": "Il numero della carta è incompleto.", "The card number is incomplete.";
    PAYMENT_INCOMPLETE_CVC "payment_incomplete_cvc": "Il codice di sicurezza della carta è incompleto.", "The card security code is incomplete.";
    PAYMENT_INCOMPLETE_EXPIRY "payment_incomplete_expiry": "La data di scadenza della carta è incompleta.", "The card expiration date is incomplete.";
    PAYMENT_EXPIRED_CARD "payment_expired_card": "La carta è scaduta.", "The card has expired.";
    PAYMENT_INCORRECT_CVC "payment_incorrect_cvc": "Il codice di sicurezza della carta è sbagliato.", "The card security code is incorrect.";
    PAYMENT_INCORRECT_ZIP "payment_incorrect_zip": "Il codice postale non corrisponde a quello della carta.", "The card zip code failed validation.";
    PAYMENT_EXPIRY_YEAR_PAST "payment_invalid_expiry_year_past": "L'anno di scadenza della carta è già passato", "The card expiration year is in the past";
    PAYMENT_CARD_DECLINED "payment_card_declined": "La carta è stata rifiutata.", "The card was declined.";
    PAYMENT_CARD_MISSING "payment_missing": "Al cliente a cui si addebita non è associata nessuna carta.", "There is no card on a customer that is being charged.";
    PAYMENT_PROCESSING_ERROR "payment_processing_error": "Si è verificato un errore durante l'elaborazione della carta.", "An error occurred while processing the card.";
    PAYMENT_INSUFFICIENT_FUNDS "payment_insufficient_funds": "La carta è stata rifiutata perché il saldo non basta: usa un'altra carta o un altro metodo.", "The card was declined because of insufficient funds: use another card or another method.";
    PAYMENT_CALL_ISSUER "payment_call_issuer": "La carta è stata rifiutata: contatta la tua banca o usa un'altra carta.", "The card was declined: contact your bank or use another card.";
    PAYMENT_LIMIT_EXCEEDED "payment_limit_exceeded": "La carta è stata rifiutata perché ne è stato superato il limite: usa un'altra carta o contatta la tua banca.", "The card was declined because its limit was exceeded: use another card or contact your bank.";
    PAYMENT_CARD_NOT_SUPPORTED "payment_card_not_supported": "Questa carta non permette questo tipo di acquisto: usa un'altra carta.", "This card does not allow this kind of purchase: use another card.";
    PAYMENT_TRY_LATER "payment_try_later": "La banca non ha potuto autorizzare il pagamento: riprova tra qualche minuto.", "The bank could not authorise the payment: try again in a few minutes.";
    PAYMENT_DUPLICATE "payment_duplicate": "Un pagamento identico è stato appena inviato: controlla l'e-mail prima di riprovare.", "An identical payment was sent just now: check your email before you try again.";
    PAYMENT_POSTAL_CODE "payment_postal_code_invalid": "Codice postale non valido: correggilo e riprova", "Invalid zip code, please correct and try again";
    PAYMENT_SOFORT_COUNTRY "payment_invalid_sofort_country": "Il Paese di fatturazione non è accettato da questo metodo: scegline un altro.", "The billing country is not accepted by this method: choose another one.";
    PAYMENT_TOO_LARGE "payment_amount_too_large": "Il totale dell'ordine è troppo alto per questo metodo: scegline un altro.", "The order total is too high for this method: choose another one.";
    PAYMENT_TOO_SMALL "payment_amount_too_small": "Il totale dell'ordine è troppo basso per questo metodo: scegline un altro.", "The order total is too low for this method: choose another one.";
    PAYMENT_COUNTRY_CODE "payment_country_code_invalid": "Il Paese indicato non è valido: correggilo e riprova.", "The country is not valid: correct it and try again.";
    PAYMENT_TAX_ID "payment_tax_id_invalid": "Il codice fiscale o la partita IVA non è valido: correggilo e riprova.", "The tax number is not valid: correct it and try again.";
    PAYMENT_WALLET_TYPE "payment_invalid_wallet_type": "Questo portafoglio elettronico non è accettato: scegli un altro metodo.", "This wallet is not accepted: choose another method.";
    PAYMENT_AUTHENTICATION "payment_authentication_failure": "Non è stato possibile verificare la tua identità per questo metodo di pagamento: scegline un altro e riprova.", "We could not authenticate your payment method: choose another one and try again.";
    PAYMENT_FIELD_REQUIRED "payment_field_required": "{field} è un campo obbligatorio.", "{field} is a required field.";
    PAYMENT_BILLING_FIELD "payment_billing_field": "{field} (fatturazione)", "Billing {field}";
    PAYMENT_SHIPPING_FIELD "payment_shipping_field": "{field} (spedizione)", "Shipping {field}";
    PAYMENT_TIMEOUT "payment_timeout": "Il server non ha risposto in tempo. Riprova.", "A timeout occurred while connecting to the server. Please try again.";
    PAYMENT_ABORTED "payment_abort": "Il collegamento con il server è stato interrotto. Riprova.", "The connection to the server was aborted. Please try again.";
    PAYMENT_NETWORK "payment_network": "Si è verificato un errore nel collegamento con il server. Riprova.", "An error occurred while connecting to the server. Please try again.";
    PAYMENT_FAILED "payment_failed": "Pagamento non riuscito. Riprova.", "Payment failed. Please try again.";
    PAYMENT_GENERIC "payment_generic": "Si è verificato un problema nell'elaborazione del pagamento. Controlla la tua casella e-mail e aggiorna la pagina per riprovare.", "There was a problem processing the payment. Please check your email inbox and refresh the page to try again.";
    PAYMENT_DETAILS "payment_details_missing": "Dati di pagamento mancanti o non validi. Controlla di aver inserito correttamente il metodo di pagamento.", "Invalid or missing payment details. Please ensure the provided payment method is correctly entered.";
    PAYMENT_LOAD_FAILED "payment_load_failed": "Impossibile caricare il metodo di pagamento {method}. Aggiorna la pagina e riprova.", "Failed to load {method} payment method. Please refresh the page and try again.";
    PAYMENT_NO_TARGET "payment_no_target": "Si è verificato un problema nell'elaborazione del pagamento. Aggiorna la pagina per riprovare.", "There was a problem processing the payment. Please refresh the page to try again.";
    PAYMENT_WALLET_AMOUNT "payment_wallet_amount": "Attenzione: in base al tuo conto e alle operazioni precedenti, {wallet} potrebbe rifiutare la transazione a causa dell'importo.", "Please note that, depending on your account and transaction history, {wallet} may reject your transaction due to its amount.";
    PAYMENT_NO_DATA "payment_no_data": "I dati di inizializzazione di {provider} non sono disponibili", "{provider} initialization data is not available";
    PAYMENT_NO_KEY "payment_no_key": "Non è disponibile nessuna chiave API per {provider}…", "There is no api key available for {provider}…";
    PAYMENT_CODE_INVALID "payment_mobile_code": "Il codice {method} non è valido", "{method} Code is invalid";
    PAYMENT_UNSUPPORTED_CURRENCY "payment_unsupported_currency": "Questo metodo non accetta la valuta dell'ordine: scegline un altro.", "This method does not accept the order's currency: choose another one.";
    PAYMENT_PLUGIN_CONFLICT "payment_official_plugin_conflict": "L'acquisto rapido non è disponibile: paga dalla cassa.", "Express checkout is not available: pay at the checkout.";
    PAYMENT_METHOD_COUNTRY "payment_method_country": "Questo metodo non è disponibile nel Paese di fatturazione: scegline un altro.", "This method is not available in the billing country: choose another one.";
    PAYMENT_METHOD_ONCE "payment_method_once": "Questo metodo non può essere salvato per pagamenti futuri: scegline un altro.", "This method cannot be saved for later payments: choose another one.";
    BNPL_PARTS "bnpl_parts": "Il numero di rate va da {min} a {max}.", "The number of instalments is {min} to {max}.";
    BNPL_CONFIGURATION "bnpl_configuration": "La configurazione del riquadro delle rate non è valida.", "The configuration of the instalments widget is not valid.";
    EXPRESS_FEES "express_item_fees": "Supplementi", "Fees";
    EXPRESS_ORDER "express_order_failed": "Si è verificato un problema nell'elaborazione dell'ordine.", "There was a problem processing the order.";
    EXPRESS_ADD "express_add_failed": "Si è verificato un errore nell'aggiungere il prodotto al carrello.", "There was an error adding the product to the cart.";
    EXPRESS_PRODUCT "express_product_failed": "Si è verificato un errore nel leggere i dati del prodotto.", "There was an error getting the product information.";
    EXPRESS_SELECT "express_select_options": "Seleziona le opzioni del prodotto prima di procedere.", "Please select your product options before proceeding.";
    EXPRESS_UNAVAILABLE "express_unavailable": "Spiacenti, questo prodotto non è disponibile. Scegli un'altra combinazione.", "Sorry, this product is unavailable. Please choose a different combination.";
    EXPRESS_TAXES "express_taxes_notice": "Le imposte finali possono variare in base al tuo indirizzo di fatturazione se usi i pulsanti di acquisto rapido (Link, Google Pay o Apple Pay).", "Final taxes charged can differ based on your actual billing address when using Express Checkout buttons (Link, Google Pay or Apple Pay).";
    EXPRESS_SHIPPING "express_item_shipping": "Spedizione", "Shipping";
    EXPRESS_TAX "express_item_tax": "IVA", "Tax";
    EXPRESS_DISCOUNT "express_item_discount": "Sconto", "Discount";
    EXPRESS_REFUND "express_item_refund": "Rimborso", "Refund";
}
