//! What must always hold, one function each, by what it is about. `ALWAYS` is checked after every commit, `AT_REST` and `money_adds_up` once
//! everything has come to an end.

mod bookings;
mod coupons;
mod credits;
mod erasure;
mod mails;
mod money;
mod orders;
mod refunds;
mod stock;
mod subscriptions;
mod trade;

use std::collections::BTreeMap;

use shop_tests::Reader;

pub(crate) use money::money_adds_up;

use crate::world::World;

/// What an invariant looks at.
pub(crate) struct View {
    reader: Reader,
    is_postgres: bool,
    /// Stock of each product before the world began.
    stock_before: BTreeMap<i64, i64>,
}

/// An invariant: its name, the tables that it depends on, and a function that gives what contradicts it.
pub(crate) type Invariant = (&'static str, &'static [&'static str], fn(&View) -> Vec<String>);

/// An invariant of a world that has ended.
pub(crate) type FinalInvariant = (&'static str, fn(&View, &World) -> Vec<String>);

const STOCK: &[&str] = &["products", "orders", "order_lines"];
const COUPONS: &[&str] = &["coupons", "coupon_uses", "orders"];
const CREDITS: &[&str] = &["store_credit", "credit_ledger", "orders"];
const DEBTS: &[&str] = &["companies", "receivables", "orders"];

/// What holds after every commit.
pub(crate) const ALWAYS: &[Invariant] = &[
    ("stock is never below zero", STOCK, stock::is_never_negative),
    ("stock is what it was, less what orders took and did not return", STOCK, stock::is_what_was_not_sold),
    ("a coupon's count is the number of its uses, and within its limit", COUPONS, coupons::counts_add_up),
    ("an order with a coupon is counted as a use of it", COUPONS, coupons::orders_count_theirs),
    ("orders that are given up use no coupon", COUPONS, coupons::given_up_orders_use_none),
    ("a credit's balance is the sum of its ledger", CREDITS, credits::add_up),
    ("what was paid with credit is in the ledger", CREDITS, credits::paid_are_in_the_ledger),
    ("orders that are given up keep no credit", CREDITS, credits::given_up_orders_keep_none),
    ("what an order gave back is the sum of its refunds", &["orders", "refunds"], refunds::add_up),
    ("invoices are numbered without gaps", &["invoices"], orders::invoice_numbers_have_no_gap),
    (
        "a subscription is renewed once for each day that is due",
        &["subscription_orders", "orders"],
        subscriptions::are_renewed_once,
    ),
    ("a company owes no more than it may", DEBTS, trade::nobody_owes_more_than_allowed),
    ("an offer that holds once is one order", &["offers", "offer_orders", "orders"], trade::offers_are_taken_once),
    (
        "places of bookings are those of the orders that hold them",
        &["booking_slots", "booked_places", "orders"],
        bookings::places_add_up,
    ),
    (
        "a company's payment pays no more than it is",
        &["received_payments", "received_payment_orders"],
        trade::payments_add_up,
    ),
];

/// What holds once everything has come to an end.
pub(crate) const AT_REST: &[FinalInvariant] = &[
    ("the rows of an order add up to its total", orders::add_up),
    ("a buyer has no more orders than purchases in mind", orders::buyers_bought_what_they_wanted),
    ("an order is refunded no more often than staff intended", refunds::were_intended),
    ("a company's payment is noted once", trade::payments_were_intended),
    ("what somebody may not order alone was approved", trade::orders_above_the_limit_were_approved),
    ("each day of a standing order is announced once", trade::standing_orders_are_announced_once),
    ("the buyer and the shop are notified of every confirmed order", mails::confirmed_orders_were_announced),
    ("messages that are due went out", mails::none_is_left),
    ("what was erased is found nowhere", erasure::nothing_is_left),
];

impl View {
    /// A view of a database that nobody has written to yet.
    pub(crate) fn new(world: &World) -> Self {
        let address = world.database();
        let is_postgres = !address.starts_with("sqlite");
        let mut view = Self { reader: Reader::open(address), is_postgres, stock_before: BTreeMap::new() };
        let stock = view.numbers("SELECT id, stock_quantity FROM products WHERE stock_managed");
        view.stock_before = stock.into_iter().collect();
        view
    }

    fn rows<const N: usize>(&self, sql: &str) -> Vec<[String; N]> {
        let rows = self.reader.rows(sql).into_iter();
        rows.map(|row| row.try_into().expect("as many columns as are asked for")).collect()
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        self.rows(sql).into_iter().map(|[text]| text).collect()
    }

    /// Names with numbers.
    fn counts(&self, sql: &str) -> Vec<(String, i64)> {
        self.rows(sql).into_iter().map(|[name, count]| (name, number(&count))).collect()
    }

    fn numbers(&self, sql: &str) -> Vec<(i64, i64)> {
        self.rows(sql).into_iter().map(|[one, other]| (number(&one), number(&other))).collect()
    }

    fn is_postgres(&self) -> bool {
        self.is_postgres
    }

    fn has(&self, sql: &str) -> bool {
        !self.reader.rows(sql).is_empty()
    }
}

/// Names that occur more often than somebody intended, with both numbers.
fn exceeding(counts: Vec<(String, i64)>, intended: &BTreeMap<String, u64>) -> Vec<(String, i64, u64)> {
    let with_intended = counts.into_iter().map(|(name, count)| {
        let most = intended.get(&name).copied().unwrap_or_default();
        (name, count, most)
    });
    with_intended.filter(|(_, count, most)| u64::try_from(*count).unwrap_or_default() > *most).collect()
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}
