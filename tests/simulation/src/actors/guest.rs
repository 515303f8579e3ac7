//! A guest who buys through the store API, as the app does: with and without idempotency keys, by transfer, on delivery or by card,
//! with coupons. Impatient: presses twice, and tries again whatever was lost.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use shop_tests::Answer;

use crate::actors::bank::answer_bank;
use crate::client::Client;
use crate::set_up::SCARCE_COUPONS;
use crate::world::{TASTING_SKU, World};

/// What never runs out, so that no cart loses it.
const ENDLESS: [&str; 3] = ["t-oil", "t-sale", "t-caffe"];
/// Cards that pay, that are declined, and that ask their bank.
pub(crate) const CARDS: [&str; 5] =
    ["4242424242424242", "4242424242424242", "4000000000009995", "4000002760003184", "4000002760003184"];
/// Ways to pay an order on its own page.
const PAY_METHODS: [&str; 3] = ["cod", "bacs", "stripe"];
/// Coupons: for everybody, for one buyer, once for each buyer, expired.
const COUPONS: [&str; 5] = ["meno5", "meno10", "uno-solo", "una-volta", "scaduto"];
/// Times that an order is sent again that was lost or declined.
const TRIES: usize = 4;
/// Longest time between two things that a guest does.
const PAUSE_MS: i64 = 60_000;

/// Code of the refusal to order an empty cart.
const CART_EMPTY: &str = "woocommerce_rest_cart_empty";

struct Guest {
    client: Client,
    /// Times that the guest wanted to buy.
    purchases: u64,
    /// The cart has something that it cannot have lost, as far as the guest knows.
    has_filled_cart: bool,
    /// The last order that was made of the cart, whether it was paid or not.
    order: Option<i64>,
}

/// Buys until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let client = Client::new(Arc::clone(&world), name, random);
    let mut guest = Guest { client, purchases: 0, has_filled_cart: false, order: None };
    while world.take_step() {
        guest.client.wait(PAUSE_MS).await;
        match guest.client.random.random_range(0..14) {
            0 => guest.book().await,
            1..=4 => guest.add().await,
            5..=11 if world.plan.is_scarce => guest.rush().await,
            5 => guest.change().await,
            6 => apply_coupon(&mut guest.client).await,
            _ => guest.buy().await,
        }
    }
}

/// Puts a coupon or a credit of the buyer's own into the cart.
pub(super) async fn apply_coupon(client: &mut Client) {
    let own = client.world.credit_codes(&client.email());
    let code = match own.first() {
        Some(code) if client.happens(0.7) => code.clone(),
        _ if client.world.plan.is_scarce => client.choose_scarce(&SCARCE_COUPONS).to_owned(),
        _ => client.choose(&COUPONS).to_owned(),
    };
    client.write("/cart/apply-coupon", &json!({ "code": code }), None).await;
}

impl Guest {
    async fn add(&mut self) {
        let sku = self.client.choose_product();
        let Some(id) = self.client.product(sku).await else { return };
        let quantity = self.client.random.random_range(1..4);
        let added = self.client.write("/cart/add-item", &json!({ "id": id, "quantity": quantity }), None).await;
        let is_endless = ENDLESS.contains(&sku) && !self.client.world.plan.is_scarce;
        self.has_filled_cart |= is_endless && added.is_some_and(|answer| answer.status == 201);
    }

    /// Puts places at the first time of a tasting into the cart.
    async fn book(&mut self) {
        let Some(id) = self.client.product(TASTING_SKU).await else { return };
        let Some(answer) = self.client.submit("/?wc-ajax=bottega_purchase", &[("product_id", &id.to_string())]).await
        else {
            return;
        };
        let times = if answer.status == 200 { answer.json() } else { return };
        let Some(time) = times["booking"]["slots"][0]["value"].as_str() else { return };
        let persons = self.client.random.random_range(1..5);
        let places = json!({ "id": id, "wc_bookings_field_start_date": time, "wc_bookings_field_persons": persons });
        let added = self.client.write("/cart/add-item", &places, None).await;
        self.client.world.count("places in carts", u64::from(added.is_some_and(|answer| answer.status == 201)));
    }

    /// The cart; what the guest put into it must be there, unless staff took up the unpaid order that was made of it.
    async fn cart(&mut self) -> Option<Value> {
        let cart = self.client.read("/cart").await?;
        let is_ordered =
            self.order.is_some_and(|order| self.client.world.with_known(|known| known.reopened.contains(&order)));
        if self.has_filled_cart && cart["items_count"] == 0 && !is_ordered {
            self.client.world.violated(&format!("the cart of {} lost its lines", self.client.name));
        }
        Some(cart)
    }

    async fn change(&mut self) {
        let Some(cart) = self.cart().await else { return };
        let items = cart["items"].as_array().cloned().unwrap_or_default();
        if items.is_empty() {
            return;
        }
        let item = &items[self.client.random.random_range(0..items.len())];
        let quantity = self.client.random.random_range(1..5);
        self.client.write("/cart/update-item", &json!({ "key": item["key"], "quantity": quantity }), None).await;
    }

    /// Buys what everybody wants, at the moment when everybody does.
    async fn rush(&mut self) {
        self.add().await;
        if self.client.happens(0.6) {
            apply_coupon(&mut self.client).await;
        }
        self.client.wait_for_rush().await;
        self.buy().await;
    }

    /// Orders the cart, and goes on until it is known what came of it.
    async fn buy(&mut self) {
        let Some(cart) = self.cart().await else { return };
        if cart["items_count"] == 0 {
            return;
        }
        self.purchases += 1;
        let key = format!("{}-{}", self.client.name.replace(' ', "-"), self.purchases);
        let key = self.client.happens(0.7).then_some(key);
        self.client.world.intends_to_buy(&self.client.email());
        let by_card = self.client.happens(0.6);
        let Some(mut body) = self.body(by_card).await else { return };
        let mut is_repeated = false;
        for _ in 0..TRIES {
            let answer = self.order(&body, key.as_deref()).await;
            if let Some(answer) = answer.as_ref().filter(|_| is_repeated && key.is_some()) {
                self.check_repeated(answer);
            }
            is_repeated = answer.is_none();
            match answer {
                Some(answer) if answer.status == 400 && by_card && self.client.happens(0.2) => {
                    return self.pay_on_its_page(&answer.json()).await;
                }
                Some(answer) if answer.status == 400 && by_card && self.client.happens(0.7) => {
                    let Some(other) = self.body(true).await else { return };
                    body = other;
                }
                Some(answer) => return self.bought(&answer).await,
                None => {}
            }
            self.client.wait(PAUSE_MS / 2).await;
        }
    }

    /// An order that was sent again under its key is answered as an order, and not by what became of the cart.
    fn check_repeated(&self, answer: &Answer) {
        if answer.status == 409 && answer.json()["code"] == CART_EMPTY {
            self.client
                .world
                .violated(&format!("{} sent an order again and was told that the cart is empty", self.client.name));
        }
    }

    /// Pays an order whose card was declined by the link in its message.
    async fn pay_on_its_page(&mut self, declined: &Value) {
        let (Some(id), Some(key)) = (declined["order_id"].as_i64(), declined["order_key"].as_str()) else { return };
        self.client.wait(PAUSE_MS).await;
        // A paid order takes its cart with it.
        self.has_filled_cart = false;
        let path = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let method = self.client.choose(&PAY_METHODS);
        let paid = self.client.pay_order(&path, method, &CARDS).await;
        self.client
            .world
            .count("orders of guests paid later", u64::from(paid.is_some_and(|answer| answer.status == 303)));
    }

    async fn body(&mut self, by_card: bool) -> Option<Value> {
        if !by_card {
            let method = self.client.choose(&["bacs", "cod"]);
            return Some(self.client.checkout(method));
        }
        let number = self.client.choose(&CARDS);
        let card = self.client.card(number).await?;
        Some(self.client.checkout_by_card(&card))
    }

    async fn order(&mut self, body: &Value, key: Option<&str>) -> Option<Answer> {
        if self.client.happens(0.2) {
            self.client.world.count("double clicks", 1);
            self.has_filled_cart = false;
            return self.client.write_twice("/checkout", body, key).await;
        }
        let answer = self.client.write("/checkout", body, key).await;
        let made = answer.as_ref().filter(|answer| matches!(answer.status, 200 | 400));
        self.order = made.and_then(|answer| answer.json()["order_id"].as_i64()).or(self.order);
        // A refused order leaves the cart as it was.
        self.has_filled_cart &= answer.as_ref().is_some_and(|answer| answer.status == 400);
        answer
    }

    async fn bought(&mut self, answer: &Answer) {
        self.client.world.count("checkouts answered", 1);
        if answer.status != 200 {
            return;
        }
        self.client.world.count("orders placed", 1);
        answer_bank(&mut self.client, &answer.json()).await;
    }
}
