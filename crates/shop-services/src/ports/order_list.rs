//! Order lists of the back office.

use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, OrderId};
use shop_core::orders::OrderStatus;

/// Sort order of an order list. Equal ones: newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    #[default]
    Newest,
    Oldest,
    Highest,
    Lowest,
    /// By the buyer's name.
    Name,
}

impl OrderSort {
    /// Name in query strings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Highest => "highest",
            Self::Lowest => "lowest",
            Self::Name => "name",
        }
    }

    /// Parses the query string name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Newest, Self::Oldest, Self::Highest, Self::Lowest, Self::Name]
            .into_iter()
            .find(|one| one.as_str() == text)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFilter {
    /// Only these statuses; empty for all except drafts.
    pub statuses: Vec<OrderStatus>,
    /// Order number, or a substring of e-mail, name or the buyer's reference.
    pub search: String,
    /// Only orders with this requested delivery day, as days since 1970-01-01.
    pub delivery_day: Option<i64>,
    /// Placed at or after this moment.
    pub from: Option<UnixSeconds>,
    /// Placed before this moment.
    pub until: Option<UnixSeconds>,
    pub sort: OrderSort,
    pub page: u64,
    pub per_page: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderListRow {
    pub id: OrderId,
    pub status: OrderStatus,
    pub billing_name: String,
    pub billing_email: String,
    pub total_cents: Cents,
    /// Refunded amount, in money and as credit.
    pub refunded_cents: Cents,
    pub payment_method: String,
    /// Name of the sub-account that ordered it; empty if none.
    pub ordered_by: String,
    /// The buyer's own reference; empty if none.
    pub buyer_reference: String,
    /// Requested delivery day, as days since 1970-01-01; `None` for as soon as possible.
    pub delivery_day: Option<i64>,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderPageResult {
    pub rows: Vec<OrderListRow>,
    pub total: u64,
    /// Number of orders by status that match the rest of the filter.
    pub by_status: Vec<(OrderStatus, u64)>,
}
