//! Sentences about add-ons, payment plans and booked times: of buyers' choices, and of the merchant's rules.

super::messages! {
    ADD_ON_REQUIRED "add_on_required": "Scegli o compila «{label}».", "Please choose or fill in “{label}”.";
    ADD_ON_UNKNOWN "add_on_unknown": "Questa opzione non è più disponibile: ricarica la pagina.", "This option is no longer available: please reload the page.";
    ADD_ON_CHOICE_UNKNOWN "add_on_choice_unknown": "Il valore scelto per «{label}» non è tra quelli proposti.", "The value chosen for “{label}” is not on offer.";
    ADD_ON_TEXT_TOO_LONG "add_on_text_too_long": "«{label}» può avere al massimo {maximum} caratteri: ne hai scritti {length}.", "“{label}” takes {maximum} characters at most: you wrote {length}.";
    ADD_ON_TEXT_INVALID "add_on_text_invalid": "«{label}» contiene caratteri che non si possono scrivere.", "“{label}” holds characters that cannot be written.";
    ADD_ON_NEEDS "add_on_needs": "«{label}» si può scegliere solo insieme a «{other}».", "“{label}” can only be chosen together with “{other}”.";
    ADD_ON_EXCLUDES "add_on_excludes": "«{label}» non si può scegliere insieme a «{other}».", "“{label}” cannot be chosen together with “{other}”.";
    PLAN_REQUIRED "plan_required": "Scegli come pagare: questo prodotto si acquista con un acconto.", "Please choose how to pay: this product is bought with a deposit.";
    PLAN_UNKNOWN "plan_unknown": "Questo piano di pagamento non è più disponibile: scegline un altro.", "This payment plan is no longer available: please choose another.";
    CHOICES_CHANGED "choices_changed": "Le opzioni di «{name}» sono cambiate: l'abbiamo tolto dal carrello. Sceglilo di nuovo dalla sua pagina.", "The options of “{name}” have changed: we removed it from your cart. Please choose it again on its page.";
    BOOKING_GONE "booking_gone": "L'orario prenotato di «{name}» non è più disponibile.", "The booked time of “{name}” is no longer available.";
    INSTALMENT_CHANGED "instalment_changed": "Lo stato di questa rata è cambiato nel frattempo: ricarica la pagina.", "This instalment has changed meanwhile: please reload the page.";
    INSTALMENT_AWAITED "instalment_awaited": "Aspettiamo il tuo bonifico per il saldo dell'ordine {number}.", "We are waiting for your transfer for the balance of order {number}.";
    RULE_LABEL_REQUIRED "rule_label_required": "Scrivi un nome.", "Please write a name.";
    RULE_LABEL_TOO_LONG "rule_label_too_long": "Il nome può avere al massimo {maximum} caratteri.", "The name takes {maximum} characters at most.";
    RULE_KEY_INVALID "rule_key_invalid": "Il codice dev'essere unico e fatto di lettere minuscole, cifre e trattini.", "The code must be unique, of lower-case letters, digits and hyphens.";
    RULE_NUMBER_RANGE "rule_number_range": "Il valore deve essere compreso tra {minimum} e {maximum}.", "The value must be between {minimum} and {maximum}.";
    RULE_PRICE_RANGE "rule_price_range": "Il prezzo è fuori dai limiti.", "The price is out of bounds.";
    RULE_ADD_ON_UNKNOWN "rule_add_on_unknown": "Qui si indicano altre opzioni di questo prodotto.", "Other options of this product are named here.";
    RULE_ADD_ON_CONTRADICTION "rule_add_on_contradiction": "Un'opzione non può richiederne ed escluderne un'altra insieme.", "An option cannot both need and exclude another one.";
    RULE_DEPOSIT_RANGE "rule_deposit_range": "L'acconto deve essere maggiore di zero e minore del totale.", "The deposit must be more than nothing and less than the total.";
    RULE_SUBSCRIPTION_ALONE "rule_subscription_alone": "Un prodotto in abbonamento non si paga a rate e non si prenota.", "A product bought by subscription is neither paid in parts nor booked.";
    RULE_TRIAL_SENT "rule_trial_sent": "La prova gratuita vale solo per i prodotti virtuali: quelli che si spediscono si pagano con l'ordine.", "A free trial is for virtual products only: those that are sent are paid with the order.";
    RULE_TIMES_INVALID "rule_times_invalid": "Gli orari non sono validi o si ripetono: scrivili come «18:00».", "The times are not valid or are repeated: write them as “18:00”.";
    RULE_DAYS_INVALID "rule_days_invalid": "I giorni di chiusura vanno scritti come «2026-12-24».", "Closed days are written as “2026-12-24”.";
}
