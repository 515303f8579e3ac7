//! Messages that are sent by mail: their subjects, and how they begin.

use super::messages;

messages! {
    MAIL_NEW_ORDER_SUBJECT "mail_new_order_subject": "[{shop}] Nuovo ordine {number}: {total}", "[{shop}] New order {number}: {total}";
    MAIL_NEW_ORDER "mail_new_order": "È arrivato un ordine di {name} {last_name}.", "An order of {name} {last_name} has arrived.";
    MAIL_ON_HOLD_SUBJECT "mail_on_hold_subject": "Abbiamo ricevuto il tuo ordine {number}", "We have received your order {number}";
    MAIL_ON_HOLD "mail_on_hold": "Ciao {name}, grazie per il tuo ordine. Lo prepariamo appena riceviamo il bonifico: qui sotto trovi le coordinate.", "Hello {name}, thank you for your order. We prepare it as soon as your transfer arrives: the bank details are below.";
    MAIL_ON_HOLD_PROVIDER "mail_on_hold_provider": "Ciao {name}, grazie per il tuo ordine. Lo prepariamo appena arriva il pagamento, e ti scriviamo.", "Hello {name}, thank you for your order. We prepare it as soon as the payment arrives, and write to you.";
    MAIL_PROCESSING_SUBJECT "mail_processing_subject": "Il tuo ordine {number} è in preparazione", "Your order {number} is being prepared";
    MAIL_PROCESSING "mail_processing": "Ciao {name}, grazie: il tuo ordine è confermato e lo stiamo preparando.", "Hello {name}, thank you: your order is confirmed and we are preparing it.";
    MAIL_COMPLETED_SUBJECT "mail_completed_subject": "Il tuo ordine {number} è completo", "Your order {number} is complete";
    MAIL_COMPLETED "mail_completed": "Ciao {name}, il tuo ordine è stato evaso. Buon appetito!", "Hello {name}, your order has been completed. Enjoy!";
    MAIL_CANCELLED_SUBJECT "mail_cancelled_subject": "Il tuo ordine {number} è stato annullato", "Your order {number} was cancelled";
    MAIL_CANCELLED "mail_cancelled": "Ciao {name}, il tuo ordine è stato annullato. Se non te lo aspettavi, rispondi a questo messaggio.", "Hello {name}, your order was cancelled. If you did not expect this, please reply to this message.";
    MAIL_REFUNDED_SUBJECT "mail_refunded_subject": "Il tuo ordine {number} è stato rimborsato", "Your order {number} was refunded";
    MAIL_REFUNDED "mail_refunded": "Ciao {name}, abbiamo disposto il rimborso del tuo ordine.", "Hello {name}, we have refunded your order.";
    MAIL_RENEWAL_SUBJECT "mail_renewal_subject": "Il tuo rinnovo {number}: {total} da pagare entro il {day}", "Your renewal {number}: {total} to be paid by {day}";
    MAIL_RENEWAL "mail_renewal": "Ciao {name}, è il momento del tuo abbonamento: per riceverlo paga {total} entro il {day} con il link qui sotto.", "Hello {name}, your subscription is due: to receive it, pay {total} by {day} with the link below.";
    MAIL_CONFIRM_METHOD_SUBJECT "mail_confirm_method_subject": "Il tuo ordine {number} aspetta la conferma del metodo di pagamento", "Your order {number} waits for its payment method";
    MAIL_CONFIRM_METHOD "mail_confirm_method": "Ciao {name}, oggi non paghi nulla: il tuo abbonamento parte appena confermi il metodo con cui pagherai i rinnovi.", "Hello {name}, you pay nothing today: your subscription starts as soon as you confirm the method that renewals are paid by.";
    MAIL_PENDING_SUBJECT "mail_pending_subject": "Il tuo ordine {number} è in attesa di pagamento", "Your order {number} is waiting for payment";
    MAIL_PENDING "mail_pending": "Ciao {name}, il tuo ordine è pronto per il pagamento: {total}. Puoi pagarlo con il link qui sotto.", "Hello {name}, your order is ready to be paid: {total}. You can pay it by the link below.";
    MAIL_FAILED_SUBJECT "mail_failed_subject": "Il pagamento dell'ordine {number} non è riuscito", "The payment of order {number} failed";
    MAIL_FAILED "mail_failed": "Ciao {name}, il pagamento del tuo ordine non è riuscito. Puoi riprovare, anche con un altro metodo.", "Hello {name}, the payment of your order failed. You can try again, also in another way.";
    MAIL_IGNORE "mail_ignore": "Se non sei stato tu, ignora questo messaggio: non succede nulla.", "If this was not you, ignore this message: nothing happens.";
    MAIL_WRITE_US "mail_write_us": "Se non sei stato tu, rispondi subito a questo messaggio.", "If this was not you, reply to this message at once.";
    MAIL_REGISTER_SUBJECT "mail_register_subject": "Completa la registrazione a {shop}", "Complete your registration with {shop}";
    MAIL_REGISTER "mail_register": "Manca un solo passo: apri il link per confermare l'indirizzo e attivare l'account. Vale 48 ore.", "One step is left: open the link to confirm the address and activate your account. It is valid for 48 hours.";
    MAIL_CONFIRM_ADDRESS "mail_confirm_address": "Conferma l'indirizzo", "Confirm the address";
    MAIL_REGISTERED_SUBJECT "mail_registered_subject": "Hai già un account su {shop}", "You already have an account with {shop}";
    MAIL_REGISTERED "mail_registered": "Qualcuno ha chiesto un account con questo indirizzo, che ne ha già uno. Puoi accedere con la tua password o sceglierne una nuova dalla pagina «Password dimenticata?».", "Somebody asked for an account with this address, which already has one. You can log in with your password, or choose a new one on the page “Lost your password?”.";
    MAIL_NEW_PASSWORD_SUBJECT "mail_new_password_subject": "Scegli una nuova password per {shop}", "Choose a new password for {shop}";
    MAIL_NEW_PASSWORD "mail_new_password": "Apri il link per scegliere una nuova password. Vale due ore e una volta sola.", "Open the link to choose a new password. It is valid for two hours and only once.";
    MAIL_CHOOSE_PASSWORD "mail_choose_password": "Scegli la password", "Choose the password";
    MAIL_CONFIRM_EMAIL_SUBJECT "mail_confirm_email_subject": "Conferma il tuo indirizzo e-mail", "Confirm your email address";
    MAIL_CONFIRM_EMAIL "mail_confirm_email": "Apri il link per confermare questo indirizzo. Vale 48 ore.", "Open the link to confirm this address. It is valid for 48 hours.";
    MAIL_NEW_ACCOUNT_SUBJECT "mail_new_account_subject": "Il tuo account su {shop}", "Your account with {shop}";
    MAIL_NEW_ACCOUNT "mail_new_account": "Con il tuo ordine abbiamo creato il tuo account. Conferma l'indirizzo per ritrovare anche gli ordini fatti in precedenza; se non hai scelto una password, chiedine una dalla pagina «Password dimenticata?».", "We created your account along with your order. Confirm the address to find your earlier orders too; if you have not chosen a password, ask for one on the page “Lost your password?”.";
    MAIL_EMAIL_CHANGING_SUBJECT "mail_email_changing_subject": "Il tuo indirizzo e-mail sta per cambiare", "Your email address is about to change";
    MAIL_EMAIL_CHANGING "mail_email_changing": "È stato chiesto di usare {to} per il tuo account al posto di questo indirizzo. Il cambio avviene quando il nuovo indirizzo viene confermato.", "Your account is to use {to} in place of this address. The change happens when the new address is confirmed.";
    MAIL_PASSWORD_CHANGED_SUBJECT "mail_password_changed_subject": "La tua password è cambiata", "Your password has changed";
    MAIL_PASSWORD_CHANGED "mail_password_changed": "La password del tuo account è stata cambiata e le altre sessioni sono state chiuse.", "The password of your account was changed and all other sessions were closed.";
    MAIL_ACCOUNT_DELETED_SUBJECT "mail_account_deleted_subject": "Il tuo account è stato eliminato", "Your account has been deleted";
    MAIL_ACCOUNT_DELETED "mail_account_deleted": "Abbiamo eliminato il tuo account e i tuoi dati, tranne i documenti che la legge ci impone di conservare per dieci anni.", "We have deleted your account and your data, except the documents that the law obliges us to keep for ten years.";
}
