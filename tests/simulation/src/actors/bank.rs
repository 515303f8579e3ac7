//! What a buyer does when the bank has a question (3-D Secure): answers yes or no, sooner or later, or goes away.

use rand::Rng;
use reqwest::Method;
use serde_json::Value;
use shop_tests::SANDBOX_KEY;

use crate::client::Client;

/// Longest time that a buyer takes to answer.
const THINKS_MS: i64 = 20 * 60_000;

/// Answers the bank's question about an order that was placed, if there is one.
pub(crate) async fn answer_bank(client: &mut Client, placed: &Value) {
    let details = placed["payment_result"]["payment_details"].as_array().cloned().unwrap_or_default();
    let redirect = details.iter().find(|one| one["key"] == "redirect").and_then(|one| one["value"].as_str());
    // `#wc-stripe-confirm-pi:ORDER:SECRET:NONCE`
    let Some(parts) = redirect.and_then(|text| text.strip_prefix("#wc-stripe-confirm-pi:")) else { return };
    let parts: Vec<&str> = parts.split(':').collect();
    let [order, secret, nonce, ..] = parts[..] else { return };
    let intent = secret.split("_secret_").next().unwrap_or_default().to_owned();
    client.world.count("questions of banks", 1);
    if client.happens(0.2) {
        return;
    }
    client.wait(THINKS_MS).await;
    let answer = if client.random.random_bool(0.7) { "yes" } else { "no" };
    let asked = client.world.at_provider(&format!("/v1/payment_intents/{intent}")).await.to_string();
    let page =
        asked.split('"').find(|text| text.contains("/pages/")).and_then(|url| url.find("/pages/").map(|at| &url[at..]));
    if let Some(page) = page {
        let fields = [("answer", answer), ("framed", "1")];
        client.world.ask_provider(Method::POST, page, SANDBOX_KEY, &fields).await;
    }
    // The browser may not get this far.
    if client.happens(0.8) {
        let fields = [("order_id", order), ("intent_id", intent.as_str()), ("_ajax_nonce", nonce)];
        client.submit("/?wc-ajax=wc_stripe_update_order_status", &fields).await;
    }
}
