//! A guest who fills a cart and buys it through the store API, by transfer, on delivery or by card. Impatient: presses twice, and
//! tries again whatever was lost.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, SANDBOX_PUBLIC_KEY, Visitor, checkout};

use crate::world::World;

/// What can be bought, with and without limits of stock.
const SKUS: [&str; 6] = ["t-oil", "t-five", "t-sale", "t-one", "t-later", "t-caffe"];
/// Cards that pay, that are declined, and that ask their bank.
const CARDS: [&str; 4] = ["4242424242424242", "4242424242424242", "4000000000009995", "4000002760003184"];
/// Times that a lost request is sent again.
const TRIES: usize = 4;

struct Guest {
    world: Arc<World>,
    name: String,
    random: StdRng,
    visitor: Visitor,
    orders: u64,
}

/// Buys until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let visitor = world.unlucky_client(&name);
    let mut guest = Guest { world, name, random, visitor, orders: 0 };
    while guest.world.take_step() {
        guest.wait().await;
        match guest.random.random_range(0..10) {
            0..=4 => guest.add().await,
            5 => guest.change().await,
            _ => guest.order().await,
        }
    }
}

impl Guest {
    async fn wait(&mut self) {
        let span_ms = self.random.random_range(0..60_000);
        self.world.schedule.sleep_ms(span_ms).await;
    }

    /// The id of a product; `None`: no answer.
    async fn product(&mut self) -> Option<i64> {
        let sku = SKUS[self.random.random_range(0..SKUS.len())];
        let request = self.visitor.request(Method::GET, &format!("{API}/products?sku={sku}"));
        let answer = request.try_send().await.ok()?;
        answer.json()[0]["id"].as_i64()
    }

    async fn add(&mut self) {
        let Some(id) = self.product().await else { return };
        let quantity = self.random.random_range(1..4);
        self.write("/cart/add-item", &json!({ "id": id, "quantity": quantity }), None).await;
    }

    async fn change(&mut self) {
        let Some(cart) = self.read("/cart").await else { return };
        let items = cart["items"].as_array().cloned().unwrap_or_default();
        if items.is_empty() {
            return;
        }
        let item = &items[self.random.random_range(0..items.len())];
        let quantity = self.random.random_range(1..5);
        self.write("/cart/update-item", &json!({ "key": item["key"], "quantity": quantity }), None).await;
    }

    /// Orders the cart, and goes on until it is known what came of it.
    async fn order(&mut self) {
        let Some(cart) = self.read("/cart").await else { return };
        if cart["items_count"] == 0 {
            return;
        }
        let body = match self.random.random_range(0..4) {
            0 => checkout("bacs"),
            1 => checkout("cod"),
            _ => {
                let Some(card) = self.card().await else { return };
                let mut body = checkout("stripe");
                body["payment_data"] = json!([
                    { "key": "payment_method", "value": "stripe" },
                    { "key": "wc-stripe-payment-method", "value": card },
                    { "key": "wc-stripe-is-deferred-intent", "value": true },
                ]);
                body
            }
        };
        self.orders += 1;
        let key = format!("{}-{}", self.name.replace(' ', "-"), self.orders);
        for _ in 0..TRIES {
            if let Some(answer) = self.write("/checkout", &body, Some(&key)).await {
                self.world.count("checkouts answered", 1);
                if answer.status == 200 {
                    self.world.count("orders placed", 1);
                }
                return;
            }
            let span_ms = self.random.random_range(0..30_000);
            self.world.schedule.sleep_ms(span_ms).await;
        }
    }

    /// A card as the payment form's frame hands it over.
    async fn card(&mut self) -> Option<String> {
        let number = CARDS[self.random.random_range(0..CARDS.len())];
        let fields = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
        ];
        let (_, method) =
            self.world.ask_provider(Method::POST, "/v1/payment_methods", SANDBOX_PUBLIC_KEY, &fields).await;
        method["id"].as_str().map(str::to_owned)
    }

    async fn read(&mut self, path: &str) -> Option<Value> {
        let answer = self.visitor.request(Method::GET, &format!("{API}{path}")).try_send().await.ok()?;
        self.keep(&answer);
        (answer.status == 200).then(|| answer.json())
    }

    async fn write(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<Answer> {
        if self.visitor.nonce.is_none() {
            self.read("/cart").await?;
        }
        let nonce = self.visitor.nonce.clone().unwrap_or_default();
        let mut request = self.visitor.request(Method::POST, &format!("{API}{path}")).header("Nonce", nonce).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = request.try_send().await.ok()?;
        self.keep(&answer);
        Some(answer)
    }

    /// Remembers the nonce of an answer.
    fn keep(&mut self, answer: &Answer) {
        if let Some(nonce) = answer.header("nonce") {
            self.visitor.nonce = Some(nonce.to_owned());
        }
    }
}
