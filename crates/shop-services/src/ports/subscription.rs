//! Subscriptions and the orders that renew them.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId, SubscriptionId};
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionTerms};

use super::{NewMail, OrderListRow, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// Content and price of each renewal, as agreed with the first order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionContent {
    /// Addresses, delivery and totals of a renewal, without coupons and credit, which apply to the first payment alone.
    pub order: OrderContent,
    pub lines: Vec<SubscriptionLine>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionLine {
    pub product_id: ProductId,
    pub quantity: i64,
    pub sku: String,
    pub name: String,
    pub content: OrderLineContent,
}

/// State of a subscription. Days are counted from 1970-01-01, in Europe/Rome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionState {
    pub status: SubscriptionStatus,
    /// Start day, from which all others are counted; `None` while the first order is unpaid.
    pub started_day: Option<i64>,
    /// Number of payments so far.
    pub made: i64,
    /// Index of the next period to pay, from 0; periods that passed during a pause count, though they are never paid.
    pub period: i64,
    /// Day of the next payment; `None` if there is none.
    pub next_day: Option<i64>,
    /// The renewal order that waits for payment.
    pub open_order: Option<OrderId>,
    /// Earliest day on which a renewal that could not be placed is retried.
    pub retry_day: i64,
    /// The unavailable product that blocks the renewal; empty if none.
    pub waits_for: String,
    /// Charges of the open renewal that the bank declined.
    pub tries: i64,
    /// When the worker next charges or checks it; `None` for never.
    pub try_at: Option<UnixSeconds>,
    /// A charge is in progress. The worker that started it holds it exclusively until `try_at`.
    pub trying: bool,
    /// The provider's code of the last decline; empty if none.
    pub refusal: String,
}

impl SubscriptionState {
    /// Clears everything about the charges of an open renewal.
    #[must_use]
    pub(crate) fn untried(self) -> Self {
        Self { tries: 0, try_at: None, trying: false, refusal: String::new(), ..self }
    }
}

/// A subscription that starts with an order.
#[derive(Clone, Debug, PartialEq)]
pub struct NewSubscription {
    pub terms: SubscriptionTerms,
    pub content: SubscriptionContent,
    pub state: SubscriptionState,
    /// Payment method of the first order; empty if nothing was to be paid.
    pub payment_method: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SubscriptionRecord {
    /// Id, also the subscription's number.
    pub id: SubscriptionId,
    pub customer_id: CustomerId,
    /// The first order.
    pub order_id: OrderId,
    pub terms: SubscriptionTerms,
    pub content: SubscriptionContent,
    pub state: SubscriptionState,
    /// Payment method of the first order.
    pub payment_method: String,
    /// Renewals are charged to a saved method; otherwise the owner pays each by hand.
    pub automatic: bool,
    /// Saved method to charge; `None` for the owner's default method.
    pub method: Option<i64>,
    /// Version for optimistic locking: of two concurrent changes one fails.
    pub version: i64,
    pub created_at: UnixSeconds,
    pub changed_at: UnixSeconds,
}

impl SubscriptionRecord {
    /// Price of each renewal.
    pub fn total(&self) -> Cents {
        self.content.order.total_cents
    }
}

/// A change of a subscription's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionChange {
    pub id: SubscriptionId,
    /// Expected current version.
    pub version: i64,
    pub state: SubscriptionState,
    /// A renewal order that is cancelled: its payment may be requested by another order.
    pub gives_up: Option<OrderId>,
}

/// A change of how subscriptions are paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentChange {
    /// Their owner: other customers' subscriptions are left alone.
    pub customer: CustomerId,
    /// Subscriptions; those that have ended are left alone.
    pub ids: Vec<SubscriptionId>,
    /// Charge them automatically.
    pub automatic: bool,
    /// The saved method.
    pub method: Option<i64>,
    /// Charge an open renewal now, whatever its state.
    pub charge_open: bool,
    /// The payment that provides the method: nothing changes if its method was saved before, so that a late webhook event does
    /// not override the owner's later choice.
    pub paid_with: Option<i64>,
}

/// What a setup intent was started for. It is written before the bank is involved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSetup {
    pub intent_id: String,
    pub customer: CustomerId,
    /// The subscription to pay with it; `None` for none in particular.
    pub subscription: Option<SubscriptionId>,
    /// All of the owner's subscriptions are to be paid with it.
    pub all: bool,
    /// Already applied: later events about it change nothing.
    pub done: bool,
}

/// The subscription payment that an order is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRenewal {
    /// The subscription after the order is placed, which becomes its open renewal unless nothing is to be paid.
    pub change: SubscriptionChange,
    /// Number of payments before this one: each has one order.
    pub number: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionFilter {
    pub status: Option<SubscriptionStatus>,
    /// Number, or substring of e-mail or name.
    pub search: String,
    pub page: u64,
    pub per_page: u64,
}

/// Reads and changes subscriptions. They are created with their order, in its transaction.
#[async_trait]
pub trait SubscriptionStore: Send + Sync {
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError>;

    /// Returns a customer's subscription; `None` if it is unknown or somebody else's.
    async fn subscription_of(
        &self,
        customer: CustomerId,
        id: SubscriptionId,
    ) -> Result<Option<SubscriptionRecord>, StoreError>;

    /// Lists a customer's subscriptions, newest first, at most 100.
    async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Lists the subscriptions that started with an order, and the one that it renews.
    async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Returns a page of subscriptions, newest first, and the total count.
    async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError>;

    /// Lists the first order and the renewals, newest first, at most 200.
    async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError>;

    /// Changes a subscription with its e-mails in one transaction; `false`, with nothing written, if it changed before.
    async fn change_subscription(
        &self,
        change: &SubscriptionChange,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Lists active subscriptions whose next payment is due by a day and has no renewal order yet, at most `limit`.
    async fn due_subscriptions(&self, today: i64, limit: u64) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Lists active subscriptions whose open renewal was placed before a moment and is neither paid nor announced, at most
    /// `limit`.
    async fn unpaid_subscriptions(
        &self,
        made_before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Lists active subscriptions whose next payment lies between two days, both included, and was not announced yet, at most
    /// `limit`.
    async fn subscriptions_to_remind(
        &self,
        days: (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Records that the owner was notified of the payment of a day, with the e-mail; `false` if already notified.
    async fn remind_subscription(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Lists active subscriptions whose open renewal is due to be charged or checked, at most `limit`.
    async fn subscriptions_to_charge(
        &self,
        now: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Changes how subscriptions are paid; returns how many were changed.
    async fn change_subscription_payment(&self, change: &PaymentChange, now: UnixSeconds) -> Result<u64, StoreError>;

    /// Lists active subscriptions that are charged between two days, both included, and whose card was not checked for that day
    /// yet, at most `limit`.
    async fn subscriptions_to_check_cards(
        &self,
        days: (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Records that the card for the payment of a day was checked, with the resulting e-mail; `false` if it already was.
    async fn note_card_check(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Stores what a setup intent was started for.
    async fn save_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError>;

    /// Marks a setup as applied.
    async fn setup_done(&self, intent_id: &str) -> Result<(), StoreError>;

    /// Returns what a setup intent was started for.
    async fn setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError>;
}
