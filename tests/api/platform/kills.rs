//! Many orders at once on servers that are killed again and again: every order that was answered is there once, what was sold is what
//! is gone from the stock, and each message is there once.

use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, TestShop, Visitor, ask, at_length, checkout, on_both_databases, sql};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::payments::cards::{GOOD, charges, paid_with, take_cards};
use crate::platform::killed::is_consistent;

const PIECES: i64 = 100_000;
/// Buyers at the same time.
const AT_ONCE: usize = 8;

/// A buyer of whichever server there is.
struct Buyer {
    visitor: Visitor,
    servers: watch::Receiver<Visitor>,
}

impl Buyer {
    /// Sends a request until it is answered, as the shop's pages do: to the next server when this one went away.
    async fn insist(&mut self, path: &str, name: &str, body: &Value) -> Answer {
        loop {
            self.visitor = self.visitor.moved_to(&self.servers.borrow_and_update());
            if let Some(answer) = self.once(path, name, body).await {
                return answer;
            }
            self.servers.changed().await.expect("there is a next server");
        }
    }

    async fn once(&mut self, path: &str, name: &str, body: &Value) -> Option<Answer> {
        if self.visitor.nonce.is_none() {
            let cart = self.visitor.request(Method::GET, &format!("{API}/cart")).try_send().await.ok()?;
            self.visitor.nonce = cart.header("nonce").map(str::to_owned);
        }
        let request = self.visitor.request(Method::POST, &format!("{API}{path}"));
        let request = request.header("Nonce", self.visitor.nonce.clone().unwrap_or_default());
        request.header("Idempotency-Key", name).json(body).try_send().await.ok()
    }
}

/// So many orders, one in five of them paid by card, while the server is killed so many times. Gives how many requests had to be
/// sent again.
async fn orders_outlive_kills(shop: &mut TestShop, count: usize, kills: usize) {
    sql(shop.database(), &format!("UPDATE products SET stock_quantity = {PIECES} WHERE sku = 't-five'"));
    sql(shop.database(), "UPDATE change_counters SET value = value + 1");
    take_cards(shop).await;
    let product = shop.visitor().id("t-five").await;
    let mut server = shop.add_process();
    let (announce, servers) = watch::channel(shop.visitor_of(server));
    let (tell, mut answers) = mpsc::unbounded_channel();
    let mut cards = Vec::new();
    for _ in 0..count / 5 {
        cards.push(shop.card(GOOD).await);
    }
    let start = Instant::now();
    let mut all = JoinSet::new();
    for lane in 0..AT_ONCE {
        let (servers, tell) = (servers.clone(), tell.clone());
        let own: Vec<(usize, Option<String>)> =
            (lane..count).step_by(AT_ONCE).map(|n| (n, (n % 5 == 0).then(|| cards[n / 5].clone()))).collect();
        let visitors: Vec<Visitor> = own.iter().map(|_| shop.visitor()).collect();
        all.spawn(async move {
            for ((n, card), visitor) in own.into_iter().zip(visitors) {
                let mut buyer = Buyer { visitor, servers: servers.clone() };
                let name = format!("order-{n}");
                let pieces = json!({ "id": product, "quantity": 1 + n % 3 });
                buyer.insist("/cart/add-item", &name, &pieces).await.expect(201);
                let body = card.map_or_else(|| checkout("bacs"), |card| paid_with(&card));
                let placed = buyer.insist("/checkout", &name, &body).await;
                let _ = tell.send((n, placed));
            }
        });
    }
    drop(tell);
    let (mut placed, mut killed) = (Vec::new(), 0);
    while let Some((n, answer)) = answers.recv().await {
        // A card whose payment began at a server that died is answered as being under way; the order is there.
        let busy = answer.status == 400 && answer.json()["order_id"].is_i64();
        assert!(answer.status == 200 || busy, "order {n}: {}", answer.text());
        placed.push(answer.json()["order_id"].as_i64().expect("a number"));
        if killed < kills && placed.len() >= (killed + 1) * count / (kills + 1) {
            shop.kill(server);
            server = shop.add_process();
            announce.send_replace(shop.visitor_of(server));
            killed += 1;
        }
    }
    all.join_all().await;
    let took = start.elapsed();
    shop.settle().await;
    placed.sort_unstable();
    let mut there = ask(shop.database(), "SELECT id FROM orders ORDER BY id");
    there.retain(|id| !id.is_empty());
    let there: Vec<i64> = there.iter().map(|id| id.parse().expect("a number")).collect();
    assert_eq!((placed.len(), killed), (count, kills));
    assert_eq!(there, placed, "what was answered is there once, and nothing else");
    is_consistent(shop, "t-five", PIECES);
    // Money that was taken belongs to an order that knows it, once.
    let mut charged: Vec<String> =
        charges(shop).await.iter().map(|one| one["metadata"]["order_id"].as_str().unwrap_or_default().into()).collect();
    charged.sort();
    let mut paid = ask(shop.database(), "SELECT id FROM orders WHERE status = 'processing'");
    paid.sort();
    assert_eq!(charged, paid);
    let messages = &ask(shop.database(), "SELECT COUNT(*) FROM outbox WHERE order_id IS NOT NULL")[0];
    let pieces = &ask(shop.database(), "SELECT SUM(quantity) FROM order_lines")[0];
    let paid = paid.len();
    eprintln!(
        "{count} orders, {paid} paid by card, {killed} kills, {pieces} pieces, {messages} messages, {:.1} s",
        took.as_secs_f64()
    );
}

on_both_databases! {
    async fn orders_outlive_three_kills_of_the_server(shop) {
        let mut shop = shop;
        orders_outlive_kills(&mut shop, 15, 3).await;
    }
}

at_length! {
    async fn five_hundred_orders_outlive_twenty_kills_of_the_server(shop) {
        let mut shop = shop;
        orders_outlive_kills(&mut shop, 500, 20).await;
    }
}
