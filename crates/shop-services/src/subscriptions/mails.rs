//! Messages about subscriptions, in the buyer's language.

use shop_core::base::Lang;
use shop_core::base::format::date;
use shop_core::subscription::{SubscriptionStatus, words};

use super::view::{facts, title};
use crate::mail_template::MailTemplate;
use crate::ports::{NewMail, SubscriptionRecord};
use crate::settings::ShopSettings;

/// Path of a subscription's page in its owner's account.
pub(crate) fn path(record: &SubscriptionRecord) -> String {
    format!("/my-account/view-subscription/{}/", record.id)
}

/// What of it is told.
pub(crate) struct Told<'a> {
    pub settings: &'a ShopSettings,
    /// Public address of the shop; empty: messages have no links.
    pub base: &'a str,
}

impl Told<'_> {
    fn letter(&self, record: &SubscriptionRecord, kind: &str, subject: String, opening: String) -> NewMail {
        let lang = record.content.order.lang;
        MailTemplate { paragraphs: vec![opening], ..self.plain(record, kind, subject) }.into_mail(self.settings, lang)
    }

    /// A message with what is to be known of the subscription and the way to its page; its words are the caller's.
    pub(crate) fn plain(&self, record: &SubscriptionRecord, kind: &str, subject: String) -> MailTemplate {
        let lang = record.content.order.lang;
        let see = if lang == Lang::It { "Vedi il tuo abbonamento" } else { "See your subscription" };
        MailTemplate {
            kind: kind.to_owned(),
            recipient: record.content.order.billing.email.clone(),
            subject,
            paragraphs: Vec::new(),
            facts: std::iter::once((
                if lang == Lang::It { "Abbonamento" } else { "Subscription" }.to_owned(),
                title(&record.content),
            ))
            .chain(facts(record, lang))
            .collect(),
            button: (!self.base.is_empty()).then(|| (see.to_owned(), format!("{}{}", self.base, path(record)))),
            closing: Vec::new(),
        }
    }

    /// The state that a subscription came into. `record` is as it is afterwards.
    pub(crate) fn state(&self, record: &SubscriptionRecord) -> NewMail {
        let it = record.content.order.lang == Lang::It;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let (kind, subject, opening) = match (record.state.status, it) {
            (SubscriptionStatus::Active, true) => (
                "customer_subscription_active",
                format!("Il tuo abbonamento {number} è attivo"),
                format!(
                    "Ciao {name}, il tuo abbonamento è attivo. Lo sospendi o lo disdici quando vuoi dal tuo account."
                ),
            ),
            (SubscriptionStatus::Active, false) => (
                "customer_subscription_active",
                format!("Your subscription {number} is active"),
                format!(
                    "Hello {name}, your subscription is active. Suspend or cancel it in your account whenever you like."
                ),
            ),
            (SubscriptionStatus::OnHold, true) => (
                "customer_subscription_suspended",
                format!("Il tuo abbonamento {number} è sospeso"),
                format!(
                    "Ciao {name}, il tuo abbonamento è sospeso: non paghi e non ricevi nulla finché non lo riprendi."
                ),
            ),
            (SubscriptionStatus::OnHold, false) => (
                "customer_subscription_suspended",
                format!("Your subscription {number} is suspended"),
                format!(
                    "Hello {name}, your subscription is suspended: nothing is paid or delivered until you resume it."
                ),
            ),
            (SubscriptionStatus::Expired, true) => (
                "customer_subscription_ended",
                format!("Il tuo abbonamento {number} è concluso"),
                format!("Ciao {name}, con l'ultimo pagamento il tuo abbonamento è concluso. Grazie!"),
            ),
            (SubscriptionStatus::Expired, false) => (
                "customer_subscription_ended",
                format!("Your subscription {number} has ended"),
                format!("Hello {name}, with its last payment your subscription has ended. Thank you!"),
            ),
            (SubscriptionStatus::Cancelled | SubscriptionStatus::Pending, true) => (
                "customer_subscription_cancelled",
                format!("Il tuo abbonamento {number} è disdetto"),
                format!(
                    "Ciao {name}, il tuo abbonamento è disdetto: non pagherai altro. Se non te lo aspettavi, rispondi a questo messaggio."
                ),
            ),
            (SubscriptionStatus::Cancelled | SubscriptionStatus::Pending, false) => (
                "customer_subscription_cancelled",
                format!("Your subscription {number} is cancelled"),
                format!(
                    "Hello {name}, your subscription is cancelled: nothing more will be paid. If you did not expect this, please reply to this message."
                ),
            ),
        };
        self.letter(record, kind, subject, opening)
    }

    /// A renewal was not paid in time.
    pub(crate) fn unpaid(&self, record: &SubscriptionRecord) -> NewMail {
        let it = record.content.order.lang == Lang::It;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let (subject, opening) = if it {
            (
                format!("Il tuo abbonamento {number} è sospeso: il rinnovo non è stato pagato"),
                format!(
                    "Ciao {name}, non abbiamo ricevuto il pagamento del rinnovo, quindi l'abbonamento è sospeso. Riparte appena lo paghi: trovi il link nella sua pagina."
                ),
            )
        } else {
            (
                format!("Your subscription {number} is suspended: its renewal was not paid"),
                format!(
                    "Hello {name}, we have not received the payment of the renewal, so the subscription is suspended. It goes on as soon as you pay it: the link is on its page."
                ),
            )
        };
        self.letter(record, "customer_subscription_unpaid", subject, opening)
    }

    /// A payment that is far enough from the last one to be forgotten comes near.
    pub(crate) fn reminder(&self, record: &SubscriptionRecord, day: i64) -> NewMail {
        let lang = record.content.order.lang;
        let (number, name) = (record.id, &record.content.order.billing.first_name);
        let due = date(day.saturating_mul(86_400), lang);
        let each = words::price_each(record.total(), &record.terms, lang);
        let (subject, opening) = if lang == Lang::It {
            (
                format!("Il tuo abbonamento {number} si rinnova il {due}"),
                format!(
                    "Ciao {name}, il {due} si rinnova il tuo abbonamento: {each}. Se non lo vuoi più, disdicilo prima dal tuo account."
                ),
            )
        } else {
            (
                format!("Your subscription {number} renews on {due}"),
                format!(
                    "Hello {name}, your subscription renews on {due}: {each}. If you no longer want it, cancel it in your account before that day."
                ),
            )
        };
        self.letter(record, "customer_subscription_reminder", subject, opening)
    }
}
