//! A subscriber: opens an account, has a weekly box paid by card, and looks after it. What falls due is the workers' business, in the
//! weeks after everybody else has gone.

use std::sync::Arc;

use rand::Rng;
use rand::rngs::StdRng;
use serde_json::json;

use crate::actors::account::{self, Account};
use crate::actors::bank::answer_bank;
use crate::client::Client;
use crate::world::{BOX_SKU, World};

/// Cards that pay now and later, that are refused later, and that ask their bank once.
const CARDS: [&str; 4] = ["4242424242424242", "4242424242424242", "4000000000000341", "4000003800000446"];

/// Lives until there are no steps left.
pub(crate) async fn live(world: Arc<World>, name: String, random: StdRng) {
    let mut client = Client::new(Arc::clone(&world), name, random);
    let (mut account, mut boxes) = (Account::None, 0);
    while world.take_step() {
        client.wait(90_000).await;
        match account {
            Account::LoggedIn if boxes == 0 => boxes += u64::from(subscribe(&mut client).await),
            Account::LoggedIn => look_after(&mut client).await,
            before => account = account::step(&mut client, before).await,
        }
    }
}

/// Orders a box; `true`: it is ordered.
async fn subscribe(client: &mut Client) -> bool {
    let Some(id) = client.product(BOX_SKU).await else { return false };
    let Some(cart) = client.read("/cart").await else { return false };
    if cart["items_count"] == 0 {
        client.write("/cart/add-item", &json!({ "id": id, "quantity": 1 }), None).await;
        return false;
    }
    client.world.intends_to_buy(&client.email());
    let number = client.choose(&CARDS);
    let Some(card) = client.card(number).await else { return false };
    let body = client.checkout_by_card(&card);
    let Some(answer) = client.write("/checkout", &body, None).await else { return false };
    if answer.status != 200 {
        return false;
    }
    client.world.count("subscriptions", 1);
    answer_bank(client, &answer.json()).await;
    true
}

/// Pauses or ends it, or pays what is due by hand.
async fn look_after(client: &mut Client) {
    let Some(data) = client.page_data("/my-account/subscriptions/").await else { return };
    let Some(number) = data["page"]["section"]["subscriptions"][0]["number"].as_str() else { return };
    let path = format!("/my-account/view-subscription/{number}/");
    let Some(seen) = client.page_data(&path).await else { return };
    if let Some(pay) = seen["page"]["section"]["pay_path"].as_str() {
        let pay = pay.to_owned();
        client.pay_order(&pay, "stripe", &CARDS).await;
        return;
    }
    if client.random.random_bool(0.8) {
        return;
    }
    let Some(nonce) = seen["page"]["nonce"].as_str() else { return };
    let action = client.choose(&["suspend", "cancel"]);
    client.submit(&path, &[("_wpnonce", nonce), ("action", action)]).await;
    client.world.count("subscriptions changed by their owners", 1);
}
