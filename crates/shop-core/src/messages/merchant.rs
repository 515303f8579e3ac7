//! Sentences about what a merchant types: coupons, credit, refunds.

super::messages! {
    MERCHANT_REQUIRED "merchant_required": "Questo dato è obbligatorio.", "This value is required.";
    MERCHANT_TOO_LONG "merchant_too_long": "Al massimo {maximum} caratteri.", "At most {maximum} characters.";
    MERCHANT_TOO_MANY "merchant_too_many": "Al massimo {maximum} voci.", "At most {maximum} entries.";
    MERCHANT_CODE_INVALID "merchant_code_invalid": "Il codice può contenere lettere, cifre e i segni - _ . % senza spazi.", "A code may have letters, digits and the signs - _ . % but no spaces.";
    MERCHANT_CODE_TAKEN "merchant_code_taken": "C'è già un codice «{code}».", "There is already a code “{code}”.";
    MERCHANT_VALUE_UNKNOWN "merchant_value_unknown": "«{value}» non è tra i valori possibili.", "“{value}” is not a possible value.";
    MERCHANT_AMOUNT_INVALID "merchant_amount_invalid": "Scrivi un importo come 12,50.", "Please write an amount such as 12.50.";
    MERCHANT_AMOUNT_RANGE "merchant_amount_range": "L'importo deve essere compreso tra {minimum} e {maximum}.", "The amount must be between {minimum} and {maximum}.";
    MERCHANT_PERCENT_RANGE "merchant_percent_range": "La percentuale deve essere maggiore di 0 e al massimo 100.", "The percentage must be above 0 and at most 100.";
    MERCHANT_NOTHING_GIVEN "merchant_nothing_given": "Indica uno sconto o la spedizione gratuita.", "Please give a discount or free delivery.";
    MERCHANT_NUMBER_INVALID "merchant_number_invalid": "Scrivi un numero intero tra {minimum} e {maximum}.", "Please write a whole number between {minimum} and {maximum}.";
    MERCHANT_MAXIMUM_BELOW "merchant_maximum_below": "La spesa massima è inferiore alla minima.", "The greatest spend is below the least.";
    MERCHANT_PER_USER_ABOVE "merchant_per_user_above": "Il limite per persona supera quello complessivo.", "The limit for each person is above the limit in all.";
    MERCHANT_NOT_FOR_CART "merchant_not_for_cart": "Uno sconto sull'intero carrello non ha un limite di pezzi.", "A discount on the whole cart has no limit of pieces.";
    MERCHANT_DAY_INVALID "merchant_day_invalid": "Scrivi una data come 2026-12-24.", "Please write a date such as 2026-12-24.";
    MERCHANT_DAY_PAST "merchant_day_past": "La data è già passata.", "The date is in the past.";
    MERCHANT_EMAIL_INVALID "merchant_email_invalid": "«{value}» non è un indirizzo e-mail.", "“{value}” is not an e-mail address.";
    MERCHANT_BOTH_WAYS "merchant_both_ways": "La stessa voce è inclusa ed esclusa.", "The same entry is included and excluded.";
    MERCHANT_UNKNOWN_ENTRY "merchant_unknown_entry": "La voce {id} non esiste più.", "Entry {id} no longer exists.";
    REFUND_NOT_PAID "refund_not_paid": "Si rimborsa solo un ordine pagato: questo è nello stato «{status}».", "Only a paid order can be refunded: this one is “{status}”.";
    REFUND_TOO_MUCH "refund_too_much": "Si possono ancora rimborsare al massimo {maximum}.", "At most {maximum} can still be refunded.";
    REFUND_NOTHING "refund_nothing": "Indica che cosa rimborsare.", "Please say what to refund.";
    REFUND_PIECES "refund_pieces": "Di «{name}» si possono ancora rendere {maximum} pezzi.", "{maximum} pieces of “{name}” can still be returned.";
    REFUND_BY_GATEWAY "refund_by_gateway": "Attraverso il fornitore del pagamento si possono ancora rendere {maximum}: il resto va reso in altro modo.", "{maximum} can still be given back by the payment provider: the rest is to be given back by other means.";
    CAPTURE_AMOUNT "capture_amount": "Si può riscuotere da {minimum} a {maximum}.", "Between {minimum} and {maximum} can be captured.";
    REFUND_LINE_UNKNOWN "refund_line_unknown": "Questa riga non fa parte dell'ordine.", "This line is not part of the order.";
    REFUND_MONEY_ONLY "refund_money_only": "In denaro si possono ancora rendere {maximum}: il resto era stato pagato con credito e si rende come credito.", "{maximum} can still be given back in money: the rest was paid with credit and is given back as credit.";
    CREDIT_ABOVE_BALANCE "credit_above_balance": "Sul credito restano {balance}.", "{balance} are left on the credit.";
}
