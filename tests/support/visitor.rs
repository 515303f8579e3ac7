//! A client of the shop: keeps cookies and the headers that the store API's clients keep.

use std::sync::Arc;

use reqwest::cookie::{CookieStore, Jar};
use reqwest::header::HeaderMap;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::door::{Carrier, Door, Request, done};

/// Base path of the store API.
pub const API: &str = "/wp-json/wc/store/v1";

/// One visitor.
pub struct Visitor {
    door: Door,
    jar: Arc<Jar>,
    base: Url,
    /// Newest nonce seen; sent with every write.
    pub nonce: Option<String>,
    /// Newest cart token seen; sent only by [`Visitor::by_token`].
    pub token: Option<String>,
}

/// What the shop answered.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{} with a body that is no JSON ({e}): {}", self.status, self.text()))
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Checks the status and gives the body as JSON.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// Checks a refusal: its status, in the answer and in the body, its code, and that it has a sentence.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        assert_eq!(body["data"]["status"], status, "{body}");
        assert!(body["message"].as_str().is_some_and(|m| !m.is_empty()), "{body}");
        body
    }
}

impl Visitor {
    /// A visitor without cookies, of the server behind a door.
    pub(crate) fn new(base: &str, door: Door) -> Self {
        Self { door, jar: Arc::default(), base: base.parse().expect("an address"), nonce: None, token: None }
    }

    /// A visitor of the shop at an address, whose requests are carried.
    pub fn carried(address: &str, carrier: Arc<dyn Carrier>) -> Self {
        Self::new(address, Door::Carried(carrier))
    }

    /// A request to a path; cookies are added.
    pub fn request(&self, method: Method, path: &str) -> Request {
        let url = self.base.join(path).expect("a path");
        Request::new(method, url, self.door.clone(), Arc::clone(&self.jar))
    }

    /// Sends a request and keeps the nonce and the token of the answer.
    pub async fn send(&mut self, request: Request) -> Answer {
        let answer = request.send().await;
        let keep = |name| answer.header(name).map(str::to_owned);
        self.nonce = keep("nonce").or(self.nonce.take());
        self.token = keep("cart-token").or(self.token.take());
        answer
    }

    /// The same visitor at another server of the shop, where `there` is: with the same cookies.
    #[must_use]
    pub fn moved_to(&self, there: &Self) -> Self {
        Self {
            door: there.door.clone(),
            jar: Arc::clone(&self.jar),
            base: there.base.clone(),
            nonce: self.nonce.clone(),
            token: self.token.clone(),
        }
    }

    /// Waits until what requests left to be done behind their answers is done.
    pub async fn settled(&self) {
        if let Door::Memory(_, background) = &self.door {
            done(background).await;
        }
    }

    /// Gets a page or a file.
    pub async fn page(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path);
        self.send(request).await
    }

    /// Posts a form to a page, as a browser without JavaScript does.
    pub async fn submit(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request = self.request(Method::POST, path).form(fields);
        self.send(request).await
    }

    /// A classic call.
    pub async fn ajax(&mut self, name: &str, fields: &[(&str, &str)]) -> Answer {
        self.submit(&format!("/?wc-ajax={name}"), fields).await
    }

    /// Reads from the store API.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.page(&format!("{API}{path}")).await
    }

    /// Writes to the store API, with the nonce that was seen last.
    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.write(Method::POST, path, body).await
    }

    /// Writes to the store API by any method, with the nonce that was seen last.
    pub async fn write(&mut self, method: Method, path: &str, body: Value) -> Answer {
        if self.nonce.is_none() {
            self.get("/cart").await;
        }
        let nonce = self.nonce.clone().unwrap_or_default();
        let request = self.request(method, &format!("{API}{path}")).header("Nonce", nonce).json(&body);
        self.send(request).await
    }

    /// Calls the store API as an app without cookies does: by the cart token alone.
    pub async fn by_token(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let url = self.base.join(&format!("{API}{path}")).expect("a path");
        let request = Request::new(method, url, self.door.clone(), Arc::default());
        let mut request = request.header("Cart-Token", self.token.clone().unwrap_or_default());
        if let Some(body) = body {
            request = request.json(&body);
        }
        self.send(request).await
    }

    /// Value of a cookie of this visitor.
    pub fn cookie(&self, name_starts_with: &str) -> Option<String> {
        self.cookie_pair(name_starts_with).map(|(_, value)| value)
    }

    /// Name and value of a cookie of this visitor.
    pub fn cookie_pair(&self, name_starts_with: &str) -> Option<(String, String)> {
        let all = self.jar.cookies(&self.base)?;
        let found = all.to_str().ok()?.split("; ").find(|pair| pair.starts_with(name_starts_with))?;
        found.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
    }

    /// Id of the product or variation with this SKU.
    pub async fn id(&mut self, sku: &str) -> i64 {
        for path in [format!("/products?sku={sku}"), format!("/products?type=variation&sku={sku}")] {
            if let Some(id) = self.get(&path).await.expect(200)[0]["id"].as_i64() {
                return id;
            }
        }
        panic!("no product has the SKU {sku}");
    }

    /// Adds a product by SKU and gives the cart.
    pub async fn add(&mut self, sku: &str, quantity: i64) -> Value {
        let id = self.id(sku).await;
        self.post("/cart/add-item", json!({ "id": id, "quantity": quantity })).await.expect(201)
    }

    /// The cart.
    pub async fn cart(&mut self) -> Value {
        self.get("/cart").await.expect(200)
    }

    /// Buys a product and gives the checkout's answer.
    pub async fn buy(&mut self, sku: &str, quantity: i64) -> Value {
        self.add(sku, quantity).await;
        self.post("/checkout", checkout("bacs")).await.expect(200)
    }

    /// A form's nonce, from the script data or a hidden field of its page.
    pub async fn form_nonce(&mut self, path: &str, name: &str) -> String {
        let page = self.page(path).await.text();
        let after = |mark: &str, open: &str| {
            let rest = &page[page.find(mark)? + mark.len()..];
            let value = &rest[rest.find(open)? + open.len()..];
            Some(value[..value.find('"')?].to_owned())
        };
        after(&format!("\"{name}\""), "\"")
            .or_else(|| after(&format!("name=\"{name}\""), "value=\""))
            .unwrap_or_else(|| panic!("{path} has no nonce {name}"))
    }
}

/// A complete Italian address.
pub fn address() -> Value {
    json!({
        "first_name": "Livia", "last_name": "Conti", "company": "", "address_1": "Via dei Mille 7", "address_2": "",
        "city": "Torino", "state": "TO", "postcode": "10123", "country": "IT", "phone": "011 555 0100"
    })
}

/// A complete checkout.
pub fn checkout(payment_method: &str) -> Value {
    let mut billing = address();
    billing["email"] = json!("livia@example.com");
    json!({ "billing_address": billing, "shipping_address": address(), "payment_method": payment_method })
}

/// The fields of a complete classic checkout form, with its nonce from the page.
pub async fn classic_form(visitor: &mut Visitor) -> Vec<(&'static str, String)> {
    let nonce = visitor.form_nonce("/checkout/", "woocommerce-process-checkout-nonce").await;
    classic_fields(&nonce)
}

/// The fields of a complete classic checkout form with this nonce.
pub fn classic_fields(nonce: &str) -> Vec<(&'static str, String)> {
    [
        ("billing_first_name", "Livia"),
        ("billing_last_name", "Conti"),
        ("billing_country", "IT"),
        ("billing_address_1", "Via dei Mille 7"),
        ("billing_city", "Torino"),
        ("billing_state", "TO"),
        ("billing_postcode", "10123"),
        ("billing_phone", "011 555 0100"),
        ("billing_email", "livia@example.com"),
        ("payment_method", "bacs"),
        ("woocommerce-process-checkout-nonce", nonce),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .to_vec()
}
