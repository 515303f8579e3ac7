//! E-mails about subscriptions, in the buyer's language.

use shop_core::base::format::date;
use shop_core::orders::subscription::{SubscriptionStatus, words};
use shop_core::platform::words::subscription_texts;

use super::view::{facts, path, title};
use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, SubscriptionRecord};

/// Data for an e-mail about a subscription.
pub(crate) struct SubscriptionMail<'a> {
    pub settings: &'a ShopSettings,
    /// Public address of the shop; if empty, e-mails contain no links.
    pub base: &'a str,
}

impl SubscriptionMail<'_> {
    fn build(&self, record: &SubscriptionRecord, kind: &str, subject: String, opening: String) -> NewMail {
        let lang = record.content.order.lang;
        MailTemplate { paragraphs: vec![opening], ..self.plain(record, kind, subject) }.into_mail(self.settings, lang)
    }

    /// Template with the subscription's facts and the link to its page; the caller adds the text.
    pub(crate) fn plain(&self, record: &SubscriptionRecord, kind: &str, subject: String) -> MailTemplate {
        let lang = record.content.order.lang;
        let see = subscription_texts::see(lang);
        MailTemplate {
            kind: kind.to_owned(),
            recipient: record.content.order.billing.email.clone(),
            subject,
            paragraphs: Vec::new(),
            facts: std::iter::once((subscription_texts::subscription(lang).to_owned(), title(&record.content)))
                .chain(facts(record, lang))
                .collect(),
            button: (!self.base.is_empty()).then(|| {
                (see.to_owned(), format!("{}{}", self.base, self.settings.shop.page_path(lang, &path(record))))
            }),
            closing: Vec::new(),
        }
    }

    /// E-mail about a new state; `record` already has it.
    pub(crate) fn state(&self, record: &SubscriptionRecord) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let (kind, subject, opening) = match record.state.status {
            SubscriptionStatus::Active => (
                "customer_subscription_active",
                subscription_texts::active_subject(lang, number),
                subscription_texts::active(lang, name),
            ),
            SubscriptionStatus::OnHold => (
                "customer_subscription_suspended",
                subscription_texts::suspended_subject(lang, number),
                subscription_texts::suspended(lang, name),
            ),
            SubscriptionStatus::Expired => (
                "customer_subscription_ended",
                subscription_texts::ended_subject(lang, number),
                subscription_texts::ended(lang, name),
            ),
            SubscriptionStatus::Cancelled | SubscriptionStatus::Pending => (
                "customer_subscription_cancelled",
                subscription_texts::cancelled_subject(lang, number),
                subscription_texts::cancelled(lang, name),
            ),
        };
        self.build(record, kind, subject, opening)
    }

    /// A renewal was not paid in time.
    pub(crate) fn unpaid(&self, record: &SubscriptionRecord) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let (subject, opening) =
            (subscription_texts::unpaid_subject(lang, number), subscription_texts::unpaid(lang, name));
        self.build(record, "customer_subscription_unpaid", subject, opening)
    }

    /// Reminder of an upcoming payment that is far from the previous one.
    pub(crate) fn reminder(&self, record: &SubscriptionRecord, day: i64) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let due = date(day.saturating_mul(86_400), lang);
        let each = words::price_each(record.total(), &record.terms, lang);
        let (subject, opening) = (
            subscription_texts::reminder_subject(lang, &due, number),
            subscription_texts::reminder(lang, due, each, name),
        );
        self.build(record, "customer_subscription_reminder", subject, opening)
    }
}
