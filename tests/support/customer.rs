//! A customer with an account, as a browser without JavaScript uses it.

use crate::{Answer, Merchant, TestShop, Visitor};

/// A password that is strong enough for every form.
pub const STRONG: &str = "Tartufo-blu-e-7-sedie";

/// Sends the registration form.
pub async fn register(visitor: &mut Visitor, email: &str, password: &str) -> Answer {
    let nonce = visitor.form_nonce("/my-account/", "woocommerce-register-nonce").await;
    let fields = [("email", email), ("password", password), ("woocommerce-register-nonce", &nonce), ("register", "1")];
    visitor.submit("/my-account/", &fields).await
}

/// Sends the login form.
pub async fn log_in(visitor: &mut Visitor, login: &str, password: &str) -> Answer {
    let nonce = visitor.form_nonce("/my-account/", "woocommerce-login-nonce").await;
    let fields = [("username", login), ("password", password), ("woocommerce-login-nonce", &nonce), ("login", "1")];
    visitor.submit("/my-account/", &fields).await
}

/// Sends a form of the account, with the nonce of its page.
pub async fn send(visitor: &mut Visitor, path: &str, fields: &[(&str, &str)]) -> Answer {
    let nonce = section_nonce(visitor, path).await;
    let mut all = fields.to_vec();
    all.push(("_wpnonce", &nonce));
    visitor.submit(path, &all).await
}

/// A visitor with an account whose address is confirmed, logged in.
pub async fn customer(shop: &TestShop, email: &str) -> Visitor {
    let mut visitor = shop.visitor();
    let answer = register(&mut visitor, email, STRONG).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let link = link_for(&mut shop.merchant().await, email).await;
    let answer = visitor.page(&link).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    visitor
}

/// Path and query of the link in the newest message to an address that has one.
pub async fn link_for(merchant: &mut Merchant, email: &str) -> String {
    for text in merchant.texts_to(email).await {
        if let Some(link) = text.split_whitespace().find(|word| word.contains("?key=")) {
            let path = link.find("/my-account/").map(|at| link[at..].to_owned());
            return path.unwrap_or_else(|| panic!("{link} leads elsewhere"));
        }
    }
    panic!("no message with a link was sent to {email}");
}

/// Kinds of the messages to an address, newest first.
pub async fn kinds_to(merchant: &mut Merchant, email: &str) -> Vec<String> {
    let all = merchant.mails().await;
    let own = all.iter().filter(|mail| mail["recipient"] == email);
    own.filter_map(|mail| mail["kind"].as_str().map(str::to_owned)).collect()
}

/// The nonce of the form of an account's page: its data comes before the hidden fields, and names it apart from the one of the
/// button that logs out.
pub async fn section_nonce(visitor: &mut Visitor, path: &str) -> String {
    page_data(visitor, path).await["page"]["nonce"].as_str().unwrap_or_default().to_owned()
}

/// The data of a page, as the app asks for it.
pub async fn page_data(visitor: &mut Visitor, path: &str) -> serde_json::Value {
    let request = visitor.request(reqwest::Method::GET, path).header("accept", "application/vnd.bottega.page+json");
    visitor.send(request).await.expect(200)
}
