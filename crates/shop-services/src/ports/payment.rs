//! The shop's records of payments at the provider.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::{PaymentEventForm, Settled};
use shop_core::payments::state::facts::PaymentFacts;

use super::{EventDetail, GatewayEvent, GatewayMethod, StoreError};

/// A payment of an order: one intent at the provider, with any number of attempts. It is written before the provider is called,
/// so that every charge has an order that knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRecord {
    pub id: i64,
    pub order_id: OrderId,
    /// Number among the order's payments, from 1. The next payment starts when this one was cancelled.
    pub number: i64,
    /// Index of the order's instalment that it pays; `None` for the order itself.
    pub part: Option<i64>,
    /// Number of attempts; each attempt has its own idempotency key.
    pub attempt: i64,
    /// The intent; `None` until the provider has returned it.
    pub intent_id: Option<String>,
    /// Payment method of the latest attempt.
    pub method: PaymentMethod,
    /// Amount to pay; zero saves a method for later.
    pub cents: Cents,
    /// Save the method in the buyer's account once it was paid.
    pub saves_method: bool,
    /// Hash of the latest attempt's request, to detect a repetition; empty if unknown.
    pub request_hash: String,
    /// What is known about the intent.
    pub facts: PaymentFacts,
    /// Until then no other request may start an attempt.
    pub busy_until: UnixSeconds,
    /// Number of times the worker has queried the provider about it.
    pub checks: i64,
    /// Version for optimistic locking, changed by every write.
    pub version: i64,
    pub created_at: UnixSeconds,
}

impl PaymentRecord {
    /// Idempotency key of the latest attempt, the same for all callers. It contains the order's key, because order numbers start
    /// again in a new database.
    pub fn idempotency_key(&self, order_key: &str) -> String {
        format!("{order_key}-{}-{}", self.number, self.attempt)
    }

    /// Whether its intent allows no further attempt.
    pub fn is_settled(&self) -> bool {
        self.facts.settled != Settled::No
    }

    /// Whether it succeeded.
    pub fn came_through(&self) -> bool {
        self.facts.was_paid() || self.facts.settled == Settled::Authorised
    }
}

/// A new attempt to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    pub order_id: OrderId,
    /// Index of the instalment to pay; `None` for the order itself.
    pub part: Option<i64>,
    pub method: PaymentMethod,
    pub cents: Cents,
    /// Save the method in the buyer's account.
    pub saves_method: bool,
    /// Hash of the request; empty if it cannot be repeated.
    pub request_hash: String,
}

/// Result of starting an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// This caller may proceed.
    Turn(Box<PaymentRecord>),
    /// Another request has an attempt in progress.
    Busy,
    /// Another request's attempt succeeded; nothing more is charged.
    Paid,
}

/// A buyer's saved payment method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedMethod {
    /// Id by which the buyer's forms refer to it.
    pub id: i64,
    pub customer_id: CustomerId,
    pub method: GatewayMethod,
    pub is_default: bool,
}

/// A webhook event that waits to be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedEvent {
    pub id: String,
    pub form: PaymentEventForm,
    /// Number of times it could not be applied.
    pub tries: i64,
}

/// A webhook event for the back office.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    pub id: String,
    /// Event for the payment state.
    pub form: PaymentEventForm,
    pub detail: EventDetail,
    pub received_at: UnixSeconds,
    /// Whether it has been applied.
    pub is_applied: bool,
}

/// Stores payments, webhook events and saved methods.
#[async_trait]
pub trait PaymentStore: Send + Sync {
    /// Starts an attempt on the order's open payment, or on a new one if there is none, its amount differs, or it was cancelled.
    /// The caller holds the attempt exclusively until `busy_until`.
    async fn begin_attempt(
        &self,
        new: &NewAttempt,
        busy_until: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<Begun, StoreError>;

    /// Saves a payment and when the worker checks it next (`None` for never); `false` if somebody else wrote it since it was
    /// read.
    async fn save_payment(&self, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError>;

    /// Lists an order's payments, oldest first.
    async fn payments_of(&self, order: OrderId) -> Result<Vec<PaymentRecord>, StoreError>;

    /// Finds the payment of an intent.
    async fn payment_of_intent(&self, intent_id: &str) -> Result<Option<PaymentRecord>, StoreError>;

    /// Lists the webhook events of an intent, in the order of arrival.
    async fn events_of_intent(&self, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError>;

    /// Lists payments of orders on hold that started between two moments, both included: their authorisations may expire soon.
    async fn payments_on_hold(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<PaymentRecord>, StoreError>;

    /// Lowers an order's total to the captured part of the authorised amount; `false` if it was already lowered.
    async fn lower_total(&self, order: OrderId, by: Cents, note: &str, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Lists at most `limit` payments that are due for a check.
    async fn payments_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<PaymentRecord>, StoreError>;

    /// Stores a webhook event; `false` if it is already known.
    async fn save_event(&self, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Claims at most `limit` unapplied events for some seconds, in the order of arrival.
    async fn events_to_apply(&self, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError>;

    /// Marks an event as applied, or schedules it to be retried.
    async fn event_done(&self, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError>;

    /// Returns the provider's id of a customer in a scope ([`GatewayPublic::scope`](super::GatewayPublic::scope)).
    async fn gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<Option<String>, StoreError>;

    /// Stores the provider's id of a customer; returns the stored one, which may be an earlier one. `None`: the account was
    /// deleted meanwhile, and the customer must be deleted at the provider.
    async fn save_gateway_customer(
        &self,
        customer: CustomerId,
        scope: &str,
        gateway_id: &str,
    ) -> Result<Option<String>, StoreError>;

    /// Deletes a customer id that the provider no longer knows, with the methods saved under it; returns their number.
    async fn forget_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError>;

    /// Lists at most `limit` ids of deleted customers that are still to be deleted at the provider: those never tried first, then
    /// the longest ago, so that permanent failures do not block the others.
    async fn gateway_erasures(&self, scope: &str, limit: u64) -> Result<Vec<String>, StoreError>;

    /// Records that the provider has deleted a customer.
    async fn gateway_erased(&self, scope: &str, gateway_id: &str) -> Result<(), StoreError>;

    /// Records that the provider failed to delete a customer.
    async fn gateway_not_erased(&self, scope: &str, gateway_id: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Assigns records from before scopes existed to this scope.
    async fn adopt_unscoped(&self, scope: &str) -> Result<(), StoreError>;

    /// Lists a buyer's methods in a scope: the default one first, then the newest.
    async fn saved_methods(&self, customer: CustomerId, scope: &str) -> Result<Vec<SavedMethod>, StoreError>;

    /// Saves a method or updates a known one. The first one becomes the default.
    async fn save_method(
        &self,
        customer: CustomerId,
        scope: &str,
        method: &GatewayMethod,
        now: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Sets the default method; `false` if it is not this buyer's.
    async fn choose_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError>;

    /// Removes a method and returns its `pm_…`; `None` if it is not this buyer's. The newest of the others becomes the default.
    async fn remove_method(&self, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError>;
}
