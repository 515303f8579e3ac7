//! Invalid rows: each is an error that names its table, its key and the column, never a default.

use sea_orm::ConnectionTrait;
use shop_core::base::{CustomerId, OrderId};
use shop_core::catalogue::product::{Product, Variation};
use shop_services::ports::{
    BookingFilter, BookingStore, CatalogueStore, CouponStore, CustomerStore, NewCustomer, OrderFilter, OrderStore,
    PaymentStore, ReviewStore, Role, StoreError,
};
use tempfile::TempDir;

use crate::Db;

/// A database of the test's own, deleted on drop.
struct Stored {
    db: Db,
    _folder: TempDir,
}

impl Stored {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("shop.db").display())).await.unwrap();
        db.migrate().await.unwrap();
        Self { db, _folder: folder }
    }

    /// With order 1 and one row of each kind that belongs to an order.
    async fn with_order() -> Self {
        let stored = Self::new().await;
        for row in [
            "orders (order_key, status, billing_email, billing_name, total_cents, payment_method, stock_reduced, cart_hash, content, \
             created_at, updated_at) VALUES ('wc_order_1', 'pending', 'a@b.example', 'Anna', 100, 'card', TRUE, '', '{}', 1, 1)",
            "order_lines (order_id, position, product_id, quantity, sku, name, content) VALUES (1, 0, 1, 1, '', 'Pasta', '{}')",
            "order_events (order_id, kind, to_status, note, author, created_at) VALUES (1, 'status', 'pending', '', '', 1)",
            "booked_places (order_id, position, product_id, starts_at, persons, capacity) VALUES (1, 0, 1, 5, 1, 9)",
            "payments (order_id, number, attempt, method, cents, saves_method, facts, busy_until, checks, version, created_at) \
             VALUES (1, 1, 1, 'card', 100, FALSE, '{}', 0, 0, 0, 1)",
        ] {
            stored.sql(&format!("INSERT INTO {row}")).await;
        }
        stored
    }

    /// With customer 1.
    async fn with_customer() -> Self {
        let stored = Self::new().await;
        let new = NewCustomer {
            email: "a@b.example".into(),
            username: "anna".into(),
            password_hash: String::new(),
            role: Role::Customer,
            first_name: String::new(),
            last_name: String::new(),
        };
        assert_eq!(stored.db.add_customer(&new, 1).await.unwrap(), Some(CustomerId(1)));
        stored
    }

    async fn sql(&self, sql: &str) {
        let done = self.db.execute_unprepared(sql).await.unwrap();
        assert_eq!(done.rows_affected(), 1, "{sql}");
    }
}

/// Table and key of the error, and the beginning of its reason.
#[track_caller]
fn wrong<T: std::fmt::Debug>(read: Result<T, StoreError>) -> String {
    match read.unwrap_err() {
        StoreError::Inconsistent { table, row, reason } => format!("{table} {row} {reason}"),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_product_whose_words_are_unknown_is_not_read_as_another() {
    let stored = Stored::new().await;
    let mut product = Product { slug: "pasta".into(), variations: vec![Variation::default()], ..Product::default() };
    product.item.name = "Pasta".into();
    let saved = stored.db.save_products(&[product], &[]).await.unwrap().unwrap();
    let (id, variation) = (saved[0].id, saved[0].variation_ids[0]);
    stored.db.load_catalogue().await.unwrap();
    for (column, id, usual) in [
        ("kind", id, "simple"),
        ("status", id, "publish"),
        ("visibility", id, "visible"),
        ("stock_status", id, "instock"),
        ("backorders", id, "no"),
        ("stock_status", variation, "instock"),
    ] {
        stored.sql(&format!("UPDATE products SET {column} = 'odd' WHERE id = {id}")).await;
        let wrong = wrong(stored.db.load_catalogue().await);
        assert_eq!(wrong, format!("products {id} {column}: unknown word `odd`"));
        stored.sql(&format!("UPDATE products SET {column} = '{usual}' WHERE id = {id}")).await;
    }
    stored.sql(&format!("UPDATE products SET parent_id = NULL WHERE id = {variation}")).await;
    let alone = wrong(stored.db.load_catalogue().await);
    assert_eq!(alone, format!("products {variation} parent_id: a variation has none"));
}

#[tokio::test]
async fn a_former_slug_of_an_unknown_owner_is_not_left_out() {
    let stored = Stored::new().await;
    stored.sql("INSERT INTO former_slugs (owner, slug, owner_id) VALUES ('odd', 'pasta', 1)").await;
    assert_eq!(wrong(stored.db.load_catalogue().await), "former_slugs odd/pasta owner: unknown word `odd`");
}

#[tokio::test]
async fn an_order_and_its_history_have_known_states_only() {
    let stored = Stored::with_order().await;
    let (db, id) = (&stored.db, OrderId(1));
    db.order_events(id).await.unwrap();
    let all = BookingFilter { from: 0, until: 9, product_id: None, limit: 9 };
    assert_eq!(db.booked(&all).await.unwrap().len(), 1);
    for column in ["from_status", "to_status"] {
        stored.sql(&format!("UPDATE order_events SET {column} = 'odd'")).await;
        assert_eq!(wrong(db.order_events(id).await), format!("order_events 1 {column}: unknown word `odd`"));
        stored.sql(&format!("UPDATE order_events SET {column} = 'pending'")).await;
    }
    stored.sql("UPDATE orders SET status = 'odd'").await;
    assert_eq!(wrong(db.order(id).await), "orders 1 status: unknown word `odd`");
    assert_eq!(wrong(db.booked(&all).await), "orders 1 status: unknown word `odd`");
    let list = OrderFilter { page: 1, per_page: 9, ..OrderFilter::default() };
    assert_eq!(wrong(db.list_orders(&list).await), "orders 1 status: unknown word `odd`");
    stored.sql("UPDATE payments SET method = 'odd'").await;
    assert_eq!(wrong(db.payments_of(id).await), "payments 1 method: unknown word `odd`");
}

#[tokio::test]
async fn a_document_that_does_not_read_names_its_column() {
    let stored = Stored::with_order().await;
    stored.sql("UPDATE order_lines SET content = '{'").await;
    let line = wrong(stored.db.order(OrderId(1)).await);
    assert!(line.starts_with("order_lines 1 content: EOF"), "{line}");
    stored.sql("UPDATE orders SET content = '[]x'").await;
    let order = wrong(stored.db.order(OrderId(1)).await);
    assert!(order.starts_with("orders 1 content: "), "{order}");
    stored
        .sql(
            "INSERT INTO coupons (code, discount_type, amount, details, created_at) VALUES ('x', 'percent', 1, '1', 1)",
        )
        .await;
    let coupon = wrong(stored.db.coupon("x").await);
    assert!(coupon.starts_with("coupons 1 details: invalid type"), "{coupon}");
}

#[tokio::test]
async fn a_number_that_is_a_text_or_out_of_range_is_no_number() {
    let stored = Stored::with_customer().await;
    stored
        .sql(
            "INSERT INTO saved_methods (customer_id, method_id, kind, brand, last4, expires_month, expires_year, email, is_default, \
             created_at) VALUES (1, 'pm_1', 'card', '', '', 12, 2030, '', TRUE, 1)",
        )
        .await;
    let methods = stored.db.saved_methods(CustomerId(1), "").await.unwrap();
    assert_eq!(methods[0].method.expires, Some((12, 2030)));
    stored.sql("UPDATE saved_methods SET expires_month = 300").await;
    let late = wrong(stored.db.saved_methods(CustomerId(1), "").await);
    assert_eq!(late, "saved_methods 1 expires_month: 300 is out of range");
    // SQLite accepts any text in any column.
    stored.sql("UPDATE customers SET blocked_at = 'yesterday'").await;
    let text = wrong(stored.db.customer(CustomerId(1)).await);
    assert!(text.starts_with("customers 1 blocked_at: "), "{text}");
    stored.sql("UPDATE customers SET role = 'odd', blocked_at = NULL").await;
    assert_eq!(wrong(stored.db.customer(CustomerId(1)).await), "customers 1 role: unknown word `odd`");
}

#[tokio::test]
async fn counts_by_a_word_are_not_read_without_it() {
    let stored = Stored::new().await;
    let product = Product { slug: "pasta".into(), ..Product::default() };
    stored.db.save_products(&[product], &[]).await.unwrap().unwrap();
    stored
        .sql(
            "INSERT INTO reviews (product_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
             VALUES (1, '', '', 5, '', FALSE, 'odd', 1)",
        )
        .await;
    assert_eq!(wrong(stored.db.count_reviews().await), "reviews  status: unknown word `odd`");
    assert_eq!(wrong(stored.db.review(1).await), "reviews 1 status: unknown word `odd`");
}
