//! A customer: opens an account, confirms the address, buys, pays what failed, cancels, orders again.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use shop_tests::STRONG;

use crate::actors::guest::{CARDS, SKUS};
use crate::client::{Client, hidden_field};
use crate::world::World;

/// How far the account is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Account {
    None,
    Registered,
    LoggedIn,
}

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
            Account::None => customer.register().await,
            Account::Registered => customer.confirm().await,
            Account::LoggedIn => customer.shop().await,
        }
    }
}

impl Customer {
    async fn register(&mut self) {
        let page = self.client.request(reqwest::Method::GET, "/my-account/");
        let Some(page) = self.client.send(page).await.filter(|answer| answer.status == 200) else { return };
        let Some(nonce) = hidden_field(&page.text(), "woocommerce-register-nonce") else { return };
        let email = self.client.email();
        let fields = [
            ("email", email.as_str()),
            ("password", STRONG),
            ("woocommerce-register-nonce", &nonce),
            ("register", "1"),
        ];
        if self.client.submit("/my-account/", &fields).await.is_some_and(|answer| answer.status == 200) {
            self.account = Account::Registered;
        }
    }

    async fn confirm(&mut self) {
        let Some(path) = self.client.world.link_sent_to(&self.client.email()) else {
            self.account = Account::None;
            return;
        };
        let request = self.client.request(reqwest::Method::GET, &path);
        match self.client.send(request).await.map(|answer| answer.status) {
            Some(303) => {
                self.client.world.count("accounts", 1);
                self.account = Account::LoggedIn;
            }
            // A link that was used, its answer lost: logging in is another way.
            Some(_) => self.log_in().await,
            None => {}
        }
    }

    async fn log_in(&mut self) {
        let page = self.client.request(reqwest::Method::GET, "/my-account/");
        let Some(page) = self.client.send(page).await.filter(|answer| answer.status == 200) else { return };
        let Some(nonce) = hidden_field(&page.text(), "woocommerce-login-nonce") else {
            self.account = Account::LoggedIn;
            return;
        };
        let email = self.client.email();
        let fields =
            [("username", email.as_str()), ("password", STRONG), ("woocommerce-login-nonce", &nonce), ("login", "1")];
        if self.client.submit("/my-account/", &fields).await.is_some_and(|answer| answer.status == 303) {
            self.account = Account::LoggedIn;
        }
    }

    async fn shop(&mut self) {
        match self.client.random.random_range(0..10) {
            0..=3 => {
                let sku = self.client.choose(&SKUS);
                let Some(id) = self.client.product(sku).await else { return };
                self.client.write("/cart/add-item", &json!({ "id": id, "quantity": 1 }), None).await;
            }
            4..=6 => self.buy().await,
            _ => self.look_after_an_order().await,
        }
    }

    async fn buy(&mut self) {
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
        let Some(nonce) = self.client.page_nonce(path).await else { return };
        let fields = [("woocommerce_pay", "1"), ("payment_method", "cod"), ("woocommerce-pay-nonce", nonce.as_str())];
        if self.client.submit(path, &fields).await.is_some_and(|answer| answer.status == 303) {
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
