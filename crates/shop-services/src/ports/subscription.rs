//! Subscriptions: what is stored of them, and the orders that renew them.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CustomerId, OrderId, ProductId, SubscriptionId};
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionTerms};

use super::{NewMail, OrderListRow, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// What each renewal brings and costs, as it was agreed with the first order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionContent {
    /// Addresses, delivery and sums of a renewal: without coupons and credit, which are for the first payment alone.
    pub order: OrderContent,
    /// Lines of a renewal.
    pub lines: Vec<SubscriptionLine>,
}

/// A line of a renewal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionLine {
    /// Product or variation.
    pub product_id: ProductId,
    pub quantity: i64,
    pub sku: String,
    pub name: String,
    pub content: OrderLineContent,
}

/// Where a subscription stands. Days are counted from 1970-01-01, in Rome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionState {
    pub status: SubscriptionStatus,
    /// The day on which it started, from which all others are counted; `None`: its first order is not paid yet.
    pub started_day: Option<i64>,
    /// Payments of the price so far.
    pub made: i64,
    /// The period that is paid next, from 0; those that passed in a pause count, though they are never paid.
    pub period: i64,
    /// The day of the next payment; `None`: there is none.
    pub next_day: Option<i64>,
    /// The renewal that waits for its payment.
    pub open_order: Option<OrderId>,
    /// Not before this day is a renewal tried again that could not be made.
    pub retry_day: i64,
    /// What a renewal waits for: the product that is missing; empty: for nothing.
    pub waits_for: String,
    /// Charges of the open renewal that the bank refused.
    pub tries: i64,
    /// When it is charged, or looked after, next; `None`: not by itself.
    pub try_at: Option<UnixSeconds>,
    /// A charge has begun whose end is not written yet. It belongs to who began it until `try_at`.
    pub trying: bool,
    /// The provider's code of the last refusal; empty: none.
    pub refusal: String,
}

impl SubscriptionState {
    /// The state without anything to charge.
    #[must_use]
    pub(crate) fn untried(self) -> Self {
        Self { tries: 0, try_at: None, trying: false, refusal: String::new(), ..self }
    }
}

/// A subscription that begins with an order.
#[derive(Clone, Debug, PartialEq)]
pub struct NewSubscription {
    /// When it is paid.
    pub terms: SubscriptionTerms,
    /// What it brings.
    pub content: SubscriptionContent,
    /// Where it stands.
    pub state: SubscriptionState,
    /// Way of payment of the first order; empty: there was nothing to pay.
    pub payment_method: String,
}

/// A subscription as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct SubscriptionRecord {
    /// Id, which is its number.
    pub id: SubscriptionId,
    /// Whose it is.
    pub customer_id: CustomerId,
    /// The order that it began with.
    pub order_id: OrderId,
    /// When it is paid.
    pub terms: SubscriptionTerms,
    /// What it brings.
    pub content: SubscriptionContent,
    /// Where it stands.
    pub state: SubscriptionState,
    /// Way of payment of the first order.
    pub payment_method: String,
    /// Renewals are charged to a kept method; else its owner pays each by hand.
    pub automatic: bool,
    /// Number of the kept method that they are charged to; `None`: to the one that its owner chose for all.
    pub method: Option<i64>,
    /// Goes up with every change: of two changes at once one is refused.
    pub version: i64,
    /// When it was ordered.
    pub created_at: UnixSeconds,
    /// When it changed last.
    pub changed_at: UnixSeconds,
}

impl SubscriptionRecord {
    /// What each renewal costs.
    pub fn total(&self) -> Cents {
        self.content.order.total_cents
    }
}

/// A change of where a subscription stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionChange {
    pub id: SubscriptionId,
    /// The version that it must have now.
    pub version: i64,
    /// Where it stands afterwards.
    pub state: SubscriptionState,
    /// A renewal that is given up: its payment may be asked for by another order.
    pub gives_up: Option<OrderId>,
}

/// By what subscriptions are paid from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentChange {
    /// Their owner: others' are left alone.
    pub customer: CustomerId,
    /// Subscriptions; those that ended are left alone.
    pub ids: Vec<SubscriptionId>,
    /// Charged by themselves.
    pub automatic: bool,
    /// The kept method.
    pub method: Option<i64>,
    /// A renewal that is open is charged now, whatever became of it before.
    pub charge_open: bool,
    /// The payment whose method this is, by its number: nothing changes once that method was kept. A message of it that comes late
    /// does not undo what the owner chose since.
    pub paid_with: Option<i64>,
}

/// A setup of a method, as what it was begun. It is written before the bank is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSetup {
    /// `seti_…`.
    pub intent_id: String,
    pub customer: CustomerId,
    /// The subscription that is to be paid by it; `None`: none in particular.
    pub subscription: Option<SubscriptionId>,
    /// All of the owner's are to be paid by it.
    pub all: bool,
    /// They are: what is heard of it later changes nothing any more.
    pub done: bool,
}

/// The payment that an order is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRenewal {
    /// The subscription as it is once the order is made; the order becomes its open one, unless nothing is to be paid.
    pub change: SubscriptionChange,
    /// Payments before this one: there is one order for each.
    pub number: i64,
}

/// Which subscriptions to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionFilter {
    /// Only in this state.
    pub status: Option<SubscriptionStatus>,
    /// Number, e-mail or name contains this.
    pub search: String,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// Reads and changes subscriptions. They begin with their order, in its transaction.
#[async_trait]
pub trait SubscriptionStore: Send + Sync {
    async fn subscription(&self, id: SubscriptionId) -> Result<Option<SubscriptionRecord>, StoreError>;

    /// One subscription of a customer; `None`: unknown or somebody else's.
    async fn subscription_of(
        &self,
        customer: CustomerId,
        id: SubscriptionId,
    ) -> Result<Option<SubscriptionRecord>, StoreError>;

    /// Those of a customer, newest first, at most 100.
    async fn subscriptions_of(&self, customer: CustomerId) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Those that began with an order, and the one that it renews.
    async fn subscriptions_of_order(&self, order: OrderId) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// A page of a list, newest first, and how many match.
    async fn list_subscriptions(
        &self,
        filter: &SubscriptionFilter,
    ) -> Result<(Vec<SubscriptionRecord>, u64), StoreError>;

    /// The order that it began with and those that renew it, newest first, at most 200.
    async fn orders_of_subscription(&self, id: SubscriptionId) -> Result<Vec<OrderListRow>, StoreError>;

    /// Changes one with its messages in one transaction; `false`: it had changed before, and nothing was written.
    async fn change_subscription(
        &self,
        change: &SubscriptionChange,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Active ones whose next payment is due on a day and was not asked for yet, at most `limit`.
    async fn due_subscriptions(&self, today: i64, limit: u64) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Active ones whose open renewal was made before a moment and is neither paid nor announced, at most `limit`.
    async fn unpaid_subscriptions(
        &self,
        made_before: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Active ones whose next payment lies between two days, both included, and was not told of yet, at most `limit`.
    async fn subscriptions_to_remind(
        &self,
        days: (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Notes that its owner was told of the payment of a day, with the message; `false`: he was already.
    async fn remind_subscription(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: &NewMail,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Active ones whose open renewal is to be charged or looked after, at most `limit`.
    async fn subscriptions_to_charge(
        &self,
        now: UnixSeconds,
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Changes by what subscriptions are paid; gives how many were changed.
    async fn change_subscription_payment(&self, change: &PaymentChange, now: UnixSeconds) -> Result<u64, StoreError>;

    /// Active ones that are charged between two days, both included, and whose card was not looked at for that day yet, at most
    /// `limit`.
    async fn subscriptions_to_check_cards(
        &self,
        days: (i64, i64),
        limit: u64,
    ) -> Result<Vec<SubscriptionRecord>, StoreError>;

    /// Notes that the card for the payment of a day was looked at, with the message that came of it; `false`: it was already.
    async fn note_card_check(
        &self,
        id: SubscriptionId,
        day: i64,
        mail: Option<&NewMail>,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Writes what a setup was begun for.
    async fn keep_setup(&self, setup: &MethodSetup, now: UnixSeconds) -> Result<(), StoreError>;

    /// Notes that what a setup was begun for is done.
    async fn setup_done(&self, intent_id: &str) -> Result<(), StoreError>;

    /// What a setup was begun for.
    async fn setup(&self, intent_id: &str) -> Result<Option<MethodSetup>, StoreError>;
}
