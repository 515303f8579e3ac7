//! The merchant: completes, cancels and refunds orders, changes prices, taxes and delivery, imports products, makes coupons and gives credit.
//! Sends again what was lost, under the same key.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_tests::{ADMIN_EMAIL, ADMIN_PASSWORD, Answer};

use crate::client::{Client, email_of};
use crate::plan::ActorKind;
use crate::world::World;

/// Times that a lost request is sent again.
const TRIES: usize = 4;

struct Merchant {
    client: Client,
    nonce: String,
    /// Writes that have a key so far.
    keys: u64,
}

/// Works until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut merchant =
        Merchant { client: Client::new(Arc::clone(&world), name, random), nonce: String::new(), keys: 0 };
    while world.take_step() {
        merchant.client.wait(120_000).await;
        if merchant.nonce.is_empty() && !merchant.log_in().await {
            continue;
        }
        match merchant.client.random.random_range(0..24) {
            0..=12 => merchant.work_on_an_order().await,
            13 | 14 => merchant.change_price().await,
            15 | 16 => merchant.add_coupon().await,
            17 => merchant.change_tax().await,
            18 => merchant.change_taxes_in_prices().await,
            19 => merchant.import().await,
            20 | 21 if world.plan.has_actor(ActorKind::Company) => merchant.note_company_payment().await,
            _ => merchant.give_credit().await,
        }
    }
}

impl Merchant {
    async fn log_in(&mut self) -> bool {
        let form = json!({ "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD });
        let request = self.client.request(Method::POST, "/api/admin/login").json(&form);
        let Some(me) = self.client.send(request).await.filter(|answer| answer.status == 200) else { return false };
        self.nonce = me.json()["nonce"].as_str().unwrap_or_default().to_owned();
        true
    }

    async fn work_on_an_order(&mut self) {
        let Some(list) = self.read("/orders").await else { return };
        let orders = list["orders"].as_array().cloned().unwrap_or_default();
        if orders.is_empty() {
            return;
        }
        let order = &orders[self.client.random.random_range(0..orders.len())];
        let id = order["id"].as_i64().unwrap_or_default();
        match (order["status"].as_str().unwrap_or_default(), self.client.random.random_range(0..10)) {
            ("processing", 0..=2) => self.set_status(id, "completed").await,
            ("processing", 3) => self.set_status(id, "cancelled").await,
            ("processing" | "completed", _) => self.refund(id).await,
            ("on-hold", 0..=5) if self.client.world.plan.capture_later => self.capture(id).await,
            ("on-hold", 0..=5) => self.set_status(id, "processing").await,
            ("on-hold" | "pending", 6) => self.set_status(id, "cancelled").await,
            ("cancelled", 0..=2) => self.refund(id).await,
            ("cancelled" | "failed", 3..=5) => self.reopen(id).await,
            _ => {}
        }
    }

    async fn set_status(&mut self, order: i64, status: &str) {
        self.send(Method::POST, &format!("/orders/{order}/status"), &json!({ "status": status }), None).await;
    }

    /// What was given up is sent after all.
    async fn reopen(&mut self, order: i64) {
        let status = self.client.choose(&["on-hold", "processing"]);
        self.client.world.with_known(|known| known.reopened.insert(order));
        let path = format!("/orders/{order}/status");
        let sent = self.send(Method::POST, &path, &json!({ "status": status }), None).await;
        self.client.world.count("orders reopened", u64::from(sent.is_some_and(|answer| answer.status == 200)));
    }

    async fn capture(&mut self, order: i64) {
        if self.client.happens(0.3) {
            self.send(Method::POST, &format!("/orders/{order}/release"), &json!({}), None).await;
            return;
        }
        let amount = if self.client.happens(0.5) { "5,00" } else { "" };
        let path = format!("/orders/{order}/capture");
        let sent = self.send(Method::POST, &path, &json!({ "amount": amount }), None).await;
        self.client.world.count("captures", u64::from(sent.is_some_and(|answer| answer.status == 200)));
    }

    async fn refund(&mut self, order: i64) {
        let mut body = if self.client.happens(0.5) {
            json!({ "lines": [{ "position": 0, "quantity": "1" }], "restock": true })
        } else {
            let (euros, cents) = (self.client.random.random_range(0..9), self.client.random.random_range(1..99));
            json!({ "other": format!("{euros},{cents:02}") })
        };
        if self.client.happens(0.2) {
            body["as_credit"] = true.into();
        }
        self.client.world.intends_to_refund(order);
        if let Some(answer) = self.send_until_answered(&format!("/orders/{order}/refunds"), &body).await {
            self.client.world.count("refunds answered", 1);
            if answer.status < 300 {
                self.client.world.count("refunds made", 1);
            }
        }
    }

    async fn change_price(&mut self) {
        let Some(list) = self.read("/products").await else { return };
        let products = list["products"].as_array().cloned().unwrap_or_default();
        let simple: Vec<&Value> =
            products.iter().filter(|one| one["variations"].as_array().is_none_or(Vec::is_empty)).collect();
        if simple.is_empty() {
            return;
        }
        let id = simple[self.client.random.random_range(0..simple.len())]["id"].as_i64().unwrap_or_default();
        let price =
            format!("{},{:02}", self.client.random.random_range(3..30), self.client.random.random_range(0..100));
        let sent = self.send(Method::PATCH, &format!("/products/{id}"), &json!({ "regular_price": price }), None).await;
        self.client.world.count("prices changed", u64::from(sent.is_some_and(|answer| answer.status == 200)));
    }

    /// Changes the rate of a tax, between two that the law has.
    async fn change_tax(&mut self) {
        let Some(found) = self.read("/taxes").await else { return };
        let mut taxes = found["fields"].clone();
        let Some(rates) = taxes["rates"].as_array_mut().filter(|rates| !rates.is_empty()) else { return };
        let chosen = self.client.random.random_range(0..rates.len());
        rates[chosen]["rate"] = self.client.choose(&["4", "5", "10", "22"]).into();
        let sent = self.send(Method::PUT, "/taxes", &taxes, None).await;
        self.client.world.count("taxes changed", u64::from(sent.is_some_and(|answer| answer.status == 200)));
    }

    /// From now on prices are with or without tax.
    async fn change_taxes_in_prices(&mut self) {
        let with_tax = self.client.happens(0.7);
        let body = json!({ "values": { "prices_include_tax": with_tax } });
        let sent = self.send(Method::PUT, "/settings/taxes", &body, None).await;
        self.client.world.count("settings changed", u64::from(sent.is_some_and(|answer| answer.status == 200)));
    }

    /// Imports prices from a file.
    async fn import(&mut self) {
        let sku = self.client.choose_product();
        let price = self.client.random.random_range(300..3000);
        let file = format!("SKU,Regular price\n{sku},{}.{:02}\n", price / 100, price % 100);
        let file = Part::bytes(file.into_bytes()).file_name("prezzi.csv");
        let form = Form::new().part("file", file).text("dry_run", "0");
        let request = self.client.request(Method::POST, "/api/admin/import").header("X-Admin-Nonce", &self.nonce);
        let Some(answer) = self.client.send(request.multipart(form)).await else { return };
        self.note_login(&answer);
        self.client.world.count("imports", u64::from(answer.status == 202));
    }

    async fn add_coupon(&mut self) {
        self.keys += 1;
        let code = format!("nuovo-{}", self.keys);
        let body = json!({ "code": code, "kind": "percent", "amount": "10", "usage_limit": "1" });
        let sent = self.send(Method::POST, "/coupons", &body, None).await;
        self.client.world.count("coupons made", u64::from(sent.is_some_and(|answer| answer.status < 300)));
    }

    async fn note_company_payment(&mut self) {
        let Some(list) = self.read("/companies").await else { return };
        let Some(id) = list["companies"][0]["id"].as_i64() else { return };
        let Some(account) = self.read(&format!("/companies/{id}/account")).await else { return };
        let amount = self.client.random.random_range(1..150).to_string();
        self.keys += 1;
        let key = format!("{}-{}", self.client.name.replace(' ', "-"), self.keys);
        self.client.world.with_known(|known| known.intended_company_payments += 1);
        let body = json!({ "key": key, "amount": amount, "day": account["today"], "reference": "CRO 1", "order": "" });
        for _ in 0..TRIES {
            if let Some(answer) = self.send(Method::POST, &format!("/companies/{id}/payments"), &body, None).await {
                self.client.world.count("payments of companies", u64::from(answer.status == 200));
                return;
            }
            self.client.wait(30_000).await;
        }
    }

    async fn give_credit(&mut self) {
        let plan = &self.client.world.plan;
        let buyers = [ActorKind::Guest, ActorKind::Customer].map(|kind| plan.names_of(kind)).concat();
        let email = email_of(&buyers[self.client.random.random_range(0..buyers.len())]);
        let amount = self.client.random.random_range(1..30).to_string();
        let body = json!({ "emails": [email], "amount": amount, "reason": "Scuse" });
        if self.send_until_answered("/credits", &body).await.is_some_and(|answer| answer.status < 300) {
            self.client.world.count("credits given", 1);
        }
    }

    /// Sends under a key of its own until there is an answer.
    async fn send_until_answered(&mut self, path: &str, body: &Value) -> Option<Answer> {
        self.keys += 1;
        let key = format!("{}-{}", self.client.name.replace(' ', "-"), self.keys);
        for _ in 0..TRIES {
            if let Some(answer) = self.send(Method::POST, path, body, Some(&key)).await {
                return Some(answer);
            }
            self.client.wait(30_000).await;
        }
        None
    }

    async fn read(&mut self, path: &str) -> Option<Value> {
        let request = self.client.request(Method::GET, &format!("/api/admin{path}"));
        let answer = self.client.send(request).await?;
        self.note_login(&answer);
        (answer.status == 200).then(|| answer.json())
    }

    async fn send(&mut self, method: Method, path: &str, body: &Value, key: Option<&str>) -> Option<Answer> {
        let request = self.client.request(method, &format!("/api/admin{path}"));
        let mut request = request.header("X-Admin-Nonce", &self.nonce).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = self.client.send(request).await?;
        self.note_login(&answer);
        Some(answer)
    }

    /// Logs in again the next time if the login is over.
    fn note_login(&mut self, answer: &Answer) {
        if matches!(answer.status, 401 | 403) {
            self.nonce.clear();
        }
    }
}
