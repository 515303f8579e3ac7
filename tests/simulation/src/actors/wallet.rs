//! A guest who pays by the sheet of a wallet, from the button of a product's page.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, SANDBOX_PUBLIC_KEY, wallet_fields};

use crate::actors::guest::CARDS;
use crate::client::Client;
use crate::world::World;

/// Times that a sheet is confirmed.
const TRIES: usize = 3;

/// Buys until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut client = Client::new(Arc::clone(&world), name, random);
    let mut sheets = 0_u64;
    while world.take_step() {
        client.wait(60_000).await;
        let sku = client.choose_product();
        let Some(id) = client.product(sku).await else { continue };
        if client.random.random_bool(0.5) {
            client.write("/cart/add-item", &json!({ "id": id, "quantity": 1 }), None).await;
        } else {
            sheets += 1;
            pay(&mut client, id, sheets).await;
        }
    }
}

async fn pay(client: &mut Client, product: i64, sheet: u64) {
    let Some(cart) = client.read("/cart").await else { return };
    if cart["items_count"] == 0 {
        return;
    }
    let place = format!("/?wc-ajax=wc_stripe_get_express_settings&place=product&product_id={product}");
    let Some(settings) = client.json(&place).await else { return };
    let Some(nonce) = settings["nonce"]["wc_store_api_express_checkout"].as_str() else { return };
    let wallet = client.choose(&["apple_pay", "google_pay"]);
    let attempt = format!("{}-{sheet}", client.name.replace(' ', "-"));
    client.world.intends_to_buy(&client.email());
    for _ in 0..TRIES {
        let number = client.choose(&CARDS);
        let Some(token) = token(client, number, wallet).await else { return };
        let mut body = client.checkout("stripe");
        body["payment_data"] = json!([
            { "key": "payment_method", "value": "stripe" },
            { "key": "wc-stripe-confirmation-token", "value": token },
            { "key": "express_payment_type", "value": wallet },
            { "key": "wc-stripe-is-deferred-intent", "value": true },
        ]);
        if let Some(status) = send(client, &body, &attempt, nonce).await {
            client.world.count("sheets answered", 1);
            if status != 400 {
                return;
            }
        }
        client.wait(20_000).await;
    }
}

async fn send(client: &mut Client, body: &Value, attempt: &str, nonce: &str) -> Option<u16> {
    let request = client.request(Method::POST, &format!("{API}/checkout"));
    let request = request.header("Nonce", client.nonce()).header("Idempotency-Key", attempt);
    let request = request.header("X-WCSTRIPE-EXPRESS-CHECKOUT", "true");
    let request = request.header("X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE", nonce);
    let answer = client.send(request.json(body)).await?;
    if answer.status == 200 {
        client.world.count("orders by wallets", 1);
    }
    Some(answer.status)
}

/// What the sheet hands over for a card.
async fn token(client: &mut Client, number: &str, wallet: &str) -> Option<String> {
    let fields = wallet_fields(number, wallet);
    let (_, token) =
        client.world.ask_provider(Method::POST, "/v1/confirmation_tokens", SANDBOX_PUBLIC_KEY, &fields).await;
    token["id"].as_str().map(str::to_owned)
}
