//! Sentences about store credit.

super::messages! {
    CREDIT_APPLIED "credit_applied": "Credito applicato.", "Credit applied.";
    CREDIT_REMOVED "credit_removed": "Il credito è stato tolto.", "The credit was removed.";
    CREDIT_ALREADY_APPLIED "credit_already_applied": "Il credito «{code}» è già applicato.", "The credit “{code}” is already applied.";
    CREDIT_EXPIRED "credit_expired": "Il credito «{code}» è scaduto.", "The credit “{code}” has expired.";
    CREDIT_USED_UP "credit_used_up": "Il credito «{code}» è esaurito.", "Nothing is left of the credit “{code}”.";
    CREDIT_NOT_YOURS "credit_not_yours": "Il credito «{code}» è intestato a un altro indirizzo e-mail. Usa l'indirizzo a cui è stato inviato.", "The credit “{code}” belongs to another e-mail address. Please use the address it was sent to.";
    CREDIT_CHANGED "credit_changed": "Il credito «{code}» è appena cambiato: controlla il totale e invia di nuovo l'ordine.", "The credit “{code}” has just changed: please check the total and send the order again.";
    CREDIT_NOTHING_TO_PAY "credit_nothing_to_pay": "Il totale è già pagato dal credito applicato.", "The total is already paid by the credit you applied.";
}
