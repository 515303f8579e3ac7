//! Lists of orders, as the back office asks for them.

use shop_core::base::OrderId;
use shop_core::base::time::UnixSeconds;
use shop_core::orders::OrderStatus;

/// Order of a list of orders. Equal ones: the newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    /// Newest come first.
    #[default]
    Newest,
    /// Oldest come first.
    Oldest,
    /// Highest total first.
    Highest,
    /// Lowest total first.
    Lowest,
    /// By the buyer's name.
    Name,
}

impl OrderSort {
    /// Name in addresses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Highest => "highest",
            Self::Lowest => "lowest",
            Self::Name => "name",
        }
    }

    /// Reads that name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Newest, Self::Oldest, Self::Highest, Self::Lowest, Self::Name]
            .into_iter()
            .find(|one| one.as_str() == text)
    }
}

/// Which orders to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFilter {
    /// Only these statuses; empty: all but drafts.
    pub statuses: Vec<OrderStatus>,
    /// It is the number, or e-mail, name or the buyer's reference contains it.
    pub search: String,
    /// Only those with this wished day of delivery, counted from 1970-01-01.
    pub delivery_day: Option<i64>,
    /// Only those placed at this moment or later.
    pub from: Option<UnixSeconds>,
    /// Only those placed before this moment.
    pub until: Option<UnixSeconds>,
    /// Order of the list.
    pub sort: OrderSort,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// An order in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderListRow {
    pub id: OrderId,
    pub status: OrderStatus,
    pub billing_name: String,
    pub billing_email: String,
    pub total_cents: i64,
    /// Given back so far, in money and as credit.
    pub refunded_cents: i64,
    /// Way of payment.
    pub payment_method: String,
    /// Name of the sub-account that ordered it; empty: none did.
    pub ordered_by: String,
    /// The buyer's own reference; empty: none.
    pub buyer_reference: String,
    /// Wished day of delivery, counted from 1970-01-01; `None`: as soon as possible.
    pub delivery_day: Option<i64>,
    /// When it was placed.
    pub created_at: UnixSeconds,
}

/// A page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderPageResult {
    pub rows: Vec<OrderListRow>,
    /// Orders in all.
    pub total: u64,
    /// Orders by status: those that match the rest of the filter.
    pub by_status: Vec<(OrderStatus, u64)>,
}
