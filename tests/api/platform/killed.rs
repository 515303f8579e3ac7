//! A server that dies in the middle of an order, at each of its steps: what was not finished is not there, what was is there once,
//! and the shopper's next try comes to the same.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{
    API, Answer, Merchant, NoAnswer, TestShop, Visitor, ask, at_length, checkout, on_both_databases, sql,
};
use tokio::task::JoinSet;

use crate::payments::cards::{GOOD, charges, order, paid_with, take_cards};

/// The first question of an order that names its try: has it been placed?
const BEGINNING: &str = "SELECT orders.id FROM orders WHERE orders.idempotency_key";

/// Steps that are different to die at; between them the other rows of an order are written.
const STEPS: [&str; 8] = [
    BEGINNING,
    // The stock is taken.
    "UPDATE coupons SET usage_count",
    // The order is written, without its lines.
    "INSERT INTO order_lines",
    // The coupon's use and the credit are noted.
    "INSERT INTO order_events",
    "INSERT INTO outbox",
    // The messages are queued.
    "UPDATE change_counters SET value",
    "UPDATE change_counters SET value +1",
    // It is committed, and not answered.
    "UPDATE change_counters SET value +2",
];

/// Sends an order under a name to a server that may die of it.
async fn try_order(visitor: &Visitor, name: &str, body: &Value) -> Result<Answer, NoAnswer> {
    let request = visitor
        .request(Method::POST, &format!("{API}/checkout"))
        .header("Nonce", visitor.nonce.clone().expect("a nonce"))
        .header("Idempotency-Key", name)
        .json(body);
    request.try_send().await
}

fn number(shop: &TestShop, query: &str) -> i64 {
    ask(shop.database(), query)[0].parse().expect("a number")
}

/// What holds after whatever happened to orders of a product that had so many pieces.
pub(crate) fn is_consistent(shop: &TestShop, sku: &str, pieces: i64) {
    let none = |query: &str| assert_eq!(ask(shop.database(), query), Vec::<String>::new(), "{query}");
    let sold = number(
        shop,
        &format!(
            "SELECT COALESCE(SUM(quantity), 0) FROM order_lines JOIN orders ON orders.id = order_id \
             WHERE sku = '{sku}' AND stock_reduced"
        ),
    );
    let left = number(shop, &format!("SELECT stock_quantity FROM products WHERE sku = '{sku}'"));
    assert_eq!(left, pieces - sold, "what was sold is what is gone");
    none("SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)");
    none("SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_events)");
    none("SELECT idempotency_key FROM orders GROUP BY idempotency_key HAVING COUNT(*) > 1");
    // Every order has the same messages, each once.
    let paid_by = "SELECT payment_method, kind, recipient, COUNT(*), COUNT(DISTINCT order_id) FROM outbox \
                   JOIN orders ON orders.id = order_id GROUP BY payment_method, kind, recipient \
                   HAVING COUNT(*) <> COUNT(DISTINCT order_id)";
    none(paid_by);
    none("SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM outbox WHERE order_id IS NOT NULL)");
    none(
        "SELECT code FROM coupons WHERE usage_count <> (SELECT COUNT(*) FROM coupon_uses WHERE coupon_id = coupons.id)",
    );
    none(
        "SELECT code FROM store_credit WHERE balance_cents <> \
         (SELECT SUM(cents) FROM credit_ledger WHERE credit_id = store_credit.id)",
    );
}

/// A buyer with two pieces, a coupon and a credit of three euro, at a server that is not going to die.
async fn buyer(shop: &TestShop, merchant: &mut Merchant) -> Visitor {
    let body = json!({ "emails": ["livia@example.com"], "amount": "3", "reason": "Buono di prova" });
    let made = merchant.write(Method::POST, "/credits", body).await.expect(201);
    let credit = merchant.get(&format!("/credits/{}", made["ids"][0])).await.expect(200)["code"].clone();
    let mut visitor = shop.visitor();
    visitor.add("t-oil", 2).await;
    visitor.add("t-five", 1).await;
    for code in [json!("meno5"), credit] {
        visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
    }
    visitor
}

/// A server dies at a step of an order; the order is sent again to another. `false`: the server outlived the step.
async fn dies_at(shop: &mut TestShop, merchant: &mut Merchant, step: &str, name: &str) -> bool {
    let here = buyer(shop, merchant).await;
    let before = number(shop, "SELECT COUNT(*) FROM orders");
    let doomed = shop.add_process_with(&[("SHOP_TEST_DIE_AT", step)]);
    let there = here.moved_to(&shop.visitor_of(doomed));
    let died = try_order(&there, name, &checkout("bacs")).await.is_err();
    if died {
        shop.ended(doomed);
    } else {
        shop.kill(doomed);
    }
    // All of it, or nothing; and the cart is there as long as the order is not.
    let now = number(shop, "SELECT COUNT(*) FROM orders");
    let mut back = here.moved_to(&shop.visitor());
    let in_cart = back.cart().await["items_count"].as_i64();
    assert_eq!(in_cart, Some(if now == before { 3 } else { 0 }), "{step}");
    is_consistent(shop, "t-five", PIECES);
    let placed = order(&mut back, name, &checkout("bacs")).await.expect(200);
    let again = order(&mut back, name, &checkout("bacs")).await.expect(200);
    assert_eq!(placed["order_id"], again["order_id"], "{step}");
    assert_eq!(number(shop, "SELECT COUNT(*) FROM orders"), before + 1, "{step}");
    assert_eq!(back.cart().await["items_count"], 0);
    is_consistent(shop, "t-five", PIECES);
    died
}

const PIECES: i64 = 900;

fn stock_up(shop: &TestShop) {
    sql(shop.database(), &format!("UPDATE products SET stock_quantity = {PIECES} WHERE sku = 't-five'"));
    sql(shop.database(), "UPDATE change_counters SET value = value + 1");
}

/// The uses of a coupon, and what is left of all credits.
fn coupons_and_credits(shop: &TestShop) -> (i64, i64) {
    let used = number(shop, "SELECT usage_count FROM coupons WHERE code = 'meno5'");
    (used, number(shop, "SELECT COALESCE(SUM(balance_cents), 0) FROM store_credit"))
}

on_both_databases! {
    async fn a_server_that_dies_at_a_step_of_an_order_leaves_all_of_it_or_nothing(shop) {
        let mut shop = shop;
        stock_up(&shop);
        let mut merchant = shop.merchant().await;
        for (n, step) in STEPS.into_iter().enumerate() {
            let died = dies_at(&mut shop, &mut merchant, step, &format!("step-{n}")).await;
            assert!(died, "there is no step {step}");
        }
        assert_eq!(coupons_and_credits(&shop), (STEPS.len() as i64, 0));
    }
}

at_length! {
    /// Statement by statement, from the first to the answer.
    async fn a_server_that_dies_at_any_statement_of_an_order_leaves_all_of_it_or_nothing(shop) {
        let mut shop = shop;
        stock_up(&shop);
        let mut merchant = shop.merchant().await;
        let mut steps = 0;
        while dies_at(&mut shop, &mut merchant, &format!("{BEGINNING} +{steps}"), &format!("try-{steps}")).await {
            steps += 1;
        }
        assert!(steps > 20, "{steps}");
        assert_eq!(coupons_and_credits(&shop), (steps + 1, 0));
        eprintln!("{steps} statements");
    }
}

/// A server dies at a statement of a payment, counted from the moment when the try is written down; the buyer comes again once the
/// try of the dead server has had its time. `false`: the server outlived the statement.
async fn dies_while_paying(shop: &mut TestShop, later: usize, ahead: usize) -> bool {
    let name = format!("pays-{later}");
    let mut here = shop.visitor_of(ahead);
    here.add("t-five", 1).await;
    let body = paid_with(&shop.card(GOOD).await);
    let step = format!("INSERT INTO payments +{later}");
    let doomed = shop.add_process_with(&[("SHOP_TEST_DIE_AT", &step)]);
    let died = try_order(&here.moved_to(&shop.visitor_of(doomed)), &name, &body).await.is_err();
    if died {
        shop.ended(doomed);
    } else {
        shop.kill(doomed);
    }
    let last = "SELECT id FROM orders ORDER BY id DESC LIMIT 1";
    let id = number(shop, last);
    let again = order(&mut here, &name, &body).await.expect(200);
    assert_eq!((again["order_id"].as_i64(), number(shop, last)), (Some(id), id), "{step}");
    shop.settle().await;
    assert_eq!(ask(shop.database(), &format!("SELECT status FROM orders WHERE id = {id}")), ["processing"], "{step}");
    let own = id.to_string();
    let charged = charges(shop).await.into_iter().filter(|one| one["metadata"]["order_id"] == own.as_str()).count();
    assert_eq!(charged, 1, "{step}: {:?}", charges(shop).await);
    is_consistent(shop, "t-five", PIECES);
    died
}

on_both_databases! {
    async fn a_server_that_dies_around_the_providers_call_charges_once(shop) {
        let mut shop = shop;
        stock_up(&shop);
        take_cards(&mut shop).await;
        let ahead = shop.add_server_ahead(60).await;
        // Before the provider is asked for an intent, when it has made it, when it was charged.
        for later in [1, 2, 4] {
            assert!(dies_while_paying(&mut shop, later, ahead).await, "there is no step {later}");
        }
    }
}

at_length! {
    /// Statement by statement, from the first of the payment to the answer.
    async fn a_server_that_dies_at_any_statement_of_a_payment_charges_once(shop) {
        let mut shop = shop;
        stock_up(&shop);
        take_cards(&mut shop).await;
        let ahead = shop.add_server_ahead(60).await;
        let mut steps = 0;
        while dies_while_paying(&mut shop, steps, ahead).await {
            steps += 1;
        }
        assert!(steps > 5, "{steps}");
        eprintln!("{steps} statements");
    }
}

/// Buyers with something in the cart, of one server.
async fn buyers(shop: &TestShop, server: usize, count: usize) -> Vec<Visitor> {
    let mut all = Vec::new();
    for _ in 0..count {
        let mut buyer = shop.visitor_of(server);
        buyer.add("t-five", 1).await;
        all.push(buyer);
    }
    all
}

on_both_databases! {
    async fn a_server_that_is_told_to_stop_finishes_what_it_began_and_takes_nothing_new(shop) {
        let mut shop = shop;
        stock_up(&shop);
        take_cards(&mut shop).await;
        let stopped = shop.add_process();
        let waiting = buyers(&shop, stopped, 1).await.remove(0);
        let many = buyers(&shop, stopped, 16).await;
        // One order stands still at the provider.
        shop.sandbox_fault("POST /v1/payment_intents/*/confirm", 1, json!({ "kind": "late", "ms": 60_000 })).await;
        let body = paid_with(&shop.card(GOOD).await);
        let own = waiting.moved_to(&shop.visitor_of(stopped));
        let standing = tokio::spawn(async move { try_order(&own, "standing", &body).await });
        shop.stalled(1).await;
        // Others come all the time; in the middle of them it is told to stop.
        let mut all = JoinSet::new();
        for buyer in many {
            all.spawn(async move {
                let answer = try_order(&buyer, "one", &checkout("bacs")).await;
                (buyer, answer)
            });
        }
        let mut ends = vec![all.join_next().await.expect("the first answer").expect("an answer")];
        shop.tell_to_stop(stopped);
        ends.extend(all.join_all().await);
        let late = shop.visitor_of(stopped);
        while late.request(Method::GET, "/healthz").try_send().await.is_ok() {}
        shop.sandbox_clear_faults().await;
        let stood = standing.await.expect("the request ends").expect("what was begun is answered").expect(200);
        assert!(shop.ended(stopped).success(), "{}", shop.log());
        let mut answered = vec![stood["order_id"].clone()];
        for (buyer, answer) in ends {
            let first = answer.ok().map(|answer| answer.expect(200)["order_id"].clone());
            // Whoever got no answer sends the same try to the next server.
            let again = order(&mut buyer.moved_to(&shop.visitor()), "one", &checkout("bacs")).await.expect(200);
            assert!(first.is_none_or(|first| first == again["order_id"]));
            answered.push(again["order_id"].clone());
        }
        answered.sort_by_key(Value::as_i64);
        answered.dedup();
        assert_eq!((answered.len(), number(&shop, "SELECT COUNT(*) FROM orders")), (17, 17));
        is_consistent(&shop, "t-five", PIECES);
    }
}
