//! Sentences about accounts: logging in, registering, passwords, what an account's pages did.

super::messages! {
    ACCOUNT_LOGIN_REQUIRED "account_login_required": "Inserisci l'e-mail o il nome utente.", "Enter your email address or user name.";
    ACCOUNT_EMAIL_REQUIRED "account_email_required": "Inserisci l'indirizzo e-mail.", "Enter the email address.";
    PASSWORD_REQUIRED "password_required": "Inserisci la password.", "Enter the password.";
    PASSWORD_CURRENT_REQUIRED "password_current_required": "Inserisci la password attuale per confermare la modifica.", "Enter your current password to confirm the change.";
    PASSWORD_CURRENT_WRONG "password_current_wrong": "La password attuale non è corretta.", "The current password is not correct.";
    PASSWORDS_DIFFER "passwords_differ": "Le due password non coincidono.", "The two passwords do not match.";
    ACCOUNT_PASSWORD_SHORT "account_password_short": "La password deve avere almeno {min} caratteri.", "The password must have at least {min} characters.";
    ACCOUNT_PASSWORD_WEAK "account_password_weak": "Questa password si indovina facilmente: scegline una più sicura.", "This password is easy to guess: choose a stronger one.";
    DISPLAY_NAME_REQUIRED "display_name_required": "Inserisci il nome da mostrare accanto alle recensioni.", "Enter the name to show beside your reviews.";
    /// The same for a wrong password, an unknown address and an account that is not confirmed yet.
    ACCOUNT_LOGIN_FAILED "account_login_failed": "E-mail o password non corretti. Se hai appena creato l'account, apri prima il link che ti abbiamo inviato.", "Email or password not correct. If you have just created the account, open the link we sent you first.";
    ACCOUNT_BLOCKED "account_blocked": "Questo account è bloccato. Scrivici per saperne di più.", "This account is blocked. Write to us to find out more.";
    ACCOUNT_TOO_MANY_TRIES "account_too_many_tries": "Troppi tentativi. Riprova tra {minutes} min.", "Too many tries. Try again in {minutes} min.";
    /// The same whether there is an account or not.
    ACCOUNT_CONFIRM_SENT "account_confirm_sent": "Ti abbiamo scritto a {email}: apri il link nel messaggio per completare la registrazione.", "We have written to {email}: open the link in the message to complete your registration.";
    ACCOUNT_CONFIRMED "account_confirmed": "Indirizzo confermato: il tuo account è pronto.", "Address confirmed: your account is ready.";
    /// The same whether there is an account or not.
    PASSWORD_LINK_SENT "password_link_sent": "Se c'è un account con questi dati, ti abbiamo inviato un link per scegliere una nuova password. Controlla anche la posta indesiderata.", "If there is an account with these details, we have sent you a link to choose a new password. Check your spam folder too.";
    ACCOUNT_LINK_DEAD "account_link_dead": "Questo link non è più valido. Richiedine uno nuovo.", "This link is no longer valid. Ask for a new one.";
    PASSWORD_CHANGED "password_changed": "La nuova password è attiva. Le altre sessioni sono state chiuse.", "Your new password is active. All other sessions have been closed.";
    ACCOUNT_SAVED "account_saved": "Dati dell'account salvati.", "Account details saved.";
    ACCOUNT_EMAIL_PENDING "account_email_pending": "Ti abbiamo scritto a {email}: apri il link nel messaggio per usare il nuovo indirizzo. Fino ad allora vale quello attuale.", "We have written to {email}: open the link in the message to use the new address. Until then the current one stays.";
    ADDRESS_SAVED "address_saved": "Indirizzo salvato.", "Address saved.";
    LOGGED_OUT "logged_out": "Hai chiuso la sessione.", "You have logged out.";
    LOGGED_OUT_ELSEWHERE "logged_out_elsewhere": "Le altre sessioni sono state chiuse.", "All other sessions have been closed.";
    ACCOUNT_DELETED "account_deleted": "Il tuo account è stato eliminato. Conserviamo solo i documenti che la legge ci impone di tenere.", "Your account has been deleted. We keep only the documents that the law obliges us to keep.";
    ACCOUNT_HAS_OPEN_ORDERS "account_has_open_orders": "Hai ordini ancora in corso: potrai eliminare l'account quando saranno conclusi.", "You have orders in progress: you can delete the account once they are completed.";
    ORDER_CANCELLED "order_cancelled": "L'ordine {number} è stato annullato.", "Order {number} has been cancelled.";
    ORDER_NOT_CANCELLABLE "order_not_cancellable": "L'ordine {number} non si può più annullare: scrivici e vediamo insieme.", "Order {number} can no longer be cancelled: write to us and we will see together.";
    ORDER_AGAIN "order_again": "I prodotti dell'ordine {number} sono nel carrello.", "The products of order {number} are in your cart.";
    ORDER_AGAIN_PARTLY "order_again_partly": "Alcuni prodotti dell'ordine {number} non sono più disponibili: nel carrello trovi gli altri.", "Some products of order {number} are no longer available: the others are in your cart.";
    ORDER_AGAIN_NOTHING "order_again_nothing": "I prodotti dell'ordine {number} non sono più disponibili.", "The products of order {number} are no longer available.";
}
