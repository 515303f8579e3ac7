//! Sums over many orders.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};

use super::{RefundRecord, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// Money of an hour. Whole hours fit into days in Rome, whose clocks are whole hours off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HourlyMoney {
    /// Hours since 1970 UTC.
    pub hour: i64,
    /// Orders placed in it that are paid.
    pub orders: i64,
    /// What was paid with them in money, not with credit, and later payments that were paid in it.
    pub received: Cents,
    /// Money given back in it.
    pub refunded: Cents,
}

/// Pieces sold of a product or variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldItem {
    /// Product or variation.
    pub product_id: ProductId,
    /// Its name in the orders.
    pub name: String,
    /// Pieces, without those that came back into stock.
    pub pieces: i64,
}

/// An order as far as its taxes ask.
#[derive(Clone, Debug, PartialEq)]
pub struct TaxedOrder {
    pub id: OrderId,
    /// When it was placed.
    pub created_at: UnixSeconds,
    /// What was charged.
    pub content: OrderContent,
    /// Its lines, in order.
    pub lines: Vec<OrderLineContent>,
    /// What was given back, oldest first, without how it goes back; where only the charge is asked for: empty.
    pub refunds: Vec<RefundRecord>,
}

/// Orders of one source and campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSum {
    /// Kind of source: `utm`, `organic`, `referral`, `typein`; empty: unknown.
    pub source_type: String,
    /// Source; empty: none.
    pub source: String,
    /// Medium; empty: none.
    pub medium: String,
    /// Campaign; empty: none.
    pub campaign: String,
    /// How many orders.
    pub orders: i64,
    /// What was paid, less what was given back in money.
    pub revenue: Cents,
}

/// Orders of all sources of a time, and a part of the list of sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSums {
    /// Sums by source and campaign, the highest revenue first.
    pub rows: Vec<OriginSum>,
    /// How many rows there are without the limit.
    pub total: u64,
    /// How many orders, of all rows.
    pub orders: i64,
    /// Revenue of all rows.
    pub revenue: Cents,
}

/// Reads sums. What is paid: orders that are processing, completed or refunded (what was given back of them is taken off).
#[async_trait]
pub trait ReportStore: Send + Sync {
    /// Money by hour from a moment until before another. Hours in which nothing happened are left out.
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError>;

    /// Paid orders placed in that time by source and campaign, from row `offset` on and at most `limit`. Payments after the order
    /// count once they are paid.
    async fn orders_by_origin(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        (offset, limit): (u64, u64),
    ) -> Result<OriginSums, StoreError>;

    /// Pieces sold in paid orders of that time, by product or variation.
    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError>;

    /// Paid orders placed in that time, in order, without their refunds. `after`: from behind this one on; at most `limit`.
    async fn taxed_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<(UnixSeconds, OrderId)>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError>;

    /// Paid orders of which something was given back in that time, by id, with all their refunds. `after`: from behind this one
    /// on; at most `limit`.
    async fn refunded_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<OrderId>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError>;
}
