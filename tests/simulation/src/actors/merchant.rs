//! The merchant: completes orders that were paid, refunds a part of them and takes pieces back. Sends again what was lost, under the same key.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{ADMIN_EMAIL, ADMIN_PASSWORD, Answer, Visitor};

use crate::world::World;

/// Times that a lost request is sent again.
const TRIES: usize = 4;

struct Merchant {
    world: Arc<World>,
    name: String,
    random: StdRng,
    visitor: Visitor,
    nonce: String,
    refunds: u64,
}

/// Works until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let visitor = world.unlucky_client(&name);
    let mut merchant = Merchant { world, name, random, visitor, nonce: String::new(), refunds: 0 };
    while merchant.world.take_step() {
        merchant.wait(120_000).await;
        if merchant.nonce.is_empty() && !merchant.log_in().await {
            continue;
        }
        merchant.work().await;
    }
}

impl Merchant {
    async fn wait(&mut self, most_ms: i64) {
        let span_ms = self.random.random_range(0..most_ms);
        self.world.schedule.sleep_ms(span_ms).await;
    }

    async fn log_in(&mut self) -> bool {
        let form = json!({ "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD });
        let request = self.visitor.request(Method::POST, "/api/admin/login").json(&form);
        let Some(me) = request.try_send().await.ok().filter(|answer| answer.status == 200) else { return false };
        self.nonce = me.json()["nonce"].as_str().unwrap_or_default().to_owned();
        true
    }

    async fn work(&mut self) {
        let Some(list) = self.read("/orders").await else { return };
        let orders = list["orders"].as_array().cloned().unwrap_or_default();
        let paid: Vec<&Value> = orders.iter().filter(|order| order["status"] == "processing").collect();
        if paid.is_empty() {
            return;
        }
        let order = paid[self.random.random_range(0..paid.len())]["id"].as_i64().unwrap_or_default();
        if self.random.random_bool(0.4) {
            self.send(&format!("/orders/{order}/status"), &json!({ "status": "completed" }), None).await;
            return;
        }
        self.refunds += 1;
        let key = format!("{}-{}", self.name.replace(' ', "-"), self.refunds);
        let body = if self.random.random_bool(0.5) {
            json!({ "lines": [{ "position": 0, "quantity": "1" }], "restock": true })
        } else {
            json!({ "other": format!("{},{:02}", self.random.random_range(0..9), self.random.random_range(1..99)) })
        };
        for _ in 0..TRIES {
            if let Some(answer) = self.send(&format!("/orders/{order}/refunds"), &body, Some(&key)).await {
                self.world.count("refunds answered", 1);
                if answer.status < 300 {
                    self.world.count("refunds made", 1);
                }
                return;
            }
            self.wait(30_000).await;
        }
    }

    async fn read(&mut self, path: &str) -> Option<Value> {
        let answer = self.visitor.request(Method::GET, &format!("/api/admin{path}")).try_send().await.ok()?;
        self.heard(&answer);
        (answer.status == 200).then(|| answer.json())
    }

    async fn send(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<Answer> {
        let request = self.visitor.request(Method::POST, &format!("/api/admin{path}"));
        let mut request = request.header("X-Admin-Nonce", &self.nonce).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = request.try_send().await.ok()?;
        self.heard(&answer);
        Some(answer)
    }

    /// Logs in again the next time if the login is over.
    fn heard(&mut self, answer: &Answer) {
        if matches!(answer.status, 401 | 403) {
            self.nonce.clear();
        }
    }
}
