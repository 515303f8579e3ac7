//! Sentences about subscriptions, for their buyers and for staff.

super::messages! {
    SUBSCRIPTION_ACCOUNT "subscription_account_required": "Un abbonamento si gestisce dal proprio account: accedi, oppure scegli una password per crearne uno.", "A subscription is managed in an account: log in, or choose a password to create one.";
    SUBSCRIPTION_SUSPENDED "subscription_suspended": "L'abbonamento {number} è sospeso: finché non lo riprendi non paghi e non ricevi nulla.", "Subscription {number} is suspended: until you resume it, nothing is paid or delivered.";
    SUBSCRIPTION_RESUMED "subscription_resumed": "L'abbonamento {number} è di nuovo attivo.", "Subscription {number} is active again.";
    SUBSCRIPTION_CANCELLED "subscription_cancelled": "L'abbonamento {number} è disdetto: non pagherai altro.", "Subscription {number} is cancelled: nothing more will be paid.";
    SUBSCRIPTION_CHANGED "subscription_changed": "L'abbonamento è cambiato nel frattempo: controlla e riprova.", "The subscription has changed meanwhile: please check and try again.";
    SUBSCRIPTION_STEP "subscription_step_refused": "Un abbonamento nello stato «{status}» non si può cambiare così.", "A subscription that is “{status}” cannot be changed like this.";
    SUBSCRIPTION_UNPAID "subscription_unpaid": "Per riprendere l'abbonamento paga prima il rinnovo in sospeso.", "To resume the subscription, first pay the renewal that is open.";
    SUBSCRIPTION_PAYMENT_CHANGED "subscription_payment_changed": "Fatto: l'abbonamento {number} si paga con {method}.", "Done: subscription {number} is paid by {method}.";
    SUBSCRIPTION_RENEWAL_PAID "subscription_renewal_paid": "Fatto: l'abbonamento {number} si paga con {method}, e il rinnovo in sospeso è pagato.", "Done: subscription {number} is paid by {method}, and the open renewal is paid.";
    SUBSCRIPTION_RENEWAL_REFUSED "subscription_renewal_refused": "L'abbonamento {number} si paga ora con {method}, ma l'addebito del rinnovo in sospeso non è riuscito: ti abbiamo scritto perché.", "Subscription {number} is now paid by {method}, but charging the open renewal failed: we have written to you why.";
    SUBSCRIPTION_NO_METHOD "subscription_no_method": "Scegli un metodo salvato oppure aggiungine uno nuovo.", "Choose a saved method or add a new one.";
    SUBSCRIPTION_NOTHING_TO_CHARGE "subscription_nothing_to_charge": "Non c'è un rinnovo da addebitare: o è già pagato, o il cliente non ha un metodo salvato.", "There is no renewal to charge: either it is paid, or the customer has no saved method.";
    PAYMENT_METHOD_GONE_PAID_BY "payment_method_gone_paid_by": "Metodo di pagamento rimosso. Gli abbonamenti che lo usavano si pagano ora con {method}.", "Payment method removed. The subscriptions that used it are now paid by {method}.";
    PAYMENT_METHOD_GONE_BY_HAND "payment_method_gone_by_hand": "Metodo di pagamento rimosso. I rinnovi degli abbonamenti che lo usavano li pagherai di volta in volta, con il link che ti mandiamo.", "Payment method removed. You will pay each renewal of the subscriptions that used it by the link that we send you.";
}
