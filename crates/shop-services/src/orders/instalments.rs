//! Instalments of orders that are paid in parts: the buyer announces a transfer, the merchant records its arrival.

use shop_core::base::format::price;
use shop_core::base::{Lang, OrderId};
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::catalogue::purchase::words::day;
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::{InstalmentStatus, next_payable};
use shop_core::orders::payment::{ChosenPayment, PaymentRules, status_paid_by};
use shop_core::payments::availability::is_gateway_method;
use shop_core::platform::words::{order_texts, staff_texts};

use super::view::payment_details;
use crate::content::mail_template::MailTemplate;
use crate::orders::Orders;
use crate::platform::settings::{PaymentMethodSettings, ShopSettings};
use crate::ports::{InstalmentRecord, InstalmentStep, NewMail, OrderRecord, PAYMENT_AUTHOR, StoreError};

/// Payment methods for an instalment: those that wait for a transfer, because nothing is handed over any more, and the
/// provider's.
pub fn part_payment_methods(settings: &ShopSettings) -> impl Iterator<Item = &PaymentMethodSettings> {
    let ready = |id: &str| status_paid_by(id) == OrderStatus::OnHold || is_gateway_method(id);
    settings.enabled_payment_methods().filter(move |method| ready(&method.id))
}

/// Validation rules for the payment form of an instalment. The terms were accepted with the order.
pub fn part_payment_rules(settings: &ShopSettings) -> PaymentRules {
    PaymentRules {
        methods: part_payment_methods(settings).map(|method| method.id.clone()).collect(),
        terms_required: false,
    }
}

/// The instalment that can be paid now, if any.
pub fn next_part(order: &OrderRecord) -> Option<&InstalmentRecord> {
    order.instalments.get(next_payable(order.status, &order.parts()).ok()?)
}

/// Why an instalment was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstalmentError {
    #[error("the order or instalment does not exist")]
    Unknown,
    #[error("the instalment changed meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Orders {
    /// Announces the payment of the next instalment by the chosen method; the buyer gets the payment instructions by e-mail.
    pub async fn announce_part(&self, order: &OrderRecord, chosen: &ChosenPayment) -> Result<(), InstalmentError> {
        let Some(part) = next_part(order) else { return Err(InstalmentError::Changed) };
        let settings = self.context.settings().await?;
        let step = InstalmentStep {
            order_id: order.id,
            position: part.position,
            from: InstalmentStatus::Due,
            to: InstalmentStatus::Awaited,
            method: chosen.method().to_owned(),
            note: history_note(&part.instalment, InstalmentStatus::Awaited),
            author: "customer".to_owned(),
            mails: vec![announced(order, part, chosen.method(), &settings)],
        };
        self.step(&step).await
    }

    /// Marks an instalment as paid, or reverts that. The buyer is notified of the payment.
    pub async fn book_part(&self, id: OrderId, position: i64, paid: bool, author: &str) -> Result<(), InstalmentError> {
        let Some(order) = self.store.order(id).await? else { return Err(InstalmentError::Unknown) };
        let Some(part) = order.instalments.iter().find(|part| part.position == position) else {
            return Err(InstalmentError::Unknown);
        };
        let to = if paid { InstalmentStatus::Paid } else { InstalmentStatus::Due };
        let ended = matches!(order.status, OrderStatus::Cancelled | OrderStatus::Refunded);
        if ended || !part.status.can_become(to) {
            return Err(InstalmentError::Changed);
        }
        let settings = self.context.settings().await?;
        let step = InstalmentStep {
            order_id: id,
            position,
            from: part.status,
            to,
            method: part.method.clone(),
            note: history_note(&part.instalment, to),
            author: author.to_owned(),
            mails: if paid { vec![received(&order, part, &settings)] } else { Vec::new() },
        };
        self.step(&step).await
    }

    /// Marks an instalment as paid after its payment succeeded at the provider; `false` if it already is, or the order has ended.
    pub(crate) async fn book_paid_part(
        &self,
        order: &OrderRecord,
        position: i64,
        method: &str,
    ) -> Result<bool, StoreError> {
        let ended = matches!(order.status, OrderStatus::Cancelled | OrderStatus::Refunded);
        let part = order.instalments.iter().find(|part| part.position == position);
        let Some(part) = part.filter(|part| !ended && part.status != InstalmentStatus::Paid) else { return Ok(false) };
        let step = InstalmentStep {
            order_id: order.id,
            position,
            from: part.status,
            to: InstalmentStatus::Paid,
            method: method.to_owned(),
            note: history_note(&part.instalment, InstalmentStatus::Paid),
            author: PAYMENT_AUTHOR.to_owned(),
            mails: vec![received(order, part, &*self.context.settings().await?)],
        };
        self.store.step_instalment(&step, self.context.now()).await
    }

    async fn step(&self, step: &InstalmentStep) -> Result<(), InstalmentError> {
        let done = self.store.step_instalment(step, self.context.now()).await?;
        if done { Ok(()) } else { Err(InstalmentError::Changed) }
    }
}

/// For staff, who read Italian.
fn history_note(part: &Instalment, to: InstalmentStatus) -> String {
    let (cents, due) = (price(part.cents, Lang::It), day(&part.due, Lang::It));
    staff_texts::instalment_status(Lang::It, cents, due, to.label(Lang::It))
}

/// Amount and due date for an e-mail.
fn facts(part: &InstalmentRecord, lang: Lang) -> Vec<(String, String)> {
    vec![
        (order_texts::amount(lang).to_owned(), price(part.instalment.cents, lang)),
        (order_texts::due_by(lang).to_owned(), day(&part.instalment.due, lang)),
    ]
}

fn announced(order: &OrderRecord, part: &InstalmentRecord, method: &str, settings: &ShopSettings) -> NewMail {
    let lang = order.content.lang;
    let (number, name) = (order.id.to_string(), &order.content.billing.first_name);
    let mut facts = facts(part, lang);
    facts.extend(payment_details(&number, method, settings, lang));
    let (subject, opening) =
        (order_texts::instalment_subject(lang, number), order_texts::instalment_opening(lang, name));
    MailTemplate {
        kind: "customer_instalment".into(),
        recipient: order.content.billing.email.clone(),
        subject,
        paragraphs: vec![opening],
        facts,
        button: None,
        closing: Vec::new(),
    }
    .into_mail(settings, lang)
}

fn received(order: &OrderRecord, part: &InstalmentRecord, settings: &ShopSettings) -> NewMail {
    let lang = order.content.lang;
    let (number, name) = (order.id, &order.content.billing.first_name);
    let (subject, opening) =
        (order_texts::instalment_received_subject(lang, number), order_texts::instalment_received(lang, name));
    MailTemplate {
        kind: "customer_instalment_paid".into(),
        recipient: order.content.billing.email.clone(),
        subject,
        paragraphs: vec![opening],
        facts: facts(part, lang),
        button: None,
        closing: Vec::new(),
    }
    .into_mail(settings, lang)
}
