//! The payment sandbox as a test uses it: it gives cards as the payment form's frame does, and breaks as providers do.

use std::sync::{Arc, LazyLock};

use hmac::{Hmac, Mac};
use reqwest::redirect;
use serde_json::{Value, json};
use sha2::Sha256;
use shop_payments::stripe::{StripeGateway, StripeOptions};
use shop_services::payments::provider::ProviderErrorLog;
use shop_services::ports::{Gateway, GatewayPublic, Secret};

use crate::TestShop;
use crate::clock::TestClock;
use crate::door::plain_http;
use crate::shop::{SANDBOX_KEY, SANDBOX_PUBLIC_KEY};

impl TestShop {
    /// The provider as use cases reach it that run beside the servers.
    pub fn gateway(&self) -> Arc<dyn Gateway> {
        let options = StripeOptions {
            base_url: self.sandbox().to_owned(),
            secret_key: Secret(SANDBOX_KEY.into()),
            webhook_secrets: Vec::new(),
            public: GatewayPublic { scope: "sandbox".into(), ..GatewayPublic::default() },
            clock: Arc::new(TestClock::default()),
            random: Arc::new(shop_services::SystemRandom),
            watch: Arc::new(ProviderErrorLog::new(Arc::new(TestClock::default()))),
        };
        Arc::new(StripeGateway::new(options).expect("a connection"))
    }

    /// The bank's page of an intent that asks its owner is answered.
    pub async fn answer_bank(&self, intent: &str, answer: &str) {
        let kind = if intent.starts_with("seti_") { "setup_intents" } else { "payment_intents" };
        let asked = self.at_sandbox(&format!("/v1/{kind}/{intent}")).await.to_string();
        let page = asked.split('"').find(|text| text.contains("/pages/")).unwrap_or_else(|| panic!("{asked}"));
        let done =
            client().post(page).form(&[("answer", answer), ("framed", "1")]).send().await.expect("the bank answers");
        assert!(done.status().is_success(), "{}", done.status());
    }

    /// A method made from a card number; gives its `pm_…`.
    pub async fn card(&self, number: &str) -> String {
        self.card_until(number, "2040").await
    }

    /// The same with the year in which the card ends, in December.
    pub async fn card_until(&self, number: &str, year: &str) -> String {
        let fields = card_fields(number, year);
        let method = self.sandbox_call("POST", "/v1/payment_methods", SANDBOX_PUBLIC_KEY, &fields).await;
        method["id"].as_str().unwrap_or_else(|| panic!("{method}")).to_owned()
    }

    /// A confirmation token as a wallet's sheet makes it from a card number; gives its `ctoken_…`.
    pub async fn wallet_token(&self, number: &str, wallet: &str) -> String {
        let fields = wallet_fields(number, wallet);
        let token = self.sandbox_call("POST", "/v1/confirmation_tokens", SANDBOX_PUBLIC_KEY, &fields).await;
        token["id"].as_str().unwrap_or_else(|| panic!("{token}")).to_owned()
    }

    /// A confirmation token for a method of a kind, as a wallet hands it over that is no device's; gives its `ctoken_…`. `own`:
    /// parts of the method's data.
    pub async fn token_of(&self, kind: &str, own: &[(&str, &str)]) -> String {
        let mut fields = vec![
            ("payment_method_data[type]".to_owned(), kind.to_owned()),
            ("payment_method_data[billing_details][name]".to_owned(), "Livia Conti".to_owned()),
        ];
        fields.extend(own.iter().map(|(part, value)| (format!("payment_method_data{part}"), (*value).to_owned())));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let token = self.sandbox_call("POST", "/v1/confirmation_tokens", SANDBOX_PUBLIC_KEY, &fields).await;
        token["id"].as_str().unwrap_or_else(|| panic!("{token}")).to_owned()
    }

    /// A method of another kind, as the payment form's frame makes it; gives its `pm_…`. `own`: the fields of its kind.
    pub async fn method_of(&self, kind: &str, own: &[(&str, &str)]) -> String {
        let mut fields = vec![
            ("type".to_owned(), kind.to_owned()),
            ("billing_details[name]".to_owned(), "Livia Conti".to_owned()),
            ("billing_details[email]".to_owned(), "livia@example.com".to_owned()),
        ];
        fields.extend(own.iter().map(|(name, value)| (format!("{kind}[{name}]"), (*value).to_owned())));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let method = self.sandbox_call("POST", "/v1/payment_methods", SANDBOX_PUBLIC_KEY, &fields).await;
        method["id"].as_str().unwrap_or_else(|| panic!("{method}")).to_owned()
    }

    /// Answers a page of the sandbox's as a shopper does: `yes` or `no`; gives where the browser is sent.
    pub async fn answer_page(&self, url: &str, answer: &str) -> String {
        let response = client().post(url).form(&[("answer", answer)]).send().await.expect("the page answers");
        let to = response.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default();
        to.to_owned()
    }

    /// Lets what is on its way arrive: debits, codes, what lapses.
    pub async fn settle_sandbox(&self) {
        self.sandbox_json("/_sandbox/settle", &json!({})).await;
    }

    /// Confirms an intent as the page's script does, by its client secret alone.
    pub async fn confirm_as_browser(&self, secret: &str, method: &str) -> Value {
        let id = secret.split("_secret_").next().unwrap_or_default();
        let fields = [("client_secret", secret), ("payment_method", method)];
        let path = format!("/v1/payment_intents/{id}/confirm");
        self.sandbox_call("POST", &path, SANDBOX_PUBLIC_KEY, &fields).await
    }

    /// Reads an object or a list of the sandbox's API.
    pub async fn at_sandbox(&self, path: &str) -> Value {
        self.sandbox_call("GET", path, SANDBOX_KEY, &[]).await
    }

    /// Writes by the sandbox's API.
    pub async fn sandbox_post(&self, path: &str, fields: &[(&str, &str)]) -> Value {
        self.sandbox_call("POST", path, SANDBOX_KEY, fields).await
    }

    /// What goes wrong with the sandbox's next calls: `calls` is a method and path with `*`, `fault` as the sandbox names it.
    pub async fn sandbox_fault(&self, calls: &str, times: u32, mut fault: Value) {
        fault["calls"] = json!(calls);
        fault["times"] = json!(times);
        self.sandbox_json("/_sandbox/faults", &fault).await;
    }

    /// Nothing goes wrong any more.
    pub async fn sandbox_clear_faults(&self) {
        let url = format!("{}/_sandbox/faults", self.sandbox());
        answer(client().delete(url).bearer_auth(SANDBOX_KEY)).await;
    }

    /// The provider forgets all its customers, methods and payments.
    pub async fn sandbox_forgets(&self) {
        let url = format!("{}/_sandbox/data", self.sandbox());
        answer(client().delete(url).bearer_auth(SANDBOX_KEY)).await;
    }

    /// Steers the sandbox by JSON.
    pub async fn sandbox_json(&self, path: &str, body: &Value) -> Value {
        let request = client().post(format!("{}{path}", self.sandbox())).bearer_auth(SANDBOX_KEY).json(body);
        answer(request).await
    }

    async fn sandbox_call(&self, method: &str, path: &str, key: &str, fields: &[(&str, &str)]) -> Value {
        let url = format!("{}{path}", self.sandbox());
        let request = if method == "GET" { client().get(url) } else { client().post(url).form(fields) };
        answer(request.bearer_auth(key)).await
    }
}

/// What the frame of the payment form sends of a card, which ends in December of a year.
pub fn card_fields<'a>(number: &'a str, year: &'a str) -> [(&'static str, &'a str); 6] {
    [
        ("type", "card"),
        ("card[number]", number),
        ("card[exp_month]", "12"),
        ("card[exp_year]", year),
        ("card[cvc]", "123"),
        ("billing_details[name]", "Anna Verdi"),
    ]
}

/// What a wallet's sheet sends of a card.
pub fn wallet_fields<'a>(number: &'a str, wallet: &'a str) -> [(&'static str, &'a str); 6] {
    [
        ("payment_method_data[type]", "card"),
        ("payment_method_data[card][number]", number),
        ("payment_method_data[card][exp_month]", "12"),
        ("payment_method_data[card][exp_year]", "2040"),
        ("payment_method_data[card][wallet][type]", wallet),
        ("payment_method_data[billing_details][name]", "Livia Conti"),
    ]
}

/// The signature of a message to the shop, as the provider makes it.
pub fn signature(secret: &str, at: i64, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length will do");
    let mac = mac.chain_update(format!("{at}.{body}")).finalize();
    format!("t={at},v1={}", hex::encode(mac.into_bytes()))
}

async fn answer(request: reqwest::RequestBuilder) -> Value {
    let response = request.send().await.expect("the sandbox answers");
    let status = response.status();
    let text = response.text().await.expect("its answer is whole");
    assert!(status.is_success(), "{status}: {text}");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// The client of all tests, without redirects. It keeps no connection: the task behind one ends with its test's runtime.
fn client() -> &'static reqwest::Client {
    static CLIENT: LazyLock<reqwest::Client> = LazyLock::new(|| {
        let builder = plain_http().redirect(redirect::Policy::none()).pool_max_idle_per_host(0);
        builder.build().expect("a client can be made")
    });
    &CLIENT
}
