//! Sentences about subscriptions, for their buyers and for staff.

super::messages! {
    SUBSCRIPTION_ACCOUNT "subscription_account_required": "Un abbonamento si gestisce dal proprio account: accedi, oppure scegli una password per crearne uno.", "A subscription is managed in an account: log in, or choose a password to create one.";
    SUBSCRIPTION_SUSPENDED "subscription_suspended": "L'abbonamento {number} è sospeso: finché non lo riprendi non paghi e non ricevi nulla.", "Subscription {number} is suspended: until you resume it, nothing is paid or delivered.";
    SUBSCRIPTION_RESUMED "subscription_resumed": "L'abbonamento {number} è di nuovo attivo.", "Subscription {number} is active again.";
    SUBSCRIPTION_CANCELLED "subscription_cancelled": "L'abbonamento {number} è disdetto: non pagherai altro.", "Subscription {number} is cancelled: nothing more will be paid.";
    SUBSCRIPTION_CHANGED "subscription_changed": "L'abbonamento è cambiato nel frattempo: controlla e riprova.", "The subscription has changed meanwhile: please check and try again.";
    SUBSCRIPTION_STEP "subscription_step_refused": "Un abbonamento nello stato «{status}» non si può cambiare così.", "A subscription that is “{status}” cannot be changed like this.";
    SUBSCRIPTION_UNPAID "subscription_unpaid": "Per riprendere l'abbonamento paga prima il rinnovo in sospeso.", "To resume the subscription, first pay the renewal that is open.";
}
