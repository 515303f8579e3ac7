//! A guest without scripts: fills the cart by the classic call and sends the form of the checkout page.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use shop_tests::classic_fields;

use crate::actors::guest::CARDS;
use crate::client::{Client, hidden_field};
use crate::world::World;

/// Times that a form is sent again.
const TRIES: usize = 3;

/// Buys until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut client = Client::new(Arc::clone(&world), name, random);
    let mut attempt = 0_u64;
    while world.take_step() {
        client.wait(60_000).await;
        if client.random.random_bool(0.5) {
            let sku = client.choose_product();
            let Some(id) = client.product(sku).await else { continue };
            client.submit("/?wc-ajax=add_to_cart", &[("product_id", &id.to_string()), ("quantity", "1")]).await;
        } else {
            attempt += 1;
            buy(&mut client, &attempt.to_string()).await;
        }
    }
}

async fn buy(client: &mut Client, attempt: &str) {
    let page = client.request(Method::GET, "/checkout/");
    let Some(page) = client.send(page).await.filter(|answer| answer.status == 200) else { return };
    // An empty cart has no form.
    let Some(nonce) = hidden_field(&page.text(), "woocommerce-process-checkout-nonce") else { return };
    let method = client.choose(&["bacs", "cod", "stripe"]);
    let card = if method == "stripe" {
        let number = client.choose(&CARDS);
        let Some(card) = client.card(number).await else { return };
        card
    } else {
        String::new()
    };
    let email = client.email();
    client.world.intends_to_buy(&email);
    let mut fields = classic_fields(&nonce);
    fields.retain(|(name, _)| !["billing_email", "payment_method"].contains(name));
    fields.extend([("billing_email", email), ("payment_method", method.to_owned())]);
    fields.extend([("wc-stripe-payment-method", card), ("checkout_attempt", attempt.to_owned())]);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    for _ in 0..TRIES {
        if let Some(answer) = client.submit("/?wc-ajax=checkout", &fields).await {
            client.world.count("classic checkouts answered", 1);
            if answer.status == 200 && answer.text().contains("\"success\"") {
                client.world.count("classic orders placed", 1);
            }
            return;
        }
        client.wait(30_000).await;
    }
}
