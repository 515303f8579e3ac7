//! Sentences of the trade buyers' layer.

super::messages! {
    TRADE_FIELD_REQUIRED "trade_field_required": "{label} è obbligatorio", "{label} is required";
    TRADE_COUNTRY_REQUIRED "trade_country_required": "Devi selezionare un Paese", "You must select a country";
    TRADE_LIST_EMPTY "trade_list_empty": "La lista è vuota", "The list is empty";
    TRADE_LIST_SAVED "trade_list_saved": "La lista è stata salvata", "The list has been saved";
    TRADE_LIST_SAVED_BUTTON "trade_list_saved_button": "Lista salvata", "list saved";
    TRADE_LIST_NAME "trade_list_name": "Nome della lista", "Name of the list";
    TRADE_LIST_DELETE "trade_list_delete": "Vuoi davvero eliminare questa lista d'acquisto?", "Are you sure you want to delete this purchase list?";
    TRADE_CART_TO_LIST "trade_cart_to_list": "Aggiungi il carrello a una lista d'acquisto", "Add cart to purchase list";
    TRADE_SEARCH_NOTHING_FOUND "trade_search_nothing_found": "Nessun prodotto trovato ...", "No products found ...";
    TRADE_BULK_NEW_LINE "trade_bulk_new_line": "Nuova riga", "New line";
    TRADE_BULK_SAVE "trade_bulk_save": "Salva come lista", "Save as list";
    TRADE_BULK_ADD "trade_bulk_add": "Aggiungi al carrello", "Add to cart";
    TRADE_BULK_CLEAR "trade_bulk_clear": "Svuota X", "Clear X";
    TRADE_BULK_LEFT_OUT "trade_bulk_left_out": "Alcuni prodotti della lista non sono più in vendita e sono stati tolti.", "Some products of the list are no longer sold and were left out.";
    TRADE_OFFER_ADD "trade_offer_add": "Aggiungi l'offerta al carrello", "Add the offer to the cart";
    TRADE_VAT_VALIDATE "trade_vat_validate": "Verifica la partita IVA", "Validate VAT";
    TRADE_VAT_VALIDATING "trade_vat_validating": "Verifica in corso...", "Validating...";
    TRADE_VAT_VALID "trade_vat_valid": "Partita IVA verificata", "VAT Validated Successfully";
    TRADE_VAT_INVALID "trade_vat_invalid": "Partita IVA non valida. Fai clic per riprovare", "Invalid VAT. Click to try again";
    TRADE_VAT_UNKNOWN "trade_vat_unknown": "Al momento la partita IVA non può essere verificata: riprova tra poco.", "The VAT number cannot be validated at the moment: please try again shortly.";
    TRADE_QUOTE_TITLE "trade_quote_title": "Richiesta di preventivo personalizzato", "Custom quote request";
    TRADE_QUOTE_REQUEST "trade_quote_request": "Richiedi un preventivo personalizzato", "Request custom quote";
    TRADE_QUOTE_SEND "trade_quote_send": "Invia la richiesta di preventivo personalizzato", "Send custom quote request";
    TRADE_QUOTE_FILL_ALL "trade_quote_fill_all": "Compila tutti i campi per inviare la richiesta di preventivo", "Please fill all fields to submit the quote request";
    TRADE_QUOTE_EMAIL_INVALID "trade_quote_email_invalid": "L'indirizzo e-mail inserito non è valido", "The email address you entered is invalid";
    TRADE_QUOTE_VENDORS "trade_quote_vendors": "Si può richiedere un preventivo solo per prodotti dello stesso venditore.", "A quote can only be requested for products of one vendor.";
    TRADE_QUOTE_RECEIVED "trade_quote_received": "Abbiamo ricevuto la tua richiesta di preventivo. Ti risponderemo al più presto.", "Your quote request has been received. We will get back to you as soon as possible.";
    TRADE_SUBACCOUNT_FAILED "trade_subaccount_failed": "Errore nella creazione dell'account: nome utente o e-mail già in uso.:{answer}", "Error creating account, Username or Email already in use.:{answer}";
    TRADE_SUBACCOUNT_MAXIMUM "trade_subaccount_maximum": "Hai raggiunto il numero massimo di sotto-account.", "You have reached the maximum number of sub-accounts.";
    TRADE_SUBACCOUNT_DELETE "trade_subaccount_delete": "Vuoi davvero eliminare questo sotto-account?", "Are you sure you want to delete this subaccount?";
    TRADE_NOT_ALLOWED "trade_not_allowed": "Il tuo account non è abilitato a questa operazione: rivolgiti all'account principale.", "Your account may not do this: please ask the main account.";
}
