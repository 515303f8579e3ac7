//! A customer: opens an account, buys, pays what failed, cancels, orders again, deletes the account.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::actors::account::{self, Account};
use crate::actors::guest::{CARDS, apply_coupon};
use crate::client::Client;
use crate::world::World;

struct Customer {
    client: Client,
    account: Account,
}

/// Lives until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut customer = Customer { client: Client::new(Arc::clone(&world), name, random), account: Account::None };
    while world.take_step() {
        customer.client.wait(90_000).await;
        match customer.account {
            Account::LoggedIn => customer.shop().await,
            before => customer.account = account::step(&mut customer.client, before).await,
        }
    }
}

impl Customer {
    async fn shop(&mut self) {
        match self.client.random.random_range(0..20) {
            0..=7 => {
                let sku = self.client.choose_product();
                let Some(id) = self.client.product(sku).await else { return };
                self.client.write("/cart/add-item", &json!({ "id": id, "quantity": 1 }), None).await;
                if self.client.happens(0.3) {
                    apply_coupon(&mut self.client).await;
                }
            }
            8..=13 => self.buy().await,
            // Afterwards somebody else with the same name begins.
            14 => {
                if account::delete(&mut self.client).await {
                    self.client.begin_anew();
                    self.account = Account::None;
                }
            }
            _ => self.look_after_an_order().await,
        }
    }

    async fn buy(&mut self) {
        self.client.wait_for_rush().await;
        let Some(cart) = self.client.read("/cart").await else { return };
        if cart["items_count"] == 0 {
            return;
        }
        let body = if self.client.happens(0.5) {
            self.client.checkout("bacs")
        } else {
            let number = self.client.choose(&CARDS);
            let Some(card) = self.client.card(number).await else { return };
            self.client.checkout_by_card(&card)
        };
        self.client.world.intends_to_buy(&self.client.email());
        self.client.write("/checkout", &body, None).await;
    }

    /// Pays, cancels or repeats one of the own orders.
    async fn look_after_an_order(&mut self) {
        let Some(data) = self.client.page_data("/my-account/orders/").await else { return };
        let orders = data["page"]["section"]["orders"].as_array().cloned().unwrap_or_default();
        if orders.is_empty() {
            return;
        }
        let chosen = self.client.random.random_range(0..orders.len());
        let Some(number) = orders[chosen]["number"].as_str() else { return };
        let path = format!("/my-account/view-order/{number}/");
        let Some(seen) = self.client.page_data(&path).await else { return };
        let pay = seen["page"]["section"]["pay_path"].as_str().map(str::to_owned);
        match pay {
            Some(pay) if self.client.happens(0.6) => self.pay(&pay).await,
            _ => self.act(&path, &seen).await,
        }
    }

    async fn pay(&mut self, path: &str) {
        let method = self.client.choose(&["cod", "bacs", "stripe"]);
        if self.client.pay_order(path, method, &CARDS).await.is_some_and(|answer| answer.status == 303) {
            self.client.world.count("orders paid later", 1);
        }
    }

    async fn act(&mut self, path: &str, seen: &Value) {
        let Some(nonce) = seen["page"]["nonce"].as_str() else { return };
        let action = self.client.choose(&["cancel", "again"]);
        self.client.submit(path, &[("_wpnonce", nonce), ("action", action)]).await;
        self.client.world.count("orders cancelled or repeated", 1);
    }
}
