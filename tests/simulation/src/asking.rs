//! Requests that bypass the shop: to the provider, as from a browser or its dashboard, and to the database, for the content of messages.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::Value;
use shop_tests::SANDBOX_KEY;

use crate::world::World;

impl World {
    /// Asks the provider as the shop's server would, or a browser with its key; status and body.
    pub(crate) async fn ask_provider(
        &self,
        method: Method,
        path: &str,
        key: &str,
        form: &[(&str, &str)],
    ) -> (u16, Value) {
        let form = reqwest::Url::parse_with_params("http://form/", form).expect("an address");
        let body = form.query().unwrap_or_default().to_owned();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {key}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(body))
            .expect("a request");
        let answer = shop_tests::answer(self.sandbox.router(), request).await;
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// Steers the sandbox; status and body.
    pub(crate) async fn ask_sandbox(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header("authorization", format!("Bearer {SANDBOX_KEY}"))
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let answer = shop_tests::answer(self.sandbox.router(), request).await;
        (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
    }

    /// Reads from the provider with the shop's own key.
    pub(crate) async fn at_provider(&self, path: &str) -> Value {
        self.ask_provider(Method::GET, path, SANDBOX_KEY, &[]).await.1
    }

    /// Codes of the credit that a buyer was given, as the messages name them.
    pub(crate) fn credit_codes(&self, email: &str) -> Vec<String> {
        self.texts(&format!("SELECT code FROM store_credit WHERE email = '{email}' ORDER BY id"))
    }

    /// Path of the newest link of an account that was sent to an address.
    pub(crate) fn link_sent_to(&self, email: &str) -> Option<String> {
        let sent = self.texts(&format!("SELECT body_text FROM outbox WHERE recipient = '{email}' ORDER BY id DESC"));
        let links = sent.iter().flat_map(|text| text.split_whitespace()).filter(|word| word.contains("?key="));
        links.filter_map(|link| link.find("/my-account/").map(|at| link[at..].to_owned())).next()
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        self.reader.rows(sql).into_iter().flatten().collect()
    }

    /// The orders as they ended, a line each.
    pub(crate) fn orders(&self) -> Vec<String> {
        let sql = "SELECT id, 'order ' || id || ' of ' || billing_email || ', ' || payment_method || ', key ' || COALESCE(idempotency_key, '-')
            || ', cart ' || SUBSTR(cart_hash, 1, 8) || ': ' || total_cents || ' cents, given back ' || refunded_cents || ' + '
            || credit_refunded_cents FROM orders ORDER BY id";
        let with_steps = |row: &Vec<String>| {
            let steps = format!(
                "SELECT COALESCE(to_status, kind || ' ' || note) FROM order_events WHERE order_id = {} ORDER BY id",
                row[0]
            );
            format!("{}, {}", row[1], self.texts(&steps).join(" > "))
        };
        self.reader.rows(sql).iter().map(with_steps).collect()
    }
}
