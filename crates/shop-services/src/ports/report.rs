//! Totals over many orders.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId, ProductId};

use super::{RefundRecord, StoreError};
use crate::records::{OrderContent, OrderLineContent};

/// Money of one hour. Hours map to days in Europe/Rome without splitting, because its UTC offset is always whole hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HourlyMoney {
    /// Hours since 1970 UTC.
    pub hour: i64,
    /// Paid orders placed in this hour.
    pub orders: i64,
    /// Money received with them, without credit, and instalments paid in this hour.
    pub received: Cents,
    /// Money refunded in this hour.
    pub refunded: Cents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldItem {
    pub product_id: ProductId,
    /// Product name as in the orders.
    pub name: String,
    /// Pieces sold, without those put back into stock.
    pub pieces: i64,
}

/// The tax data of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct TaxedOrder {
    pub id: OrderId,
    pub created_at: UnixSeconds,
    /// What was charged.
    pub content: OrderContent,
    pub lines: Vec<OrderLineContent>,
    /// Refunds, oldest first, without provider details; empty in queries for the charge alone.
    pub refunds: Vec<RefundRecord>,
}

/// Orders by source and campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSum {
    /// Type of source: `utm`, `organic`, `referral`, `typein`; empty if unknown.
    pub source_type: String,
    /// Source; empty if none.
    pub source: String,
    /// Medium; empty if none.
    pub medium: String,
    /// Campaign; empty if none.
    pub campaign: String,
    pub orders: i64,
    /// Amount paid, without money refunds.
    pub revenue: Cents,
}

/// A page of the sources of orders, with totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSums {
    /// Totals by source and campaign, highest revenue first.
    pub rows: Vec<OriginSum>,
    /// Number of rows without the limit.
    pub total: u64,
    /// Number of orders in all rows.
    pub orders: i64,
    pub revenue: Cents,
}

/// Reads totals. Paid orders are those that are processing, completed or refunded (the refunded amount is deducted).
#[async_trait]
pub trait ReportStore: Send + Sync {
    /// Returns money by hour from a moment until before another. Empty hours are left out.
    async fn money_by_hour(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<HourlyMoney>, StoreError>;

    /// Returns paid orders placed in a period by source and campaign, at most `limit` rows from `offset` on. Instalments count
    /// once they are paid.
    async fn orders_by_origin(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        (offset, limit): (u64, u64),
    ) -> Result<OriginSums, StoreError>;

    /// Returns the pieces sold in paid orders of a period, by product or variation.
    async fn sold_items(&self, from: UnixSeconds, until: UnixSeconds) -> Result<Vec<SoldItem>, StoreError>;

    /// Returns at most `limit` paid orders placed in a period, sorted by id from behind `after`, without their refunds.
    async fn taxed_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<(UnixSeconds, OrderId)>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError>;

    /// Returns at most `limit` paid orders with a refund in a period, sorted by id from behind `after`, with all their refunds.
    async fn refunded_orders(
        &self,
        from: UnixSeconds,
        until: UnixSeconds,
        after: Option<OrderId>,
        limit: u64,
    ) -> Result<Vec<TaxedOrder>, StoreError>;
}
