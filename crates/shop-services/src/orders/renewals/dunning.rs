//! E-mails about renewal charges: declined, authentication needed, card expiring.

use shop_core::base::Lang;
use shop_core::base::format::{date, price};
use shop_core::base::time::UnixSeconds;
use shop_core::payments::error::{PaymentError, payment_error_message};
use shop_core::payments::renewal::RenewalDecline;
use shop_core::platform::words::subscription_texts;

use crate::orders::subscriptions::SubscriptionMail;
use crate::payments::saved_methods::method_name;
use crate::ports::{GatewayMethod, NewMail, OrderRecord, SavedMethod, SubscriptionRecord};

/// Path of the page for changing a subscription's payment method.
pub fn change_path(record: &SubscriptionRecord) -> String {
    format!("/my-account/change-payment-method/{}/", record.id)
}

/// A charge that the bank declined.
pub(super) struct DeclinedCharge<'a> {
    pub order: &'a OrderRecord,
    /// The charged method.
    pub method: Option<&'a SavedMethod>,
    /// The provider's error.
    pub error: &'a PaymentError,
    /// Classification of the error.
    pub meaning: RenewalDecline,
    /// When it is charged again; `None` if not automatically.
    pub next: Option<UnixSeconds>,
}

impl DeclinedCharge<'_> {
    /// Whether the bank requires the buyer's authentication.
    fn buyer_needed(&self) -> bool {
        self.meaning == RenewalDecline::Authentication
    }

    fn subject(&self, lang: Lang) -> String {
        let order = self.order.id;
        if self.buyer_needed() {
            subscription_texts::confirm_subject(lang, order)
        } else {
            subscription_texts::refused_subject(lang, order)
        }
    }

    /// What was to be charged, for what and by which method, and the result.
    fn opening(&self, record: &SubscriptionRecord, lang: Lang) -> String {
        let name = &record.content.order.billing.first_name;
        let subscription = record.id;
        let amount = price(self.order.due_now_cents(), lang);
        let by = self.method.map(|saved| method_name(&saved.method, lang));
        let by = by.map_or_else(String::new, |by| format!(" {}", subscription_texts::by_method(lang, by)));
        if self.buyer_needed() {
            subscription_texts::confirm_opening(lang, amount, by, name, subscription)
        } else {
            subscription_texts::refused_opening(lang, amount, by, name, subscription)
        }
    }

    /// What the buyer can do and until when, and what the shop does automatically.
    fn what_follows(&self, lang: Lang) -> String {
        let pay_by = self.order.content.renewal.as_ref().map_or(0, |renewal| renewal.pay_by);
        let pay_by = date(pay_by.saturating_mul(86_400), lang);
        match (self.meaning, self.next) {
            (RenewalDecline::Authentication, _) => subscription_texts::confirm_by(lang, pay_by),
            (RenewalDecline::Lasting, _) => subscription_texts::not_again(lang, pay_by),
            (RenewalDecline::Passing, Some(at)) => subscription_texts::again_on(lang, date(at, lang)),
            (RenewalDecline::Passing, None) => subscription_texts::last_try(lang, pay_by),
        }
    }

    fn button(&self, lang: Lang) -> &'static str {
        if self.buyer_needed() {
            subscription_texts::confirm_the_payment(lang)
        } else {
            subscription_texts::pay_now(lang)
        }
    }
}

impl SubscriptionMail<'_> {
    /// Automatic payment of a renewal failed.
    pub(super) fn declined(&self, record: &SubscriptionRecord, declined: &DeclinedCharge<'_>) -> NewMail {
        let lang = record.content.order.lang;
        let opening = declined.opening(record, lang);
        let why = if declined.buyer_needed() { String::new() } else { payment_error_message(declined.error, lang) };
        let kind = if declined.buyer_needed() { "customer_renewal_confirm" } else { "customer_renewal_refused" };
        let order = declined.order;
        let pay = format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", order.id, order.order_key);
        let mut template = self.plain(record, kind, declined.subject(lang));
        template.paragraphs =
            [opening, why, declined.what_follows(lang)].into_iter().filter(|text| !text.is_empty()).collect();
        template.button = self.link(declined.button(lang), &pay);
        template.closing = self.way_to_change(record);
        template.into_mail(self.settings, lang)
    }

    /// A card expires before its next charge.
    pub(super) fn card_ends(&self, record: &SubscriptionRecord, method: &GatewayMethod, day: i64) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let due = date(day.saturating_mul(86_400), lang);
        let card = method_name(method, lang);
        let (subject, opening, button) = (
            subscription_texts::card_ends_subject(lang, number),
            subscription_texts::card_ends(lang, card, due, name),
            subscription_texts::change_payment_method(lang),
        );
        let mut template = self.plain(record, "customer_card_expiring", subject);
        template.paragraphs = vec![opening];
        template.button = self.link(button, &change_path(record));
        template.into_mail(self.settings, lang)
    }

    fn link(&self, words: &str, path: &str) -> Option<(String, String)> {
        (!self.base.is_empty()).then(|| (words.to_owned(), format!("{}{path}", self.base)))
    }

    fn way_to_change(&self, record: &SubscriptionRecord) -> Vec<String> {
        let lang = record.content.order.lang;
        let words = if self.base.is_empty() {
            subscription_texts::change_in_account(lang).to_owned()
        } else {
            subscription_texts::change_at(lang, format!("{}{}", self.base, change_path(record)))
        };
        vec![words]
    }
}
