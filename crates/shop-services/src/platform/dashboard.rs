//! Key figures of the shop for the merchant.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::calendar::{local_day, start_of_day};
use shop_core::base::{Cents, ProductId};
use shop_core::catalogue::product::{Item, PublishStatus};
use shop_core::orders::OrderStatus;

use crate::catalogue::reviews::Reviews;
use crate::catalogue::{Catalogue, Found};
use crate::content::comments::Comments;
use crate::platform::context::Context;
use crate::ports::{
    HourlyMoney, OrderFilter, OrderListRow, OrderSort, OrderStore, OriginSums, ReportStore, SoldItem, StoreError, ports,
};

/// Length in days of each of the two compared periods.
pub const DAYS: i64 = 30;
/// Number of listed best sellers.
const BEST: usize = 5;
/// Number of listed products with low stock.
const SHORT: usize = 8;
/// Number of listed orders to ship.
const TO_SEND: u64 = 5;
const HOUR_S: i64 = 3600;

/// Revenue of a day in Europe/Rome.
///
/// It is money received minus money refunded. An order counts with its total, with tax and delivery, on the day it was placed,
/// once it is paid (processing, completed, or refunded later). An order paid in parts counts with its first part on that day, and
/// with each instalment on the day it was paid. Money refunds count on the day they were recorded. Store credit is no money:
/// payments by credit and refunds as credit do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayRevenue {
    /// Days since 1970-01-01.
    pub day: i64,
    /// Paid orders placed on this day.
    pub orders: i64,
    /// Revenue; negative if more was refunded than received.
    pub revenue: Cents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSeller {
    pub product_id: ProductId,
    pub name: String,
    /// Pieces of all its variations.
    pub pieces: i64,
}

/// A product or variation with low stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortItem {
    /// Product whose page shows it.
    pub product_id: ProductId,
    pub name: String,
    pub quantity: i64,
}

/// Content of the back office's start page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dashboard {
    /// The last thirty days, oldest first, ending today.
    pub days: Vec<DayRevenue>,
    /// The thirty days before.
    pub before: Vec<DayRevenue>,
    pub by_status: Vec<(OrderStatus, u64)>,
    /// Best sellers of the last thirty days.
    pub best: Vec<BestSeller>,
    /// Low stock, lowest first, out of stock last.
    pub short: Vec<ShortItem>,
    /// Number of products and variations with low stock.
    pub short_count: usize,
    /// Paid orders to ship, oldest first.
    pub to_send: Vec<OrderListRow>,
    /// Reviews waiting for moderation.
    pub reviews_waiting: u64,
    /// Comments waiting for moderation.
    pub comments_waiting: u64,
}

ports! {
    pub(crate) trait ReportsPorts: OrderStore + ReportStore
}

#[derive(Clone)]
pub struct Reports {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ReportsPorts>,
    pub(crate) reviews: Reviews,
    pub(crate) comments: Comments,
}

impl Reports {
    /// Returns orders by source and campaign of a range of days in Europe/Rome, both included, at most `limit` rows from `offset`
    /// on.
    pub async fn origins(&self, first: i64, last: i64, part: (u64, u64)) -> Result<OriginSums, StoreError> {
        self.store.orders_by_origin(start_of_day(first), start_of_day(last + 1), part).await
    }

    /// Computes the current dashboard.
    pub async fn dashboard(&self) -> Result<Dashboard, StoreError> {
        let today = local_day(self.context.now());
        let first = today - DAYS + 1;
        let (start, middle, end) = (start_of_day(first - DAYS), start_of_day(first), start_of_day(today + 1));
        let money = self.store.money_by_hour(start, end).await?;
        let sold = self.store.sold_items(middle, end).await?;
        let waiting = OrderFilter {
            statuses: vec![OrderStatus::Processing],
            sort: OrderSort::Oldest,
            page: 1,
            per_page: TO_SEND,
            ..OrderFilter::default()
        };
        let orders = self.store.list_orders(&waiting).await?;
        let catalogue = self.context.catalogue().await?;
        let mut short = running_short(&catalogue, self.context.settings().await?.stock.low_amount);
        let short_count = short.len();
        short.truncate(SHORT);
        Ok(Dashboard {
            days: by_day(&money, first),
            before: by_day(&money, first - DAYS),
            by_status: orders.by_status,
            best: best_sellers(sold, &catalogue),
            short,
            short_count,
            to_send: orders.rows,
            reviews_waiting: self.reviews.waiting().await?,
            comments_waiting: self.comments.waiting().await?,
        })
    }
}

/// Thirty days from `first` on, including days without revenue.
fn by_day(money: &[HourlyMoney], first: i64) -> Vec<DayRevenue> {
    let mut days: BTreeMap<i64, DayRevenue> =
        (first..first + DAYS).map(|day| (day, DayRevenue { day, ..DayRevenue::default() })).collect();
    for hour in money {
        if let Some(day) = days.get_mut(&local_day(hour.hour * HOUR_S)) {
            day.orders += hour.orders;
            day.revenue += hour.received - hour.refunded;
        }
    }
    days.into_values().collect()
}

/// Variations count for their product. Products no longer on sale keep the name they were sold under.
fn best_sellers(sold: Vec<SoldItem>, catalogue: &Catalogue) -> Vec<BestSeller> {
    let mut by_product: BTreeMap<ProductId, BestSeller> = BTreeMap::new();
    for item in sold.into_iter().filter(|item| item.pieces > 0) {
        let (product_id, name) = match catalogue.find(item.product_id) {
            Some(Found::Product(product) | Found::Variation(product, _)) => {
                (product.item.id, product.item.name.clone())
            }
            None => (item.product_id, item.name),
        };
        by_product.entry(product_id).or_insert(BestSeller { product_id, name, pieces: 0 }).pieces += item.pieces;
    }
    let mut best: Vec<BestSeller> = by_product.into_values().collect();
    best.sort_by(|a, b| b.pieces.cmp(&a.pieces).then_with(|| a.name.cmp(&b.name)));
    best.truncate(BEST);
    best
}

/// Published products and variations whose managed stock is at or below their own threshold, or else the shop's; lowest first,
/// out of stock last.
fn running_short(catalogue: &Catalogue, low_amount: i64) -> Vec<ShortItem> {
    let is_short = |item: &Item| {
        let stock = &item.stock;
        stock.managed && stock.quantity <= stock.low_amount.unwrap_or(low_amount)
    };
    let mut short = Vec::new();
    for product in catalogue.products().iter().filter(|product| product.item.status == PublishStatus::Publish) {
        let own =
            product.variations.iter().filter(|one| !one.stock_of_parent && one.item.status == PublishStatus::Publish);
        let items = std::iter::once(&product.item).chain(own.map(|variation| &variation.item));
        short.extend(items.filter(|item| is_short(item)).map(|item| ShortItem {
            product_id: product.item.id,
            name: item.name.clone(),
            quantity: item.stock.quantity,
        }));
    }
    short.sort_by(|a, b| (a.quantity <= 0, a.quantity, &a.name).cmp(&(b.quantity <= 0, b.quantity, &b.name)));
    short
}

#[cfg(test)]
mod tests {
    use shop_core::base::calendar::day_named;

    use super::*;

    #[test]
    fn an_hour_counts_for_the_day_that_romes_clocks_show() {
        let day = day_named("2026-10-25").unwrap();
        let hour = |moment: i64, received: i64, refunded: i64| HourlyMoney {
            hour: moment / HOUR_S,
            orders: 1,
            received: Cents(received),
            refunded: Cents(refunded),
        };
        // The longest day of the year has 25 hours.
        let money = [
            hour(start_of_day(day) - 1, 1, 0),
            hour(start_of_day(day), 1000, 0),
            hour(start_of_day(day + 1) - 1, 200, 1500),
            hour(start_of_day(day + 1), 4, 0),
        ];
        let days = by_day(&money, day - 1);
        assert_eq!(days.len(), 30);
        let figures: Vec<(i64, i64)> = days.iter().take(4).map(|one| (one.orders, one.revenue.0)).collect();
        assert_eq!(figures, [(1, 1), (2, -300), (1, 4), (0, 0)]);
    }
}
