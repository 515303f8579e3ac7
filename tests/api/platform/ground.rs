//! What the shop stands on fails under it: the disk is full, the database takes nothing or is away. Who orders is told and loses
//! nothing, who only looks around goes on, and nobody has to start anything again.
//!
//! A full disk is played by a limit on the server's files (SQLite) and by the database's own error at the two moments at which
//! it would come (PostgreSQL): real quotas need rights that a test has not got. `shop-storage` tries what SQLite itself says.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shop_tests::{
    Answer, Cluster, Database, Lock, Place, STRONG, TestShop, Visitor, ask, checkout, classic_form, customer,
    on_both_databases, sql,
};
use tokio::task::JoinSet;

use crate::payments::cards::order;

/// A refusal by a shop that cannot answer now, with when to come again.
fn put_off(answer: &Answer) {
    let body = answer.refused(503, "shop_unavailable");
    assert_eq!(answer.header("retry-after"), Some("2"));
    assert!(body["message"].as_str().is_some_and(|told| told.starts_with("Il negozio in questo momento")), "{body}");
}

fn orders(shop: &TestShop) -> i64 {
    ask(shop.database(), "SELECT COUNT(*) FROM orders")[0].parse().expect("a number")
}

fn stock(shop: &TestShop) -> i64 {
    ask(shop.database(), "SELECT stock_quantity FROM products WHERE sku = 't-five'")[0].parse().expect("a number")
}

/// A visitor of a server with two pieces in the cart.
async fn buyer(shop: &TestShop, server: usize) -> Visitor {
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 2).await;
    visitor
}

/// What only reads goes on: pages, the cart, and the classic call for it.
async fn looks_around(visitor: &mut Visitor) {
    for page in ["/", "/negozio/", "/prodotto/cinque-pezzi/", "/cart/", "/checkout/"] {
        let answer = visitor.page(page).await;
        assert_eq!(answer.status, 200, "{page}: {}", answer.text());
    }
    assert_eq!(visitor.cart().await["items_count"], 2);
}

/// An order is put off in whichever way it is sent, and nothing of it is there.
async fn cannot_order(shop: &TestShop, visitor: &mut Visitor) {
    put_off(&order(visitor, "one", &checkout("bacs")).await);
    let form = classic_form(visitor).await;
    let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let classic = visitor.ajax("checkout", &fields).await.expect(503);
    assert_eq!((&classic["result"], &classic["code"]), (&"failure".into(), &"shop_unavailable".into()));
    assert!(classic["messages"].as_str().is_some_and(|html| html.contains("Riprova tra qualche secondo")), "{classic}");
    let plain = visitor.submit("/checkout/", &fields).await;
    assert_eq!(plain.status, 503);
    assert!(plain.text().contains("<h1>Torniamo subito</h1>"), "{}", plain.text());
    assert_eq!((orders(shop), stock(shop)), (0, 5), "no half order");
}

/// What the operator reads of a server process whose writes fail, or no longer do.
async fn told_of_writes(shop: &TestShop, server: usize, trouble: bool) {
    let get = |url: String| async move { reqwest::get(url).await.expect("an answer").text().await.expect("a text") };
    let figures = get(shop.figures_of(server).to_owned()).await;
    let line = format!("shop_database_write_trouble {}", i32::from(trouble));
    assert!(figures.lines().any(|one| one == line), "{figures}");
    let reasons = get(shop.figures_of(server).replace("/metrics", "/readyz")).await;
    assert_eq!(reasons.contains("\nwriting: the last one failed: "), trouble, "{reasons}");
}

/// The same try comes through now, once.
async fn can_order(shop: &TestShop, visitor: &mut Visitor) {
    order(visitor, "one", &checkout("bacs")).await.expect(200);
    order(visitor, "one", &checkout("bacs")).await.expect(200);
    assert_eq!((orders(shop), stock(shop)), (1, 3));
    assert_eq!(visitor.cart().await["items_count"], 0);
}

/// Has PostgreSQL say that its disk is full when a row is written, or when it is to stay.
fn fill_disk(shop: &TestShop, trigger: &str) {
    sql(
        shop.database(),
        &format!(
            "CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$; \
             CREATE {trigger} FOR EACH ROW EXECUTE FUNCTION full_disk();"
        ),
    );
}

on_both_databases! {
    async fn a_full_disk_puts_orders_off_and_takes_nothing(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        let mut visitor = buyer(&shop, server).await;
        if shop.kind() == Database::Sqlite {
            shop.limit_files(server, Some(0));
            looks_around(&mut visitor).await;
            cannot_order(&shop, &mut visitor).await;
            told_of_writes(&shop, server, true).await;
            // Some room is left: what does not fit whole is not there at all.
            let log = fs::metadata(shop.place().data().join("shop.db-wal")).expect("the log of SQLite").len();
            for (n, room) in [1, 4_200, 12_400, 33_000].into_iter().enumerate() {
                shop.limit_files(server, Some(log + room));
                let mut other = shop.visitor_of(0);
                other.add("t-oil", 1).await;
                let mut other = other.moved_to(&shop.visitor_of(server));
                let before = orders(&shop);
                let answer = order(&mut other, &format!("room-{n}"), &checkout("bacs")).await;
                let placed = i64::from(answer.status == 200);
                assert!(placed == 1 || answer.status == 503, "{}", answer.text());
                assert_eq!(orders(&shop), before + placed, "{room} bytes are left");
            }
            shop.limit_files(server, None);
        } else {
            for trigger in [
                "TRIGGER full_disk BEFORE INSERT ON order_lines",
                "CONSTRAINT TRIGGER full_disk AFTER INSERT ON order_lines DEFERRABLE INITIALLY DEFERRED",
            ] {
                fill_disk(&shop, trigger);
                looks_around(&mut visitor).await;
                cannot_order(&shop, &mut visitor).await;
                sql(shop.database(), "DROP TRIGGER full_disk ON order_lines");
            }
        }
        let before = orders(&shop);
        order(&mut visitor, "one", &checkout("bacs")).await.expect(200);
        order(&mut visitor, "one", &checkout("bacs")).await.expect(200);
        assert_eq!((orders(&shop), stock(&shop)), (before + 1, 3));
        told_of_writes(&shop, server, false).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn a_database_that_is_read_only_for_a_while_puts_orders_off() {
    let shop = TestShop::start_process(Database::postgres()).await;
    let mut visitor = buyer(&shop, 0).await;
    let name = shop.database().split('?').next().and_then(|url| url.rsplit('/').next()).expect("a name").to_owned();
    // Sessions that are there keep what they have: they are ended, as by a server that becomes a standby.
    let make = |only: &str| {
        let change = format!("ALTER DATABASE {name} SET default_transaction_read_only = {only}");
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() \
                   AND datname = current_database()";
        sql(shop.database(), &format!("SET TRANSACTION READ WRITE; {change}; {end}"));
    };
    make("on");
    looks_around(&mut visitor).await;
    cannot_order(&shop, &mut visitor).await;
    let ready = visitor.page("/readyz").await;
    assert_eq!(ready.text(), "ready", "it can be read");
    make("off");
    can_order(&shop, &mut visitor).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_another_process_writes_for_too_long_puts_orders_off() {
    let mut shop = TestShop::start(Database::Sqlite).await;
    let server = shop.add_process_with(&[("SHOP_DATABASE_WAIT_MS", "400")]);
    let mut visitor = buyer(&shop, server).await;
    let lock = Lock::take(shop.database());
    looks_around(&mut visitor).await;
    cannot_order(&shop, &mut visitor).await;
    // Those who stand in line do not wait one after the other.
    let mut line = JoinSet::new();
    for n in 0..12 {
        let mut one = shop.visitor_of(server).moved_to(&visitor);
        one.nonce.clone_from(&visitor.nonce);
        line.spawn(async move { order(&mut one, &format!("line-{n}"), &checkout("bacs")).await });
    }
    let mut own = visitor.moved_to(&shop.visitor_of(server));
    line.spawn(async move { order(&mut own, "one", &checkout("bacs")).await });
    let begin = Instant::now();
    for answer in line.join_all().await {
        assert!([409, 503].contains(&answer.status), "{}", answer.text());
    }
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    drop(lock);
    can_order(&shop, &mut visitor).await;
}

/// The shop's answers while its database is away: in a bounded time, and pages for those who only look around.
async fn is_away(shop: &TestShop, visitor: &mut Visitor) {
    let begin = Instant::now();
    put_off(&order(visitor, "one", &checkout("bacs")).await);
    let first = begin.elapsed();
    put_off(&visitor.get("/cart").await);
    for page in ["/cart/", "/checkout/"] {
        let answer = visitor.page(page).await;
        assert_eq!(answer.status, 503, "{page}");
        assert!(answer.text().contains("<h1>Torniamo subito</h1>"), "{page}: {}", answer.text());
    }
    let mut guest = shop.visitor();
    for page in ["/", "/negozio/", "/negozio/?s=olio", "/prodotto/cinque-pezzi/", "/healthz"] {
        assert_eq!(guest.page(page).await.status, 200, "{page}");
    }
    assert_eq!(guest.get("/products").await.status, 200);
    assert_eq!(guest.page("/readyz").await.status, 503);
    let reasons = reqwest::get(shop.figures().replace("/metrics", "/readyz")).await.expect("an answer");
    let reasons = reasons.text().await.expect("a text");
    assert!(reasons.starts_with("not ready\ndatabase: database unavailable"), "{reasons}");
    let all = begin.elapsed();
    assert!(first < Duration::from_secs(8) && all < Duration::from_secs(15), "{first:?} {all:?}");
}

/// Asks until the server says that it is ready.
async fn becomes_ready(shop: &TestShop) {
    let mut visitor = shop.visitor();
    let begin = Instant::now();
    while visitor.page("/readyz").await.status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(30), "it is not ready: {}", shop.log());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn a_postgres_that_goes_and_comes_back_is_told_and_costs_no_order() {
    let cluster = Cluster::start();
    let shop = TestShop::start_process_on(&cluster).await;
    let mut visitor = buyer(&shop, 0).await;
    looks_around(&mut visitor).await;
    cluster.crash();
    is_away(&shop, &mut visitor).await;
    cluster.start_again();
    becomes_ready(&shop).await;
    can_order(&shop, &mut visitor).await;
    // And in the middle of orders: whatever was answered is there, and the others come through afterwards, once.
    let mut buyers = Vec::new();
    for _ in 0..8 {
        let mut buyer = shop.visitor();
        buyer.add("t-oil", 1).await;
        buyers.push(buyer);
    }
    let mut all = JoinSet::new();
    for mut buyer in buyers {
        all.spawn(async move {
            let answer = order(&mut buyer, "one", &checkout("bacs")).await;
            (buyer, answer)
        });
    }
    let mut answered = vec![all.join_next().await.expect("the first answer").expect("an answer")];
    cluster.crash();
    cluster.start_again();
    answered.extend(all.join_all().await);
    becomes_ready(&shop).await;
    let mut placed: Vec<Value> = Vec::new();
    for (mut buyer, answer) in answered {
        assert!([200, 503].contains(&answer.status), "{}", answer.text());
        let again = order(&mut buyer, "one", &checkout("bacs")).await.expect(200);
        assert!(answer.status != 200 || answer.json()["order_id"] == again["order_id"]);
        placed.push(again["order_id"].clone());
    }
    placed.sort_by_key(Value::as_i64);
    placed.dedup();
    assert_eq!((placed.len(), orders(&shop)), (8, 9));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn the_doctor_warns_of_a_database_that_loses_orders_with_the_power() {
    let place = Place::empty(&Database::postgres());
    let name = place.database().split('?').next().and_then(|url| url.rsplit('/').next()).expect("a name").to_owned();
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    sql(place.database(), &format!("ALTER DATABASE {name} SET synchronous_commit = off"));
    let ran = place.run(&["doctor"], &[("SHOP_STRIPE_URL", "http://127.0.0.1:9")]).await;
    let told =
        ran.out.lines().find(|line| line.contains("when the power fails")).unwrap_or_else(|| panic!("{}", ran.out));
    assert!(told.starts_with("warn") && told.contains("synchronous_commit"), "{told}");
}

on_both_databases! {
    async fn a_customer_whose_login_cannot_be_looked_up_is_not_taken_for_a_guest(shop) {
        let mut buyer = customer(&shop, "ada@example.com").await;
        buyer.add("t-five", 2).await;
        let oil = buyer.id("t-oil").await;
        let carts = ask(shop.database(), "SELECT session_key, version FROM carts ORDER BY session_key");
        sql(shop.database(), "ALTER TABLE logins RENAME TO logins_away");
        let item = json!({ "id": oil, "quantity": 1 });
        let oil = oil.to_string();
        let answers = [
            buyer.get("/cart").await,
            buyer.post("/cart/add-item", item).await,
            buyer.ajax("add_to_cart", &[("product_id", oil.as_str()), ("quantity", "1")]).await,
            buyer.page("/cart/").await,
            buyer.page("/my-account/").await,
            buyer.submit("/my-account/privacy/", &[("password_current", STRONG)]).await,
        ];
        sql(shop.database(), "ALTER TABLE logins_away RENAME TO logins");
        for answer in answers {
            assert_eq!((answer.status, answer.header("set-cookie")), (500, None), "{}", answer.text());
        }
        assert_eq!(ask(shop.database(), "SELECT session_key, version FROM carts ORDER BY session_key"), carts);
        assert_eq!(buyer.cart().await["items_count"], 2);
    }
}
