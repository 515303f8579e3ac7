//! The merchant at work in the back office.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::ports::OutboxStore;
use shop_storage::Db;

use crate::{Answer, Visitor};

/// Address of the administrator of every test's shop.
pub const ADMIN_EMAIL: &str = "titolare@bottega.example";
/// Password of that administrator.
pub const ADMIN_PASSWORD: &str = "prova-bottega-2026";

/// Somebody with an account in the back office.
pub struct Merchant {
    visitor: Visitor,
    /// Goes with every write.
    nonce: String,
    /// Address of the shop's database, where messages hold what staff is not shown; empty: not known.
    database: String,
}

impl Merchant {
    /// Logs the administrator in.
    pub async fn log_in(visitor: Visitor) -> Self {
        Self::log_in_as(visitor, ADMIN_EMAIL).await
    }

    /// Logs a member of staff in, who has the administrator's password too.
    pub async fn log_in_as(mut visitor: Visitor, email: &str) -> Self {
        let answer = Self::try_log_in(&mut visitor, email, ADMIN_PASSWORD).await;
        let me = answer.expect(200);
        Self { visitor, nonce: me["nonce"].as_str().expect("a nonce").to_owned(), database: String::new() }
    }

    /// Tries to log in.
    pub async fn try_log_in(visitor: &mut Visitor, email: &str, password: &str) -> Answer {
        let request =
            visitor.request(Method::POST, "/api/admin/login").json(&json!({ "email": email, "password": password }));
        visitor.send(request).await
    }

    /// Who works there, and what goes with every write.
    pub fn into_parts(self) -> (Visitor, String) {
        (self.visitor, self.nonce)
    }

    /// Reads from the back office.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.visitor.page(&format!("/api/admin{path}")).await
    }

    /// Writes to the back office.
    pub async fn write(&mut self, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/api/admin{path}");
        let request = self.visitor.request(method, &path).header("X-Admin-Nonce", &self.nonce).json(&body);
        self.visitor.send(request).await
    }

    /// The same with an idempotency key.
    pub async fn write_named(&mut self, method: Method, path: &str, key: &str, body: Value) -> Answer {
        let request = self.visitor.request(method, &format!("/api/admin{path}")).header("X-Admin-Nonce", &self.nonce);
        self.visitor.send(request.header("Idempotency-Key", key).json(&body)).await
    }

    /// The same with a body as it is sent, which need not be JSON.
    pub async fn write_text(&mut self, method: Method, path: &str, body: String) -> Answer {
        let request = self.visitor.request(method, &format!("/api/admin{path}")).header("X-Admin-Nonce", &self.nonce);
        self.visitor.send(request.header("Content-Type", "application/json").body(body)).await
    }

    /// Sends a form with a file to the back office.
    pub async fn upload(&mut self, path: &str, form: reqwest::multipart::Form) -> Answer {
        let path = format!("/api/admin{path}");
        let request = self.visitor.request(Method::POST, &path).header("X-Admin-Nonce", &self.nonce).multipart(form);
        self.visitor.send(request).await
    }

    /// Waits until what requests left to be done behind their answers is done.
    pub async fn settled(&self) {
        self.visitor.settled().await;
    }

    /// An order as the merchant sees it.
    pub async fn order(&mut self, id: i64) -> Value {
        self.get(&format!("/orders/{id}")).await.expect(200)
    }

    /// Moves an order to another status.
    pub async fn set_status(&mut self, id: i64, status: &str) -> Answer {
        self.write(Method::POST, &format!("/orders/{id}/status"), json!({ "status": status })).await
    }

    /// Stock of a product or variation, by SKU.
    pub async fn stock(&mut self, sku: &str) -> Value {
        let found = self.get(&format!("/products?search={sku}")).await.expect(200);
        let rows = found["products"].as_array().cloned().unwrap_or_default();
        let all = rows.iter().flat_map(|row| {
            let variations = row["variations"].as_array().cloned().unwrap_or_default();
            std::iter::once(row.clone()).chain(variations)
        });
        let row = all.into_iter().find(|row| row["sku"] == sku);
        row.unwrap_or_else(|| panic!("the back office does not list {sku}: {found}"))["stock"].clone()
    }

    /// The same merchant with the address of the shop's database.
    #[must_use]
    pub fn with_database(self, database: &str) -> Self {
        Self { database: database.to_owned(), ..self }
    }

    /// Texts of the newest messages to an address, as its owner reads them.
    pub async fn texts_to(&self, email: &str) -> Vec<String> {
        assert!(!self.database.is_empty(), "this merchant does not know the database");
        let store = Db::open(&self.database).await.expect("the database can be opened");
        let (mails, _) = store.list_mail(1, 100).await.expect("messages can be read");
        mails.into_iter().filter(|mail| mail.recipient == email).map(|mail| mail.body_text).collect()
    }

    /// The messages sent so far, newest first.
    pub async fn mails(&mut self) -> Vec<Value> {
        let found = self.get("/mail").await.expect(200);
        found["messages"].as_array().cloned().unwrap_or_default()
    }
}
