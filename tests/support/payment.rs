//! The payment sandbox as a test uses it: it gives cards as the payment form's frame does, and breaks as providers do.

use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::TestShop;
use crate::shop::{SANDBOX_KEY, SANDBOX_PUBLIC_KEY};

impl TestShop {
    /// A method made from a card number; gives its `pm_…`.
    pub async fn card(&self, number: &str) -> String {
        let fields = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
            ("billing_details[name]", "Anna Verdi"),
        ];
        let method = self.sandbox_call("POST", "/v1/payment_methods", SANDBOX_PUBLIC_KEY, &fields).await;
        method["id"].as_str().unwrap_or_else(|| panic!("{method}")).to_owned()
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

fn client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}
