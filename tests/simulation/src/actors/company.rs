//! The people of a company that pays by invoice: they order at the same time, up to what it may owe.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::json;

use crate::actors::account::{Account, log_in};
use crate::client::Client;
use crate::world::World;

/// Times that a lost order is sent again.
const TRIES: usize = 3;

/// Buys until there are no steps left. The account is there from the beginning.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut client = Client::new(Arc::clone(&world), name, random);
    let (mut account, mut orders) = (Account::None, 0_u64);
    while world.take_step() {
        client.wait(60_000).await;
        if account != Account::LoggedIn {
            account = log_in(&mut client, account).await;
        } else if client.happens(0.2) {
            take_offer(&mut client).await;
        } else if client.happens(0.4) {
            let sku = client.choose_product();
            let Some(id) = client.product(sku).await else { continue };
            let quantity = client.random.random_range(1..4);
            client.write("/cart/add-item", &json!({ "id": id, "quantity": quantity }), None).await;
        } else {
            orders += 1;
            order(&mut client, orders).await;
        }
    }
}

/// Puts the company's offer into the cart, as the page of offers does.
async fn take_offer(client: &mut Client) {
    let Some(page) = client.page_data("/my-account/offers/").await else { return };
    let Some(token) = page["page"]["trade_token"].as_str() else { return };
    let fields = [("action", "b2bkingaddoffer"), ("offer", "1"), ("security", token)];
    let taken = client.submit("/wp-admin/admin-ajax.php", &fields).await;
    client.world.count("offers in carts", u64::from(taken.is_some_and(|answer| answer.status == 200)));
}

async fn order(client: &mut Client, number: u64) {
    let Some(cart) = client.read("/cart").await else { return };
    if cart["items_count"] == 0 {
        return;
    }
    let method = client.choose(&["invoice", "invoice", "bacs"]);
    let body = client.checkout(method);
    let key = format!("{}-{number}", client.name.replace(' ', "-"));
    client.world.intends_to_buy(&client.email());
    for _ in 0..TRIES {
        if let Some(answer) = client.write("/checkout", &body, Some(&key)).await {
            client.world.count(if answer.status == 200 { "orders by invoice" } else { "orders by invoice refused" }, 1);
            return;
        }
        client.wait(20_000).await;
    }
}
