//! A client of the shop, on a line that fails. Every actor that sends requests is built on one.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, Request, SANDBOX_PUBLIC_KEY, Visitor, card_fields, checkout};

use crate::world::World;

/// Media type of a page's data, as the app requests it.
const PAGE_DATA: &str = "application/vnd.bottega.page+json";

/// What can be bought, with and without limits of stock.
pub(crate) const SKUS: [&str; 6] = ["t-oil", "t-five", "t-sale", "t-one", "t-later", "t-caffe"];

/// Time between two moments at which everybody buys who wants what is scarce.
const RUSH_MS: i64 = 120_000;

/// A browser with its cookies, and the dice of who uses it.
pub(crate) struct Client {
    pub(crate) world: Arc<World>,
    pub(crate) name: String,
    pub(crate) random: StdRng,
    visitor: Visitor,
    /// Who its e-mail address is called by.
    address_name: String,
    /// How often who uses it became somebody else.
    lives: u32,
}

impl Client {
    pub(crate) fn new(world: Arc<World>, name: String, random: StdRng) -> Self {
        let visitor = world.unlucky_client(&name);
        let address_name = world.plan.address_name(&name);
        Self { world, name, random, visitor, address_name, lives: 0 }
    }

    /// Its user's e-mail address.
    pub(crate) fn email(&self) -> String {
        let name = &self.address_name;
        if self.lives == 0 { email_of(name) } else { email_of(&format!("{name} again {}", self.lives)) }
    }

    /// From now on somebody else uses it, with another address and without cookies.
    pub(crate) fn begin_anew(&mut self) {
        self.lives += 1;
        self.visitor = self.world.unlucky_client(&self.name);
    }

    /// Waits for up to so long, and then for the next beat.
    pub(crate) async fn wait(&mut self, most_ms: i64) {
        let now_ms = self.world.schedule.now_ms();
        let until_ms = now_ms + self.random.random_range(0..most_ms);
        let beat_ms = self.world.plan.beat_ms;
        let beat = until_ms + (beat_ms - until_ms.rem_euclid(beat_ms)) % beat_ms;
        self.world.schedule.sleep_ms(beat - now_ms).await;
    }

    /// One of the products that can be bought.
    pub(crate) fn choose_product(&mut self) -> &'static str {
        self.choose_scarce(&SKUS)
    }

    /// One of several. If they are scarce, mostly the one that everybody wants until the next rush.
    pub(crate) fn choose_scarce<T: Copy>(&mut self, from: &[T]) -> T {
        let rush = usize::try_from(self.world.schedule.now_ms() / RUSH_MS).unwrap_or_default();
        if self.world.plan.is_scarce && self.happens(0.8) { from[rush % from.len()] } else { self.choose(from) }
    }

    /// Waits for the moment at which everybody buys, if things are scarce.
    pub(crate) async fn wait_for_rush(&self) {
        if !self.world.plan.is_scarce {
            return;
        }
        let now_ms = self.world.schedule.now_ms();
        self.world.schedule.sleep_ms(RUSH_MS - now_ms % RUSH_MS).await;
    }

    pub(crate) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.random_range(0..from.len())]
    }

    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> Request {
        self.visitor.request(method, path)
    }

    /// Sends a request; `None`: there was no answer.
    pub(crate) async fn send(&mut self, request: Request) -> Option<Answer> {
        let answer = request.try_send().await.ok()?;
        self.keep(&answer);
        Some(answer)
    }

    /// The JSON of a path; `None` unless the answer is 200.
    pub(crate) async fn json(&mut self, path: &str) -> Option<Value> {
        let answer = self.send(self.request(Method::GET, path)).await?;
        (answer.status == 200).then(|| answer.json())
    }

    /// The same of the store API.
    pub(crate) async fn read(&mut self, path: &str) -> Option<Value> {
        self.json(&format!("{API}{path}")).await
    }

    /// The data of a page.
    pub(crate) async fn page_data(&mut self, path: &str) -> Option<Value> {
        let answer = self.send(self.request(Method::GET, path).header("accept", PAGE_DATA)).await?;
        (answer.status == 200).then(|| answer.json())
    }

    /// The nonce of the form on a page.
    pub(crate) async fn page_nonce(&mut self, path: &str) -> Option<String> {
        self.page_data(path).await?["page"]["nonce"].as_str().map(str::to_owned)
    }

    /// The token of the trade calls, as an account page has it.
    pub(crate) async fn trade_token(&mut self, path: &str) -> Option<String> {
        self.page_data(path).await?["page"]["trade_token"].as_str().map(str::to_owned)
    }

    /// Sends a form.
    pub(crate) async fn submit(&mut self, path: &str, fields: &[(&str, &str)]) -> Option<Answer> {
        self.send(self.request(Method::POST, path).form(fields)).await
    }

    /// A write to the store API.
    pub(crate) async fn write(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<Answer> {
        let request = self.write_request(path, body, key).await?;
        self.send(request).await
    }

    /// The same write twice at the same moment, as by a double click. Gives the answer that came first.
    pub(crate) async fn write_twice(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<Answer> {
        let first = self.write_request(path, body, key).await?;
        let second = self.write_request(path, body, key).await?;
        let (first, second) = tokio::join!(first.try_send(), second.try_send());
        let answer = first.or(second).ok()?;
        self.keep(&answer);
        Some(answer)
    }

    async fn write_request(&mut self, path: &str, body: &Value, key: Option<&str>) -> Option<Request> {
        if self.visitor.nonce.is_none() {
            self.read("/cart").await?;
        }
        let nonce = self.nonce();
        let request = self.request(Method::POST, &format!("{API}{path}")).header("Nonce", nonce).json(body);
        Some(match key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        })
    }

    /// The nonce of the store API, as far as there was an answer.
    pub(crate) fn nonce(&self) -> String {
        self.visitor.nonce.clone().unwrap_or_default()
    }

    /// Pays an order on its own page.
    pub(crate) async fn pay_order(&mut self, path: &str, method: &str, cards: &[&str]) -> Option<Answer> {
        let nonce = self.page_nonce(path).await?;
        let number = self.random.random_range(0..cards.len());
        let card = if method == "stripe" { self.card(cards[number]).await? } else { String::new() };
        let fields = [
            ("woocommerce_pay", "1"),
            ("payment_method", method),
            ("woocommerce-pay-nonce", nonce.as_str()),
            ("wc-stripe-payment-method", card.as_str()),
            ("wc-stripe-payment-token", "new"),
        ];
        self.submit(path, &fields).await
    }

    /// Remembers the nonce of an answer.
    fn keep(&mut self, answer: &Answer) {
        if let Some(nonce) = answer.header("nonce") {
            self.visitor.nonce = Some(nonce.to_owned());
        }
    }

    /// The id of a product.
    pub(crate) async fn product(&mut self, sku: &str) -> Option<i64> {
        self.read(&format!("/products?sku={sku}")).await?[0]["id"].as_i64()
    }

    /// A card as the frame of the payment form hands it over.
    pub(crate) async fn card(&mut self, number: &str) -> Option<String> {
        let fields = card_fields(number, "2040");
        let (_, method) =
            self.world.ask_provider(Method::POST, "/v1/payment_methods", SANDBOX_PUBLIC_KEY, &fields).await;
        method["id"].as_str().map(str::to_owned)
    }

    /// The body of an order, with this client's address.
    pub(crate) fn checkout(&self, method: &str) -> Value {
        let mut body = checkout(method);
        body["billing_address"]["email"] = self.email().into();
        body
    }

    /// The same, paid with a card.
    pub(crate) fn checkout_by_card(&self, card: &str) -> Value {
        let mut body = self.checkout("stripe");
        body["payment_data"] = json!([
            { "key": "payment_method", "value": "stripe" },
            { "key": "wc-stripe-payment-method", "value": card },
            { "key": "wc-stripe-is-deferred-intent", "value": true },
        ]);
        body
    }
}

/// The e-mail address of who has a name in stories.
pub(crate) fn email_of(name: &str) -> String {
    format!("{}@example.com", name.replace(' ', "-"))
}

/// The value of a hidden field of a page.
pub(crate) fn hidden_field(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("name=\"{name}\""))?;
    let (_, value) = rest.split_once("value=\"")?;
    Some(value.split_once('"')?.0.to_owned())
}
