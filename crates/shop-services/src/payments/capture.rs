//! Capturing and releasing authorised amounts.

use std::sync::Arc;

use shop_core::base::calendar::moment;
use shop_core::base::format::price;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError, Lang, OrderId};
use shop_core::payments::error::{PaymentError, payment_error_message};
use shop_core::payments::state::event::Settled;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{order_texts, staff_texts};

use crate::content::mail_template::MailTemplate;
use crate::payments::Settlement;
use crate::platform::context::Context;
use crate::ports::{
    GatewayError, OrderRecord, OrderStore, OutboxStore, PaymentRecord, PaymentStore, StoreError, ports,
};

/// Banks hold an online authorisation for seven days (the provider's rule for cards).
const AUTHORISATION_S: i64 = 7 * 86_400;
/// The shop is warned this long before an authorisation expires.
const WARN_S: i64 = 2 * 86_400;
/// Delay before the worker checks a capture or release.
const CHECK_S: i64 = 30;

/// An authorised amount that is not captured yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenAuthorisation {
    pub cents: Cents,
    /// When the authorisation expires.
    pub until: UnixSeconds,
}

/// Why nothing was captured or released.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    #[error("the order does not exist")]
    Unknown,
    #[error("invalid field: {0:?}")]
    Field(Box<FieldError>),
    #[error("there is no open authorisation")]
    NothingOpen,
    /// The provider refused, in its own words.
    #[error("the provider refused: {0}")]
    Refused(String),
    /// The worker checks again.
    #[error("the provider did not respond")]
    InDoubt,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether an amount is authorised and not captured yet.
pub(crate) fn is_authorised(payment: &PaymentRecord) -> bool {
    payment.facts.settled == Settled::Authorised && !payment.facts.was_paid()
}

impl OpenAuthorisation {
    /// Returns the open authorisation of an order, if any.
    pub fn of(payments: &[PaymentRecord]) -> Option<Self> {
        let payment = payments.iter().find(|one| is_authorised(one))?;
        Some(Self { cents: payment.cents, until: payment.created_at + AUTHORISATION_S })
    }
}

ports! {
    pub(crate) trait CapturesPorts: OrderStore + OutboxStore + PaymentStore
}

/// Captures or releases authorised amounts.
#[derive(Clone)]
pub struct Captures {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CapturesPorts>,
    pub(crate) settlement: Settlement,
}

impl Captures {
    /// Captures an order's authorised amount: all of it if no amount is typed; capturing less releases the rest and lowers the
    /// total.
    pub async fn capture_payment(&self, id: OrderId, typed: &str, author: &str) -> Result<(), CaptureError> {
        let (order, payment) = self.authorised(id).await?;
        let cents = match typed.trim() {
            "" => Some(payment.cents),
            typed => Cents::parse(typed).filter(|cents| *cents > Cents::ZERO && *cents <= payment.cents),
        };
        let Some(cents) = cents else {
            let error = FieldError::new("amount", codes::CAPTURE_AMOUNT)
                .with("minimum", price(Cents(1), Lang::It))
                .with("maximum", price(payment.cents, Lang::It));
            return Err(CaptureError::Field(Box::new(error)));
        };
        let (Some(gateway), Some(intent)) = (self.context.gateway(), payment.intent_id.clone()) else {
            return Err(CaptureError::NothingOpen);
        };
        self.check_later(&payment).await?;
        let note = format!("Riscossione di {}", price(cents, Lang::It));
        self.store.add_order_note(id, "note", &note, author, self.context.now()).await?;
        let key = format!("{}-{}-capture-{}", order.order_key, payment.number, cents.0);
        let done = gateway.capture_intent(&intent, cents, &key).await;
        self.handle_response(id, payment, done).await
    }

    /// Releases an order's authorised amount; the order is cancelled and its stock restored.
    pub async fn release_payment(&self, id: OrderId, author: &str) -> Result<(), CaptureError> {
        let (_, payment) = self.authorised(id).await?;
        let (Some(gateway), Some(intent)) = (self.context.gateway(), payment.intent_id.clone()) else {
            return Err(CaptureError::NothingOpen);
        };
        self.check_later(&payment).await?;
        self.store.add_order_note(id, "note", "payment_released", author, self.context.now()).await?;
        let done = gateway.cancel_intent(&intent, &format!("{intent}-cancel")).await;
        self.handle_response(id, payment, done).await
    }

    /// Warns the shop, once each, of authorisations that will soon expire; returns how many.
    pub async fn warn_of_expiring_authorisations(&self) -> Result<usize, StoreError> {
        let settings = self.context.settings().await?;
        if settings.orders_address().is_empty() {
            return Ok(0);
        }
        let now = self.context.now();
        let ending = self.store.payments_on_hold(now - AUTHORISATION_S, now - AUTHORISATION_S + WARN_S).await?;
        let mut warned = 0;
        for payment in ending.iter().filter(|one| is_authorised(one)) {
            let mail_template = MailTemplate {
                kind: format!("capture_ends_{}", payment.id),
                recipient: settings.orders_address().to_owned(),
                subject: staff_texts::capture_ends_subject(Lang::It, payment.order_id, &settings.shop.name),
                paragraphs: vec![staff_texts::capture_ends(Lang::It).to_owned()],
                facts: vec![
                    (order_texts::amount(Lang::It).to_owned(), price(payment.cents, Lang::It)),
                    (
                        staff_texts::capture_ends_on(Lang::It).to_owned(),
                        moment(payment.created_at + AUTHORISATION_S, Lang::It),
                    ),
                ],
                ..MailTemplate::default()
            };
            let mail = mail_template.into_mail(&settings, Lang::It);
            warned += usize::from(self.store.queue_order_mail(payment.order_id, &mail, now).await?);
        }
        Ok(warned)
    }

    async fn authorised(&self, id: OrderId) -> Result<(OrderRecord, PaymentRecord), CaptureError> {
        let Some(order) = self.store.order(id).await? else { return Err(CaptureError::Unknown) };
        let payment = self.store.payments_of(id).await?.into_iter().find(is_authorised);
        payment.map(|payment| (order, payment)).ok_or(CaptureError::NothingOpen)
    }

    /// Schedules a check, in case the process stops before the response arrives.
    async fn check_later(&self, payment: &PaymentRecord) -> Result<(), StoreError> {
        self.store.save_payment(payment, Some(self.context.now() + CHECK_S)).await.map(|_| ())
    }

    async fn handle_response(
        &self,
        id: OrderId,
        payment: PaymentRecord,
        done: Result<crate::ports::Intent, GatewayError>,
    ) -> Result<(), CaptureError> {
        let declined = |error: &PaymentError| CaptureError::Refused(payment_error_message(error, Lang::It));
        match done {
            Ok(intent) => {
                self.settlement.apply_and_settle(payment, &intent).await?;
                Ok(())
            }
            Err(GatewayError::Refused { error } | GatewayError::Declined { error, .. }) => {
                // Somebody else may have captured or released it, or it has expired.
                self.settlement.check_payment(payment).await?;
                let open = self.store.payments_of(id).await?.iter().any(is_authorised);
                Err(if open { declined(&error) } else { CaptureError::NothingOpen })
            }
            Err(GatewayError::Unavailable(_) | GatewayError::Unknown(_)) => Err(CaptureError::InDoubt),
        }
    }
}
