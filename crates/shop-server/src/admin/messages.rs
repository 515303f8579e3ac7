//! Sentences of the back office by code, in Italian and English. What the shop's rules say comes from
//! [`shop_core::messages`].

use shop_core::base::{Lang, Params};

/// Declares the codes with their sentences.
macro_rules! sentences {
    ($($name:ident $code:literal: $it:literal, $en:literal;)*) => {
        $(#[doc = $it] pub(super) const $name: &str = $code;)*
        static ALL: &[(&str, &str, &str)] = &[$(($code, $it, $en),)*];
    };
}

sentences! {
    LOGIN_REQUIRED "login_required": "Accedi per continuare.", "Please log in to continue.";
    LOGIN_FAILED "login_failed": "E-mail o password non corretti.", "Wrong e-mail or password.";
    ADMIN_ONLY "admin_only": "Quest'area è riservata a chi gestisce il negozio.", "This area is for the people who run the shop.";
    ADMIN_ROLE_ONLY "admin_role_only": "Questa operazione è riservata agli amministratori.", "Only administrators may do this.";
    ORIGIN_REFUSED "origin_refused": "La richiesta viene da un altro sito.", "The request comes from another site.";
    NONCE_INVALID "nonce_invalid": "La pagina è scaduta: ricaricala e riprova.", "The page has expired: reload it and try again.";
    TOO_MANY_TRIES "too_many_tries": "Troppi tentativi: riprova tra {minutes} minuti.", "Too many tries: please try again in {minutes} minutes.";
    BUSY "busy": "Il server è occupato: riprova tra poco.", "The server is busy: please try again shortly.";
    NOT_FOUND "not_found": "Quello che cerchi non esiste.", "There is no such thing.";
    METHOD_REFUSED "method_refused": "Questo indirizzo non accetta questo metodo.", "This address does not take this method.";
    BODY_INVALID "body_invalid": "La richiesta non è leggibile: {reason}", "The request cannot be read: {reason}";
    FIELDS_INVALID "fields_invalid": "Ci sono dati da controllare. Non è stato salvato nulla.", "Some values need checking. Nothing was saved.";
    ORDER_STEP_REFUSED "order_step_refused": "Un ordine nello stato «{from}» non può passare a «{to}».", "An order that is “{from}” cannot become “{to}”.";
    ORDER_CHANGED "order_changed": "L'ordine è cambiato nel frattempo: controlla e riprova.", "The order has changed meanwhile: please check and try again.";
    ORDER_STOCK_SHORT "order_stock_short": "Non c'è abbastanza giacenza per riaprire l'ordine: di «{name}» restano {available} pezzi.", "There is not enough stock to reopen the order: {available} pieces of “{name}” are left.";
    ORDER_CREDIT_SHORT "order_credit_short": "L'ordine era pagato in parte con il credito «{code}», che non basta più per riaprirlo.", "The order was paid in part with the credit “{code}”, which no longer covers it.";
    ORDER_REFUND_OPEN "order_refund_open": "Il rimborso è scritto nell'ordine, ma il fornitore del pagamento non l'ha ancora confermato o l'ha rifiutato: guarda i rimborsi. Quando va a buon fine l'ordine diventa «rimborsato» da solo.", "The refund is written in the order, but the payment provider has not confirmed it yet or has refused it: see the refunds. Once it succeeds the order becomes “refunded” by itself.";
    ORDER_NOTHING_CAPTURED "order_nothing_captured": "L'importo è solo autorizzato, non riscosso: non c'è nulla da rimborsare. Annulla l'autorizzazione.", "The amount is only authorised, not captured: there is nothing to refund. Cancel the authorisation.";
    CAPTURE_NOTHING "capture_nothing": "Non c'è (più) nessun importo autorizzato da riscuotere o annullare.", "There is no authorised amount (any more) to capture or to let go.";
    CAPTURE_REFUSED "capture_refused": "Il fornitore del pagamento ha rifiutato: {reason}", "The payment provider refused: {reason}";
    SETUP_NO_PROVIDER "setup_no_provider": "Non è collegato nessun account di Stripe: inserisci prima le chiavi.", "No Stripe account is connected: enter the keys first.";
    SETUP_NO_DOMAIN "setup_no_domain": "L'indirizzo del negozio ({address}) non è un dominio pubblico: i wallet non possono verificarlo.", "The shop's address ({address}) is no public domain: wallets cannot check it.";
    SETUP_UNREACHABLE "setup_unreachable": "Stripe non risponde: riprova tra poco. Non è cambiato nulla.", "Stripe does not answer: please try again shortly. Nothing was changed.";
    KEYS_NOT_SEALED "keys_not_sealed": "Per salvare chiavi da questa pagina il server ha bisogno della variabile SHOP_SECRETS_KEY, che le cifra.", "To store keys from this page the server needs the variable SHOP_SECRETS_KEY, which encrypts them.";
    KEYS_FROM_ENVIRONMENT "keys_from_environment": "Le chiavi sono impostate nell'ambiente del server: si cambiano lì.", "The keys are set in the server's environment: they are changed there.";
    PAYMENT_IN_DOUBT "payment_in_doubt": "Il fornitore del pagamento non ha risposto: lo chiediamo di nuovo da soli. Ricarica la pagina tra un minuto.", "The payment provider did not answer: it is asked again by itself. Reload the page in a minute.";
    INVOICE_NOT_REQUESTED "invoice_not_requested": "Il cliente non ha chiesto la fattura con l'ordine.", "The buyer did not ask for an invoice with the order.";
    INVOICE_NOT_PAID "invoice_not_paid": "La fattura si emette quando l'ordine è pagato.", "The invoice is issued once the order is paid.";
    INVOICE_SELLER_INCOMPLETE "invoice_seller_incomplete": "Nelle impostazioni mancano la ragione sociale o la partita IVA del venditore.", "The seller's name or VAT number is missing in the settings.";
    PERSON_YOURSELF "person_yourself": "Su te stesso non puoi farlo: chiedi a un altro amministratore.", "You cannot do this to yourself: ask another administrator.";
    PERSON_LAST_ADMIN "person_last_admin": "Deve restare almeno un amministratore che possa accedere.", "At least one administrator who can log in must remain.";
    PERSON_BLOCKED "person_blocked": "L'account è bloccato: prima va sbloccato.", "The account is blocked: unblock it first.";
    STOCK_CHANGED "stock_changed": "La giacenza è cambiata nel frattempo: ora è {quantity}. Non è stato salvato nulla.", "The stock has changed meanwhile: it is {quantity} now. Nothing was saved.";
    STORE_UNAVAILABLE "store_unavailable": "L'archivio non risponde: riprova tra poco.", "The database does not answer: please try again shortly.";
    UNKNOWN_ERROR "unknown_error": "Si è verificato un errore. Riprova tra poco.", "Something went wrong. Please try again shortly.";
    REQUIRED "required": "Questo dato è obbligatorio.", "This value is required.";
    TOO_LONG "too_long": "Al massimo {maximum} caratteri.", "At most {maximum} characters.";
    PRICE_INVALID "price_invalid": "Scrivi un importo come 12,50.", "Please write an amount such as 12.50.";
    PRICE_OUT_OF_RANGE "price_out_of_range": "L'importo deve essere compreso tra 0 e {maximum}.", "The amount must be between 0 and {maximum}.";
    PRICE_NOT_HERE "price_not_here": "Il prezzo si imposta su ciò che si acquista davvero: le varianti o i prodotti del gruppo.", "The price belongs to what is actually bought: the variations or the products of the group.";
    SALE_WITHOUT_REGULAR "sale_without_regular": "Per un prezzo scontato serve il prezzo pieno.", "A reduced price needs a full price.";
    SALE_NOT_BELOW "sale_not_below": "Il prezzo scontato deve essere inferiore al prezzo pieno.", "The reduced price must be below the full price.";
    PURCHASE_NOT_HERE "purchase_not_here": "Queste opzioni si impostano sui prodotti che si acquistano davvero.", "These options belong to the products that are actually bought.";
    TIMES_INVALID "times_invalid": "Scrivi gli orari come 11:00, 16:30.", "Please write times such as 11:00, 16:30.";
    DATE_INVALID "date_invalid": "Scrivi una data come 2026-12-24.", "Please write a date such as 2026-12-24.";
    DATES_REVERSED "dates_reversed": "La fine viene prima dell'inizio.", "The end comes before the start.";
    DAYS_TOO_MANY "days_too_many": "Al massimo {maximum} giorni.", "At most {maximum} days.";
    EXPORT_TOO_LARGE "export_too_large": "L'elenco supera {maximum} righe: restringi le date o la ricerca.", "The list has more than {maximum} rows: narrow the dates or the search.";
    QUANTITY_INVALID "quantity_invalid": "Scrivi un numero intero.", "Please write a whole number.";
    QUANTITY_OUT_OF_RANGE "quantity_out_of_range": "Il numero deve essere compreso tra {minimum} e {maximum}.", "The number must be between {minimum} and {maximum}.";
    VALUE_UNKNOWN "value_unknown": "«{value}» non è tra i valori possibili.", "“{value}” is not a possible value.";
    VARIATION_UNKNOWN "variation_unknown": "Questa variante non esiste più: ricarica la pagina.", "This variation no longer exists: please reload the page.";
    MEASURE_INVALID "measure_invalid": "Scrivi un numero positivo, come 250 o 0,5.", "Please write a positive number such as 250 or 0.5.";
}

/// All sentences.
fn all() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    ALL.iter().chain(super::setup_messages::ALL)
}

/// The sentence for a code with its placeholders filled.
pub(super) fn sentence(code: &str, params: &Params, lang: Lang) -> String {
    let Some((_, it, en)) = all().find(|(known, _, _)| *known == code) else {
        return shop_core::messages::text(code, params, lang);
    };
    let template = if lang == Lang::En { en } else { it };
    params.iter().fold((*template).to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
    }

    #[test]
    fn each_code_is_there_once_with_the_same_placeholders_in_both_languages() {
        let mut seen = BTreeSet::new();
        for (code, it, en) in all() {
            assert!(seen.insert(code), "{code} appears twice");
            assert_eq!(placeholders(it), placeholders(en), "{code}");
        }
    }
}
