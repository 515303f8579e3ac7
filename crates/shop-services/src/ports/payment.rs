//! Payments by the provider, as the shop keeps them.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId};
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::{PaymentEventForm, Settled};
use shop_core::payments::state::facts::PaymentFacts;

use super::{EventDetail, GatewayEvent, GatewayMethod, StoreError};

/// A payment of an order: one intent of the provider's, however often it is tried. It is written before the provider is asked,
/// so that no charge is without an order that knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRecord {
    pub id: i64,
    pub order_id: OrderId,
    /// Its place among the order's, from 1. Another follows when this one was given up.
    pub number: i64,
    /// The later payment of the order that it pays, by its position; `None`: the order itself.
    pub part: Option<i64>,
    /// Tries so far; one try is one idempotency key.
    pub attempt: i64,
    /// The intent; `None`: the provider has not told it yet.
    pub intent_id: Option<String>,
    /// Kind of method of the latest try.
    pub method: PaymentMethod,
    /// To pay; zero: a method is saved for later.
    pub cents: Cents,
    /// The method is kept for the buyer's account when it was paid.
    pub saves_method: bool,
    /// Hash of the request of the latest try, by which a repetition is recognised; empty: unknown.
    pub request_hash: String,
    /// What is known of the intent.
    pub facts: PaymentFacts,
    /// Nobody else tries before this moment.
    pub busy_until: UnixSeconds,
    /// Times the provider was asked about it by the shop itself.
    pub checks: i64,
    /// Changes with every write.
    pub version: i64,
    /// When it began.
    pub created_at: UnixSeconds,
}

impl PaymentRecord {
    /// The key of the latest try: the same for the same try, whoever asks. The order's key is in it, because numbers of
    /// orders begin again in a new database.
    pub fn idempotency_key(&self, order_key: &str) -> String {
        format!("{order_key}-{}-{}", self.number, self.attempt)
    }

    /// Whether nothing more can be tried on its intent.
    pub fn is_settled(&self) -> bool {
        self.facts.settled != Settled::No
    }

    /// Whether it came through.
    pub fn came_through(&self) -> bool {
        self.facts.was_paid() || self.facts.settled == Settled::Authorised
    }
}

/// A try to be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    pub order_id: OrderId,
    /// The later payment of it; `None`: the order itself.
    pub part: Option<i64>,
    /// Kind of method.
    pub method: PaymentMethod,
    pub cents: Cents,
    /// The method is kept for the buyer's account.
    pub saves_method: bool,
    /// Hash of the request; empty: it cannot be repeated.
    pub request_hash: String,
}

/// What became of the wish to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is this caller's turn.
    Turn(Box<PaymentRecord>),
    /// Somebody else is trying right now.
    Busy,
    /// Somebody else was faster: it came through, and nothing more is charged.
    Paid,
}

/// A method that a buyer keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedMethod {
    /// Number, by which the buyer's forms name it.
    pub id: i64,
    pub customer_id: CustomerId,
    pub method: GatewayMethod,
    /// Chosen unless another one is.
    pub is_default: bool,
}

/// A message of the provider that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedEvent {
    /// `evt_…`.
    pub id: String,
    /// What it says.
    pub form: PaymentEventForm,
    /// Times it was looked at in vain.
    pub tries: i64,
}

/// A message of the provider, as the back office shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    /// `evt_…`.
    pub id: String,
    /// What it says of the payment's state.
    pub form: PaymentEventForm,
    /// What else it says.
    pub detail: EventDetail,
    /// When it came.
    pub received_at: UnixSeconds,
    /// Whether it is taken in.
    pub taken_in: bool,
}

/// Keeps payments, the provider's messages and saved methods.
#[async_trait]
pub trait PaymentStore: Send + Sync {
    /// Begins a try: on the order's open payment, or a new one when there is none, its amount is another, or it was given up.
    /// The try is the caller's alone until `busy_until`.
    async fn begin_attempt(
        &self,
        new: &NewAttempt,
        busy_until: UnixSeconds,
        now: UnixSeconds,
    ) -> Result<Begun, StoreError>;

    /// Writes what is known of a payment and when the shop looks at it by itself (`None`: not again); `false`: somebody else
    /// wrote since it was read.
    async fn save_payment(&self, payment: &PaymentRecord, check_at: Option<UnixSeconds>) -> Result<bool, StoreError>;

    /// An order's payments, oldest first.
    async fn payments_of(&self, order: OrderId) -> Result<Vec<PaymentRecord>, StoreError>;

    /// The payment of an intent.
    async fn payment_of_intent(&self, intent_id: &str) -> Result<Option<PaymentRecord>, StoreError>;

    /// What the provider told of an intent, in the order in which it came.
    async fn events_of_intent(&self, intent_id: &str) -> Result<Vec<WebhookEvent>, StoreError>;

    /// Payments of orders on hold that began between two moments, both included: what was set aside by them may lapse soon.
    async fn payments_on_hold(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<PaymentRecord>, StoreError>;

    /// Lowers an order's total to what was captured of the amount that was set aside; `false`: it was lowered already.
    async fn lower_total(&self, order: OrderId, by: Cents, note: &str, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Payments that are due to be looked at, at most `limit`.
    async fn payments_to_check(&self, now: UnixSeconds, limit: u64) -> Result<Vec<PaymentRecord>, StoreError>;

    /// Keeps a message; `false`: it is known already.
    async fn keep_event(&self, event: &GatewayEvent, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Messages that are to be looked at, in the order in which they came, at most `limit`. They are this caller's for some seconds.
    async fn events_to_apply(&self, now: UnixSeconds, limit: u64) -> Result<Vec<QueuedEvent>, StoreError>;

    /// Marks a message as taken in, or as to be looked at again later.
    async fn event_done(&self, id: &str, again_at: Option<UnixSeconds>) -> Result<(), StoreError>;

    /// The provider's name for a customer, in a scope ([`GatewayPublic::scope`](super::GatewayPublic::scope)).
    async fn gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<Option<String>, StoreError>;

    /// Keeps the provider's name for a customer; gives the one that is kept, which may be an earlier one. `None`: the account was
    /// deleted meanwhile, and the provider is to forget the name.
    async fn save_gateway_customer(
        &self,
        customer: CustomerId,
        scope: &str,
        gateway_id: &str,
    ) -> Result<Option<String>, StoreError>;

    /// Forgets a customer whom the provider does not know any more, with the methods that went with him; gives their number.
    async fn forget_gateway_customer(&self, customer: CustomerId, scope: &str) -> Result<u64, StoreError>;

    /// The provider's names of deleted customers whom it is still to forget, at most `limit`: those never asked for first, then the
    /// longest ago, so that none waits behind those that fail for good.
    async fn gateway_erasures(&self, scope: &str, limit: u64) -> Result<Vec<String>, StoreError>;

    /// The provider has forgotten a customer.
    async fn gateway_erased(&self, scope: &str, gateway_id: &str) -> Result<(), StoreError>;

    /// The provider was asked to forget a customer and did not.
    async fn gateway_not_erased(&self, scope: &str, gateway_id: &str, now: UnixSeconds) -> Result<(), StoreError>;

    /// Gives what was kept before scopes were to this one.
    async fn adopt_unscoped(&self, scope: &str) -> Result<(), StoreError>;

    /// A buyer's methods of a scope: the chosen one first, then the newest.
    async fn saved_methods(&self, customer: CustomerId, scope: &str) -> Result<Vec<SavedMethod>, StoreError>;

    /// Keeps a method; one that is known already is brought up to date. The first one is the chosen one.
    async fn save_method(
        &self,
        customer: CustomerId,
        scope: &str,
        method: &GatewayMethod,
        now: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Chooses a method; `false`: it is not this buyer's.
    async fn choose_method(&self, customer: CustomerId, id: i64) -> Result<bool, StoreError>;

    /// Lets a method go; gives its `pm_…`, `None`: it is not this buyer's. The newest of the others becomes the chosen one.
    async fn remove_method(&self, customer: CustomerId, id: i64) -> Result<Option<String>, StoreError>;
}
