//! Messages about charges of renewals: refused, waiting for the buyer's word, a card that ends.

use shop_core::base::format::{date, price};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Lang};
use shop_core::payment::error::{PaymentError, payment_error_message};
use shop_core::payment::renewal::RenewalRefusal;

use crate::ports::{GatewayMethod, NewMail, OrderRecord, SavedMethod, SubscriptionRecord};
use crate::saved_methods::method_name;
use crate::subscriptions::Told;

/// Path of the page on which the payment of a subscription is changed.
pub fn change_path(record: &SubscriptionRecord) -> String {
    format!("/my-account/change-payment-method/{}/", record.id)
}

/// A charge that the bank refused.
pub(super) struct Refused<'a> {
    /// The renewal.
    pub order: &'a OrderRecord,
    /// What was charged.
    pub method: Option<&'a SavedMethod>,
    /// The provider's words.
    pub error: &'a PaymentError,
    /// What they mean.
    pub meant: RenewalRefusal,
    /// When it is charged again; `None`: not by itself.
    pub next: Option<UnixSeconds>,
}

impl Refused<'_> {
    /// The bank asks the buyer.
    fn buyer_needed(&self) -> bool {
        self.meant == RenewalRefusal::Authentication
    }

    fn subject(&self, lang: Lang) -> String {
        let order = self.order.id;
        match (self.buyer_needed(), lang == Lang::It) {
            (true, true) => format!("Conferma il pagamento del rinnovo {order}"),
            (true, false) => format!("Confirm the payment of renewal {order}"),
            (false, true) => format!("Il pagamento del rinnovo {order} non è riuscito"),
            (false, false) => format!("The payment of renewal {order} failed"),
        }
    }

    /// What was to be charged, for what and by what, and what came of it.
    fn opening(&self, record: &SubscriptionRecord, lang: Lang) -> String {
        let it = lang == Lang::It;
        let name = &record.content.order.billing.first_name;
        let subscription = record.id;
        let amount = price(Cents(self.order.due_now_cents()), lang);
        let by = self.method.map(|kept| method_name(&kept.method, lang));
        let by = match (by, it) {
            (Some(by), true) => format!(" con {by}"),
            (Some(by), false) => format!(" by {by}"),
            (None, _) => String::new(),
        };
        match (self.buyer_needed(), it) {
            (true, true) => format!(
                "Ciao {name}, per addebitare {amount}{by} per il rinnovo del tuo abbonamento {subscription} la banca chiede la tua conferma."
            ),
            (true, false) => format!(
                "Hello {name}, to charge {amount}{by} for the renewal of your subscription {subscription}, your bank asks for your confirmation."
            ),
            (false, true) => format!(
                "Ciao {name}, il pagamento di {amount}{by} per il rinnovo del tuo abbonamento {subscription} non è riuscito."
            ),
            (false, false) => format!(
                "Hello {name}, the payment of {amount}{by} for the renewal of your subscription {subscription} failed."
            ),
        }
    }

    /// What the buyer can do, until when, and what the shop does by itself.
    fn what_follows(&self, lang: Lang) -> String {
        let pay_by = self.order.content.renewal.as_ref().map_or(0, |renewal| renewal.pay_by);
        let pay_by = date(pay_by.saturating_mul(86_400), lang);
        match (self.meant, self.next, lang == Lang::It) {
            (RenewalRefusal::Authentication, _, true) => {
                format!("Apri la pagina qui sotto e conferma entro il {pay_by}: bastano pochi secondi.")
            }
            (RenewalRefusal::Authentication, _, false) => {
                format!("Open the page below and confirm by {pay_by}: it takes a few seconds.")
            }
            (RenewalRefusal::Lasting, _, true) => format!(
                "Con questo metodo non riproviamo. Paga entro il {pay_by} in un altro modo, oppure cambia il metodo di pagamento dell'abbonamento: lo addebitiamo subito."
            ),
            (RenewalRefusal::Lasting, _, false) => format!(
                "We do not try this method again. Pay by {pay_by} in another way, or change the subscription's payment method: we charge it at once."
            ),
            (RenewalRefusal::Passing, Some(at), true) => {
                format!("Riproviamo il {}. Se preferisci, paga adesso, anche con un altro metodo.", date(at, lang))
            }
            (RenewalRefusal::Passing, Some(at), false) => {
                format!("We try again on {}. If you prefer, pay now, also in another way.", date(at, lang))
            }
            (RenewalRefusal::Passing, None, true) => format!(
                "È stato l'ultimo tentativo: paga entro il {pay_by}, anche con un altro metodo, altrimenti l'abbonamento viene sospeso."
            ),
            (RenewalRefusal::Passing, None, false) => format!(
                "This was the last try: pay by {pay_by}, also in another way, or the subscription is suspended."
            ),
        }
    }

    fn button(&self, lang: Lang) -> &'static str {
        match (self.buyer_needed(), lang == Lang::It) {
            (true, true) => "Conferma il pagamento",
            (true, false) => "Confirm the payment",
            (false, true) => "Paga adesso",
            (false, false) => "Pay now",
        }
    }
}

impl Told<'_> {
    /// A renewal was not paid by itself.
    pub(super) fn refused(&self, record: &SubscriptionRecord, refused: &Refused<'_>) -> NewMail {
        let lang = record.content.order.lang;
        let opening = refused.opening(record, lang);
        let why = if refused.buyer_needed() { String::new() } else { payment_error_message(refused.error, lang) };
        let kind = if refused.buyer_needed() { "customer_renewal_confirm" } else { "customer_renewal_refused" };
        let order = refused.order;
        let pay = format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", order.id, order.order_key);
        let mut letter = self.plain(record, kind, refused.subject(lang));
        letter.paragraphs =
            [opening, why, refused.what_follows(lang)].into_iter().filter(|text| !text.is_empty()).collect();
        letter.button = self.link(refused.button(lang), &pay);
        letter.closing = self.way_to_change(record);
        letter.into_mail(self.settings, lang)
    }

    /// A card ends before it is charged next.
    pub(super) fn card_ends(&self, record: &SubscriptionRecord, method: &GatewayMethod, day: i64) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let due = date(day.saturating_mul(86_400), lang);
        let card = method_name(method, lang);
        let (subject, opening, button) = if lang == Lang::It {
            (
                format!("La carta del tuo abbonamento {number} scade prima del prossimo pagamento"),
                format!(
                    "Ciao {name}, il {due} si rinnova il tuo abbonamento, ma per allora {card} sarà scaduta. Scegli un'altra carta, così non si interrompe."
                ),
                "Cambia metodo di pagamento",
            )
        } else {
            (
                format!("The card of your subscription {number} expires before the next payment"),
                format!(
                    "Hello {name}, your subscription renews on {due}, but {card} will have expired by then. Choose another card, so that it goes on."
                ),
                "Change payment method",
            )
        };
        let mut letter = self.plain(record, "customer_card_expiring", subject);
        letter.paragraphs = vec![opening];
        letter.button = self.link(button, &change_path(record));
        letter.into_mail(self.settings, lang)
    }

    fn link(&self, words: &str, path: &str) -> Option<(String, String)> {
        (!self.base.is_empty()).then(|| (words.to_owned(), format!("{}{path}", self.base)))
    }

    fn way_to_change(&self, record: &SubscriptionRecord) -> Vec<String> {
        let it = record.content.order.lang == Lang::It;
        let words = match (self.base.is_empty(), it) {
            (true, true) => "Il metodo di pagamento dell'abbonamento si cambia dal tuo account.".to_owned(),
            (true, false) => "The subscription's payment method is changed in your account.".to_owned(),
            (false, true) => {
                format!("Per cambiare il metodo di pagamento dell'abbonamento: {}{}", self.base, change_path(record))
            }
            (false, false) => {
                format!("To change the subscription's payment method: {}{}", self.base, change_path(record))
            }
        };
        vec![words]
    }
}
