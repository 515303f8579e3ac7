//! What the main account of a company does with its standing orders: makes them from a purchase list, orders, pauses and deletes them. When
//! one is due the workers say so, in the weeks after everybody else has gone.

use rand::Rng;
use shop_core::base::calendar::{local_day, name_of_day, weekday};

use crate::client::Client;

const PATH: &str = "/my-account/standing-orders/";
/// Calls of the trade layer.
const CALLS: &str = "/wp-admin/admin-ajax.php";
/// Days until the first delivery, at least.
const DAYS_AHEAD: i64 = 7;

/// One step of it.
pub(super) async fn look_after(client: &mut Client) {
    let Some(data) = client.page_data(PATH).await else { return };
    let section = &data["page"]["section"];
    let orders: Vec<String> = section["orders"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["path"].as_str().map(str::to_owned))
        .collect();
    let lists: Vec<String> =
        section["fields"]["lists"].as_array().into_iter().flatten().map(|list| list["id"].to_string()).collect();
    let Some(nonce) = data["page"]["nonce"].as_str() else { return };
    match (orders.first(), lists.first()) {
        (Some(path), _) if client.happens(0.8) => change(client, path).await,
        (_, Some(list)) => create(client, list, nonce).await,
        _ => save_list(client).await,
    }
}

async fn save_list(client: &mut Client) {
    let Some(token) = client.trade_token("/my-account/").await else { return };
    let Some(oil) = client.product("t-oil").await else { return };
    let products = format!("{oil}:2|");
    let fields = [
        ("action", "b2bking_bulkorder_save_list"),
        ("security", token.as_str()),
        ("title", "Settimana"),
        ("productstring", &products),
    ];
    client.submit(CALLS, &fields).await;
}

async fn create(client: &mut Client, list: &str, nonce: &str) {
    let from = local_day(client.world.schedule.now_ms() / 1000) + DAYS_AHEAD;
    let first = (from..from + 7).find(|day| (2..=5).contains(&weekday(*day))).map(name_of_day).unwrap_or_default();
    let fields = [("list_id", list), ("repeats", "weekly"), ("first_on", first.as_str()), ("_wpnonce", nonce)];
    let created = client.submit(PATH, &fields).await;
    client.world.count("standing orders", u64::from(created.is_some_and(|answer| answer.status == 303)));
}

async fn change(client: &mut Client, path: &str) {
    let Some(data) = client.page_data(path).await else { return };
    let Some(nonce) = data["page"]["nonce"].as_str() else { return };
    let version = data["page"]["section"]["version"].to_string();
    let action = match client.random.random_range(0..12) {
        0..=7 => "order",
        8 | 9 => "pause",
        10 => "resume",
        _ => "delete",
    };
    let fields = [("action", action), ("version", version.as_str()), ("_wpnonce", nonce)];
    client.submit(path, &fields).await;
}
