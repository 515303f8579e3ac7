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
    OrderEvent, OrderFilter, OrderListRow, OrderPageResult, StockTaken, StoreError, TakenCoupon, TakenCredit,
    Transition, TransitionRefusal, WantedPlaces,
};
use crate::records::{CartContent, OrderContent, OrderCredit, OrderLineContent};

/// A line of an order to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOrderLine {
    /// Product or variation.
    pub product_id: ProductId,
    /// Whose stock is taken (the parent's for variations that share it); `None`: stock is not counted.
    pub stock_product_id: Option<ProductId>,
    /// Taken even when it goes below zero.
    pub backorders_allowed: bool,
    pub quantity: i64,
    pub sku: String,
    pub name: String,
    /// Places at a booked time; as read: `None`.
    pub places: Option<WantedPlaces>,
    pub content: OrderLineContent,
}

/// What stands in an order for the name of the sub-account that placed it, once that is deleted. No name of a person.
pub const DELETED_SUBACCOUNT: &str = "#deleted";

/// An order to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct NewOrder {
    /// Key that opens the order's page: `wc_order_` and random characters.
    pub order_key: String,
    pub status: OrderStatus,
    /// Buyer when logged in.
    pub customer_id: Option<CustomerId>,
    /// The company that the buyer orders for.
    pub company_id: Option<CompanyId>,
    /// Name of the sub-account that orders; empty: none does.
    pub ordered_by: String,
    /// The request for approval that it uses up; `None`: it needs none.
    pub approval: Option<ApprovalId>,
    /// The account that is made with the order, and then its buyer. Its user name is a wish.
    pub account: Option<NewCustomer>,
    /// Way of payment; empty when nothing is to be paid.
    pub payment_method: String,
    /// Hash of the cart it was made of.
    pub cart_hash: String,
    /// The same key never makes two orders.
    pub idempotency_key: Option<String>,
    /// When it is cancelled and its stock given back unless paid; `None`: never.
    pub hold_until: Option<UnixSeconds>,
    pub content: OrderContent,
    pub lines: Vec<NewOrderLine>,
    /// Coupons that it uses.
    pub coupons: Vec<TakenCoupon>,
    /// Whose uses of them count.
    pub person: CouponPerson,
    /// Credits that pay a part of it.
    pub credits: Vec<TakenCredit>,
    /// Offers that its lines are of, each once, in ascending order.
    pub offers: Vec<OfferId>,
    /// Payments after the order, by day.
    pub instalments: Vec<Instalment>,
    /// Subscriptions that begin with it.
    pub subscriptions: Vec<NewSubscription>,
    /// The payment of a subscription that it is made for; `None`: it is an order of its own.
    pub renewal: Option<NewRenewal>,
    /// The cart that it is made of, which changes in the same transaction.
    pub cart: Option<OrderedCart>,
}

/// A placed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub id: OrderId,
    /// Whether this call placed it, or an earlier one with the same idempotency key did.
    pub new: bool,
    /// Key that opens the order's page.
    pub order_key: String,
    /// The account that was made with it.
    pub account: Option<CustomerId>,
}

/// Why an order was not placed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceRefusal {
    /// Fewer pieces are left than wanted.
    NotEnoughStock {
        /// Product or variation of the line.
        product_id: ProductId,
        available: i64,
    },
    /// A booked time has fewer places left than wanted.
    NotEnoughPlaces {
        /// The booked product.
        product_id: ProductId,
        available: i64,
    },
    /// The cart changed since it was priced.
    CartChanged,
    /// Another order used its approval up, or it was withdrawn.
    ApprovalUsed,
    /// The subscription changed since its renewal was worked out, or another order was made for it.
    SubscriptionChanged,
    /// There is an account with the e-mail address of the account to be made.
    EmailTaken,
    /// Others used a coupon up meanwhile.
    CouponUsedUp { code: String },
    /// Less is left of a credit than was to be paid with it.
    CreditShort { code: String },
    /// The buyer's company may not pay by invoice (any more).
    NotByInvoice,
    /// By invoice its company would owe more than it may.
    OverCreditLimit {
        /// What it owes and may owe.
        credit: CreditLine,
    },
    /// An offer no longer holds, or is not the buyer's.
    OfferGone { id: OfferId },
}

/// An order as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderRecord {
    /// Id, which is its number too.
    pub id: OrderId,
    /// Key that opens the order's page.
    pub order_key: String,
    pub status: OrderStatus,
    /// Buyer when logged in.
    pub customer_id: Option<CustomerId>,
    /// The company that it was ordered for.
    pub company_id: Option<CompanyId>,
    /// Name of the sub-account that ordered it; empty: none did.
    pub ordered_by: String,
    /// Way of payment.
    pub payment_method: String,
    /// Whether its pieces are out of stock.
    pub stock_taken: bool,
    pub content: OrderContent,
    /// Lines: product, pieces, SKU, name and the rest.
    pub lines: Vec<NewOrderLine>,
    /// Payments after the order, by day; none: it is paid at once.
    pub instalments: Vec<InstalmentRecord>,
    /// Given back so far in money; `content.refunded_cents` is this and [`Self::credit_refunded`] together.
    pub money_refunded: Cents,
    /// Given back so far as credit.
    pub credit_refunded: Cents,
    /// What was given back, oldest first.
    pub refunds: Vec<RefundRecord>,
    /// When it was placed.
    pub created_at: UnixSeconds,
    /// When it changed last.
    pub updated_at: UnixSeconds,
}

impl OrderRecord {
    /// A step to another status, with the coupons and credits that the order uses again if it was given up before.
    #[must_use]
    pub fn step(&self, to: OrderStatus, author: &str) -> Transition {
        let credit = |credit: &OrderCredit| TakenCredit { code: credit.code.clone(), amount: credit.used_cents };
        Transition {
            id: self.id,
            from: self.status,
            to,
            stock: StockTaken::Unchanged,
            payment: None,
            coupons: self.content.coupons.iter().map(|coupon| coupon.code.clone()).collect(),
            credits: self.content.credits.iter().map(credit).collect(),
            subscriptions: Vec::new(),
            note: String::new(),
            author: author.to_owned(),
            mails: Vec::new(),
        }
    }

    /// Pieces that it keeps, by whose stock they are.
    pub fn kept_pieces(&self) -> impl Iterator<Item = (ProductId, i64)> {
        let lines = self.lines.iter().filter(|_| self.stock_taken);
        lines.filter_map(|line| Some((line.stock_product_id?, line.quantity)))
    }

    /// To pay with the order itself: all of it, or its first part.
    pub fn due_now_cents(&self) -> i64 {
        (self.content.total_cents - self.content.due_later_cents).0
    }

    /// Path of the page that the order's key opens: it thanks the buyer and shows how the order stands.
    pub fn received_path(&self) -> String {
        received_path(self.id, &self.order_key)
    }

    /// The same for who comes from paying: programs that follow campaigns do not count this arrival as a new one (storefront
    /// specification, section 2).
    pub fn paid_path(&self) -> String {
        self.received_path() + QUIET
    }

    /// Path of the page on which it is paid.
    pub fn pay_path(&self) -> String {
        format!("/checkout/order-pay/{}/?pay_for_order=true&key={}", self.id, self.order_key)
    }

    /// Path of the page where the buyer goes on with it: the one that pays it, or the one that shows it.
    pub fn next_path(&self) -> String {
        if self.needs_payment() { self.pay_path() } else { self.received_path() }
    }

    /// Whether nobody's account is behind it: who has its key may do all that a buyer may.
    pub const fn is_guests(&self) -> bool {
        self.customer_id.is_none() && self.company_id.is_none()
    }

    /// Whether the buyer can still pay it, or confirm the method that is kept with it.
    pub fn needs_payment(&self) -> bool {
        let open = matches!(self.status, OrderStatus::Pending | OrderStatus::Failed);
        self.status.needs_payment(self.due_now_cents()) || (open && self.content.keeps_method)
    }

    /// The later payments with their states.
    pub fn parts(&self) -> Vec<OrderInstalment> {
        let part = |one: &InstalmentRecord| OrderInstalment { instalment: one.instalment.clone(), status: one.status };
        self.instalments.iter().map(part).collect()
    }
}

/// What tells programs that follow campaigns that nobody new arrives.
pub const QUIET: &str = "&utm_nooverride=1";

/// Path of the page that an order's key opens.
pub fn received_path(number: impl std::fmt::Display, order_key: &str) -> String {
    format!("/checkout/order-received/{number}/?key={order_key}")
}

/// A refund as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefundRecord {
    pub id: i64,
    /// Whether it was given back as credit.
    pub as_credit: bool,
    /// Amount with tax.
    pub cents: Cents,
    /// Of it, what the payment provider could not give back: it counts as not given back.
    pub failed: Cents,
    /// How it goes back by the payment provider; empty: as credit, or by other means.
    pub parts: Vec<GatewayRefundRecord>,
    /// Lines of which something was given back.
    pub lines: Vec<RefundLine>,
    /// Given back of the delivery.
    pub shipping: Cents,
    /// Whether the pieces went back into stock.
    pub restocked: bool,
    /// People whose booked places can be booked again.
    pub persons_freed: i64,
    pub reason: String,
    /// Staff member's user name.
    pub author: String,
    /// Hash of the request for it, by which a repetition is recognised; empty: nobody requested it.
    pub request_hash: String,
    pub created_at: UnixSeconds,
}

/// A refund to be booked.
#[derive(Clone, Debug)]
pub struct NewRefund {
    pub order_id: OrderId,
    /// What was given back before, in money and as credit, when this refund was checked: another one in between refuses it.
    pub expected: (Cents, Cents),
    /// The refund; its number and moment are made when it is booked.
    pub refund: RefundRecord,
    /// The credit that is issued with it.
    pub credit: Option<NewCredit>,
    /// What goes back by the payment provider: payment and amount. It is asked afterwards.
    pub parts: Vec<(i64, Cents)>,
    /// When the shop asks again by itself about these parts.
    pub check_at: UnixSeconds,
    /// Gives back the places of the bookings that it returns.
    pub free_places: bool,
    /// Messages that tell of it.
    pub mails: Vec<NewMail>,
}

/// Whose orders somebody may see: those of an account, and those of the company that it buys for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderOwner {
    pub customer_id: CustomerId,
    /// Its company, of which it sees the orders of all accounts; `None`: its own alone.
    pub company_id: Option<CompanyId>,
}

impl OrderOwner {
    /// An account's own orders.
    pub const fn account(customer_id: CustomerId) -> Self {
        Self { customer_id, company_id: None }
    }

    /// Whether an order is among them.
    pub fn owns(&self, order: &OrderRecord) -> bool {
        order.customer_id == Some(self.customer_id)
            || (order.company_id.is_some() && order.company_id == self.company_id)
    }
}

/// The cart that an order is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedCart {
    pub session_key: String,
    /// The version that was priced.
    pub version: i64,
    /// What it holds afterwards.
    pub after: CartContent,
}

/// Makes the messages about an order once its number is known.
pub(super) type MailsFor<'a> = &'a (dyn Fn(OrderId) -> Vec<NewMail> + Send + Sync);

/// Reads and writes orders.
#[async_trait]
pub trait OrderStore: Send + Sync {
    /// In one transaction: takes stock and booked places by conditional updates (products in ascending order, against deadlocks), writes the
    /// order, its lines, its history and the messages about it, empties the cart, moves the catalogue's change counter on.
    /// The same idempotency key gives the earlier order.
    async fn place_order(
        &self,
        order: &NewOrder,
        mails: MailsFor<'_>,
        now: UnixSeconds,
    ) -> Result<Result<Placed, PlaceRefusal>, StoreError>;

    /// Brings an order that waits for its payment up to date with another try: what its buyer says, the way of payment, the
    /// attempt's name; its lines and sums stay. Empties the cart in the same transaction. `false`: the order no longer waits, or
    /// the cart changed meanwhile; nothing was written.
    async fn take_up_order(
        &self,
        id: OrderId,
        order: &NewOrder,
        cart: &OrderedCart,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// The order that was placed with an idempotency key.
    async fn order_by_idempotency_key(&self, idempotency_key: &str) -> Result<Option<OrderId>, StoreError>;

    /// Finds the order with a key.
    async fn order_by_key(&self, order_key: &str) -> Result<Option<OrderId>, StoreError>;

    async fn order(&self, id: OrderId) -> Result<Option<OrderRecord>, StoreError>;

    /// One order of an owner; `None`: unknown or somebody else's.
    async fn order_of(&self, owner: OrderOwner, id: OrderId) -> Result<Option<OrderRecord>, StoreError>;

    async fn list_orders(&self, filter: &OrderFilter) -> Result<OrderPageResult, StoreError>;

    /// The first `limit` orders that match, whatever the page.
    async fn orders_matching(&self, filter: &OrderFilter, limit: u64) -> Result<Vec<OrderListRow>, StoreError>;

    /// History, oldest first.
    async fn order_events(&self, id: OrderId) -> Result<Vec<OrderEvent>, StoreError>;

    /// Adds a note. `false` when the order is unknown.
    async fn add_order_note(
        &self,
        id: OrderId,
        kind: &str,
        note: &str,
        author: &str,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Notes the wallet that an order is being paid with (`None`: another way), and the words for it. Nothing happens when the
    /// order is unknown.
    async fn set_order_wallet(&self, id: OrderId, wallet: Option<ExpressWallet>, title: &str)
    -> Result<(), StoreError>;

    /// Changes the status if it is still the expected one, with stock, history and messages in the same transaction.
    /// Pieces that are taken again must be there, unless their product may be sold beyond its stock.
    async fn transition_order(
        &self,
        transition: &Transition,
        now: UnixSeconds,
    ) -> Result<Result<(), TransitionRefusal>, StoreError>;

    /// Books a refund, with the stock, the credit and the messages that belong to it, in one transaction; `None`: the order
    /// changed since the refund was checked.
    async fn book_refund(&self, refund: &NewRefund, now: UnixSeconds) -> Result<Option<i64>, StoreError>;

    /// Orders whose hold ended, oldest first, at most `limit`.
    async fn orders_past_hold(&self, now: UnixSeconds, limit: u64) -> Result<Vec<OrderId>, StoreError>;
}
