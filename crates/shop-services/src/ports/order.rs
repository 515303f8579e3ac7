//! Orders.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{ApprovalId, Cents, CompanyId, CustomerId, OfferId, OrderId, ProductId};
use shop_core::catalogue::purchase::deposit::Instalment;
use shop_core::orders::OrderStatus;
use shop_core::orders::instalment::OrderInstalment;
use shop_core::orders::refund::RefundLine;
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::trade::credit_line::CreditLine;

use super::{
    CouponPerson, GatewayRefundRecord, InstalmentRecord, NewCredit, NewCustomer, NewMail, NewRenewal, NewSubscription,
    OrderEvent, OrderFilter, OrderListRow, OrderPageResult, RedeemedCoupon, RedeemedCredit, StockTarget, StoreError,
    Transition, TransitionRefusal, WantedPlaces,
};
use crate::records::{CartContent, OrderContent, OrderCredit, OrderLineContent};

/// A line of an order to place.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOrderLine {
    /// Product or variation.
    pub product_id: ProductId,
    /// Product whose stock is reduced (the parent's for variations that share it); `None` if stock is not managed.
    pub stock_product_id: Option<ProductId>,
    /// Stock may go below zero.
    pub backorders_allowed: bool,
    pub quantity: i64,
    pub sku: String,
    pub name: String,
    /// Places in a booked slot; `None` when read back.
    pub places: Option<WantedPlaces>,
    pub content: OrderLineContent,
}

/// Stored in an order instead of a sub-account's name once that account is deleted.
pub const DELETED_SUBACCOUNT: &str = "#deleted";

/// An order to place.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOrder {
    /// Key of the order's page: `wc_order_` and random characters.
    pub order_key: String,
    pub status: OrderStatus,
    /// The buyer's account, if logged in.
    pub customer_id: Option<CustomerId>,
    /// The buyer's company.
    pub company_id: Option<CompanyId>,
    /// Name of the sub-account that orders; empty if none.
    pub ordered_by: String,
    /// The approval that it uses; `None` if it needs none.
    pub approval: Option<ApprovalId>,
    /// An account to create together with the order, as its buyer. If the user name is taken another one is chosen.
    pub account: Option<NewCustomer>,
    /// Payment method; empty when nothing is to be paid.
    pub payment_method: String,
    /// Hash of the cart that it is placed from.
    pub cart_hash: String,
    /// Idempotency key: two requests with the same key place one order.
    pub idempotency_key: Option<String>,
    /// When the unpaid order is cancelled and its stock released; `None` for never.
    pub hold_until: Option<UnixSeconds>,
    pub content: OrderContent,
    pub lines: Vec<NewOrderLine>,
    /// Coupons to redeem.
    pub coupons: Vec<RedeemedCoupon>,
    /// The person to whose usage limits the coupons count.
    pub person: CouponPerson,
    /// Store credits that pay for part of it.
    pub credits: Vec<RedeemedCredit>,
    /// Offers that its lines come from, without duplicates, in ascending order.
    pub offers: Vec<OfferId>,
    /// Instalments due after the order, by day.
    pub instalments: Vec<Instalment>,
    /// Subscriptions that start with it.
    pub subscriptions: Vec<NewSubscription>,
    /// The subscription payment that it renews; `None` for an ordinary order.
    pub renewal: Option<NewRenewal>,
    /// The cart that it is placed from, updated in the same transaction.
    pub cart: Option<OrderedCart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub id: OrderId,
    /// Whether this call placed it; otherwise an earlier one with the same idempotency key did.
    pub new: bool,
    /// Key of the order's page.
    pub order_key: String,
    /// The account created with it.
    pub account: Option<CustomerId>,
}

/// Why an order was not placed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceRefusal {
    /// The stock is lower than the quantity.
    NotEnoughStock {
        /// Product or variation of the line.
        product_id: ProductId,
        available: i64,
    },
    /// A booked slot has fewer free places than requested.
    NotEnoughPlaces { product_id: ProductId, available: i64 },
    /// The cart changed since it was priced.
    CartChanged,
    /// Another order used the approval, or it was withdrawn.
    ApprovalUsed,
    /// The subscription changed since its renewal was computed, or another order already renews it.
    SubscriptionChanged,
    /// The e-mail address of the account to create is taken.
    EmailTaken,
    /// Other orders used the coupon up meanwhile.
    CouponUsedUp { code: String },
    /// The credit's balance is lower than the amount to pay with it.
    CreditShort { code: String },
    /// The buyer's company may not (or no longer) pay by invoice.
    NotByInvoice,
    /// Payment by invoice would exceed the company's credit limit.
    OverCreditLimit {
        /// Balance and limit.
        credit: CreditLine,
    },
    /// An offer has expired or is not the buyer's.
    OfferGone { id: OfferId },
}

#[derive(Clone, Debug, PartialEq)]
pub struct OrderRecord {
    /// Id, also the order's number.
    pub id: OrderId,
    /// Key of the order's page.
    pub order_key: String,
    pub status: OrderStatus,
    /// The buyer's account, if logged in.
    pub customer_id: Option<CustomerId>,
    /// The buyer's company.
    pub company_id: Option<CompanyId>,
    /// Name of the sub-account that ordered it; empty if none.
    pub ordered_by: String,
    pub payment_method: String,
    /// Whether its pieces are deducted from stock.
    pub stock_reduced: bool,
    pub content: OrderContent,
    pub lines: Vec<NewOrderLine>,
    /// Instalments due after the order, by day; empty if it is paid at once.
    pub instalments: Vec<InstalmentRecord>,
    /// Refunded in money; `content.refunded_cents` is the sum of this and [`Self::credit_refunded`].
    pub money_refunded: Cents,
    /// Refunded as store credit.
    pub credit_refunded: Cents,
    /// Refunds, oldest first.
    pub refunds: Vec<RefundRecord>,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

impl OrderRecord {
    /// Builds a transition to another status. An order that was cancelled before redeems its coupons and credits again.
    #[must_use]
    pub fn step(&self, to: OrderStatus, author: &str) -> Transition {
        let credit = |credit: &OrderCredit| RedeemedCredit { code: credit.code.clone(), amount: credit.used_cents };
        Transition {
            id: self.id,
            from: self.status,
            to,
            stock: StockTarget::Unchanged,
            payment: None,
            coupons: self.content.coupons.iter().map(|coupon| coupon.code.clone()).collect(),
            credits: self.content.credits.iter().map(credit).collect(),
            subscriptions: Vec::new(),
            note: String::new(),
            author: author.to_owned(),
            mails: Vec::new(),
        }
    }

    /// Quantities that were not refunded, by the product whose stock they come from.
    pub fn unrefunded_pieces(&self) -> impl Iterator<Item = (ProductId, i64)> {
        let lines = self.lines.iter().filter(|_| self.stock_reduced);
        lines.filter_map(|line| Some((line.stock_product_id?, line.quantity)))
    }

    /// Amount due with the order itself: the total, or the first part.
    pub fn due_now_cents(&self) -> Cents {
        self.content.total_cents - self.content.due_later_cents
    }

    /// Path of the order's page, which thanks the buyer and shows the status.
    pub fn received_path(&self) -> String {
        received_path(self.id, &self.order_key)
    }

    /// Path of the order's page after a payment, with a parameter that keeps analytics tools from counting the return from the
    /// provider as a new visit (storefront specification, section 2).
    pub fn paid_path(&self) -> String {
        self.received_path() + QUIET
    }

    /// Path of the payment page.
    pub fn pay_path(&self) -> String {
        format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", self.id, self.order_key)
    }

    /// Path of the page where the buyer continues: the payment page, or the order's page.
    pub fn next_path(&self) -> String {
        if self.needs_payment() { self.pay_path() } else { self.received_path() }
    }

    /// Whether the order has no account, so that its key alone gives a buyer's access.
    pub const fn is_guests(&self) -> bool {
        self.customer_id.is_none() && self.company_id.is_none()
    }

    /// Whether the buyer can still pay it, or confirm the saved payment method.
    pub fn needs_payment(&self) -> bool {
        let open = matches!(self.status, OrderStatus::Pending | OrderStatus::Failed);
        self.status.needs_payment(self.due_now_cents()) || (open && self.content.keeps_method)
    }

    /// Returns the instalments with their states.
    pub fn parts(&self) -> Vec<OrderInstalment> {
        let part = |one: &InstalmentRecord| OrderInstalment { instalment: one.instalment.clone(), status: one.status };
        self.instalments.iter().map(part).collect()
    }
}

/// Query parameter that keeps analytics tools from counting a new visit.
pub const QUIET: &str = "&utm_nooverride=1";

/// Path of the page that an order's key gives access to.
pub fn received_path(number: impl std::fmt::Display, order_key: &str) -> String {
    format!("/checkout/order-received/{number}/?key={order_key}")
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefundRecord {
    pub id: i64,
    /// Whether it was refunded as store credit.
    pub as_credit: bool,
    /// Amount, tax included.
    pub cents: Cents,
    /// Part of it that the payment provider could not refund: not counted as refunded.
    pub failed: Cents,
    /// Refunds at the payment provider; empty for store credit or manual refunds.
    pub parts: Vec<GatewayRefundRecord>,
    pub lines: Vec<RefundLine>,
    /// Refunded delivery costs.
    pub shipping: Cents,
    /// Whether the pieces were put back into stock.
    pub restocked: bool,
    /// Number of people whose booked places were released.
    pub persons_freed: i64,
    pub reason: String,
    pub author: String,
    /// Hash of the request, to detect a repetition; empty if there was no request.
    pub request_hash: String,
    pub created_at: UnixSeconds,
}

/// A refund to record.
#[derive(Clone, Debug)]
pub struct NewRefund {
    pub order_id: OrderId,
    /// Amounts refunded before, in money and as credit, when this refund was validated: another refund in between makes it fail.
    pub expected: (Cents, Cents),
    /// The refund; its id and time are set when it is recorded.
    pub refund: RefundRecord,
    /// The store credit that is issued with it.
    pub credit: Option<NewCredit>,
    /// Refunds to request from the payment provider afterwards: payment and amount.
    pub parts: Vec<(i64, Cents)>,
    /// When the worker next checks these parts.
    pub check_at: UnixSeconds,
    /// Releases the places of the returned bookings.
    pub free_places: bool,
    pub mails: Vec<NewMail>,
}

/// Whose orders a person may see: those of the account, and those of its company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderOwner {
    pub customer_id: CustomerId,
    /// Its company, if it sees the orders of all accounts; `None` for its own orders only.
    pub company_id: Option<CompanyId>,
}

impl OrderOwner {
    /// An account that sees only its own orders.
    pub const fn account(customer_id: CustomerId) -> Self {
        Self { customer_id, company_id: None }
    }

    pub fn owns(&self, order: &OrderRecord) -> bool {
        order.customer_id == Some(self.customer_id)
            || (order.company_id.is_some() && order.company_id == self.company_id)
    }
}

/// The cart that an order is placed from.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedCart {
    pub session_key: String,
    /// The version that was priced.
    pub version: i64,
    /// Its content afterwards.
    pub after: CartContent,
}

/// Builds the e-mails about an order once its number is known.
pub(super) type MailsFor<'a> = &'a (dyn Fn(OrderId) -> Vec<NewMail> + Send + Sync);

#[async_trait]
pub trait OrderStore: Send + Sync {
    /// Places an order in one transaction: reserves stock and booked places by conditional updates (products in ascending order,
    /// against deadlocks), writes the order with its lines, history and e-mails, empties the cart, and increments the catalogue's
    /// change counter. A repeated idempotency key returns the earlier order.
    async fn place_order(
        &self,
        order: &NewOrder,
        mails: MailsFor<'_>,
        now: UnixSeconds,
    ) -> Result<Result<Placed, PlaceRefusal>, StoreError>;

    /// Updates an order that waits for payment for another attempt: the buyer's data, the payment method and the idempotency key
    /// change; lines and totals stay. Empties the cart in the same transaction. Returns `false`, with nothing written, if the
    /// order no longer waits or the cart changed meanwhile.
    async fn reuse_unpaid_order(
        &self,
        id: OrderId,
        order: &NewOrder,
        cart: &OrderedCart,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Finds the order placed with an idempotency key.
    async fn order_by_idempotency_key(&self, idempotency_key: &str) -> Result<Option<OrderId>, StoreError>;

    /// Finds an order by its key.
    async fn order_by_key(&self, order_key: &str) -> Result<Option<OrderId>, StoreError>;

    async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError>;

    /// Returns an owner's order; `None` if it is unknown or somebody else's.
    async fn order_of(&self, owner: OrderOwner, id: OrderId) -> Result<Option<OrderRecord>, StoreError>;

    async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError>;

    /// Lists the first `limit` matching orders, ignoring the page.
    async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError>;

    /// Lists the history, oldest first.
    async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError>;

    /// Adds a note; `false` if the order is unknown.
    async fn add_order_note(
        &self,
        id: OrderId,
        kind: &str,
        note: &str,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Stores the wallet that an order is paid with (`None` for another method), and its title. Does nothing if the order is
    /// unknown.
    async fn set_order_wallet(&self, id: OrderId, wallet: Option<ExpressWallet>, title: &str)
    -> Result<(), StoreError>;

    /// Changes the status if it is still the expected one, with stock, history and e-mails in the same transaction. Stock that is
    /// deducted again must be available, unless the product allows backorders.
    async fn transition_order(
        &self,
        transition: &Transition,
        now: UnixSeconds,
    ) -> Result<Result<(), TransitionRefusal>, StoreError>;

    /// Records a refund in one transaction with its stock, credit and e-mails; `None` if the order changed since the refund was
    /// validated.
    async fn book_refund(&self, refund: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError>;

    /// Lists orders whose payment period has ended, oldest first, at most `limit`.
    async fn orders_past_hold(&self, now: UnixSeconds, limit: u64) -> Result<Vec<OrderId>, StoreError>;
}
