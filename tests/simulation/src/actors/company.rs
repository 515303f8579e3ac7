//! The people of a company that pays by invoice: they order at the same time, up to what it may owe, and one of them must ask the main
//! account above an amount.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::json;

use crate::actors::account::{self, Account, log_in};
use crate::actors::standing;
use crate::client::Client;
use crate::plan::ActorKind;
use crate::world::World;

/// Times that a lost order is sent again.
const TRIES: usize = 3;
/// Page of the requests for approval, for both sides.
const APPROVALS: &str = "/my-account/approvals/";

struct Person {
    client: Client,
    /// Orders that the person wanted to place.
    orders: u64,
}

/// Buys until there are no steps left. The account is there from the beginning.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let is_main = world.plan.names_of(ActorKind::Company).first() == Some(&name);
    let mut person = Person { client: Client::new(Arc::clone(&world), name, random), orders: 0 };
    let mut login = Account::None;
    while world.take_step() {
        person.client.wait(60_000).await;
        if login != Account::LoggedIn {
            login = log_in(&mut person.client, login).await;
            continue;
        }
        match person.client.random.random_range(0..40) {
            0..=6 => person.take_offer().await,
            7..=14 if is_main => person.decide().await,
            15..=19 if is_main => standing::look_after(&mut person.client).await,
            20 => {
                if account::delete(&mut person.client).await {
                    return;
                }
            }
            7..=26 => person.add().await,
            _ => person.order().await,
        }
    }
}

impl Person {
    async fn add(&mut self) {
        let sku = self.client.choose_product();
        let Some(id) = self.client.product(sku).await else { return };
        let quantity = self.client.random.random_range(1..4);
        self.client.write("/cart/add-item", &json!({ "id": id, "quantity": quantity }), None).await;
    }

    /// Puts the company's offer into the cart, as the page of offers does.
    async fn take_offer(&mut self) {
        let Some(token) = self.client.trade_token("/my-account/offers/").await else { return };
        let fields = [("action", "b2bkingaddoffer"), ("offer", "1"), ("security", token.as_str())];
        let taken = self.client.submit("/wp-admin/admin-ajax.php", &fields).await;
        self.client.world.count("offers in carts", u64::from(taken.is_some_and(|answer| answer.status == 200)));
    }

    async fn order(&mut self) {
        self.client.wait_for_rush().await;
        let Some(cart) = self.client.read("/cart").await else { return };
        if cart["items_count"] == 0 {
            return;
        }
        self.orders += 1;
        let method = self.client.choose(&["invoice", "invoice", "bacs"]);
        let body = self.client.checkout(method);
        let key = format!("{}-{}", self.client.name.replace(' ', "-"), self.orders);
        self.client.world.intends_to_buy(&self.client.email());
        for _ in 0..TRIES {
            let Some(answer) = self.client.write("/checkout", &body, Some(&key)).await else {
                self.client.wait(20_000).await;
                continue;
            };
            let outcome = match (answer.status, answer.json()["code"].as_str()) {
                (200, _) => "orders by companies",
                (_, Some("approval_needed")) => "orders that need approval",
                _ => "orders by companies refused",
            };
            self.client.world.count(outcome, 1);
            if outcome == "orders that need approval" {
                self.ask().await;
            }
            return;
        }
    }

    /// Asks the main account to approve the cart.
    async fn ask(&mut self) {
        let Some(nonce) = self.client.page_nonce(APPROVALS).await else { return };
        let fields = [("action", "ask"), ("_wpnonce", nonce.as_str())];
        let asked = self.client.submit(APPROVALS, &fields).await;
        self.client.world.count("approvals requested", u64::from(asked.is_some_and(|answer| answer.status == 303)));
    }

    /// Approves or refuses the newest request.
    async fn decide(&mut self) {
        let Some(data) = self.client.page_data(APPROVALS).await else { return };
        let (page, requests) = (&data["page"], data["page"]["section"]["requests"].as_array());
        let waiting = requests.into_iter().flatten().find(|one| one["state"] == "waiting");
        let (Some(request), Some(nonce)) = (waiting, page["nonce"].as_str()) else { return };
        let id = request["id"].to_string();
        let action = self.client.choose(&["approve", "approve", "refuse"]);
        let fields = [("action", action), ("approval", id.as_str()), ("answer", ""), ("_wpnonce", nonce)];
        let decided = self.client.submit(APPROVALS, &fields).await;
        self.client.world.count("approvals decided", u64::from(decided.is_some_and(|answer| answer.status == 303)));
    }
}
