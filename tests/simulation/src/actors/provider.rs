//! The provider's own side: what is due happens there, its messages go to the shop, and now and then somebody refunds a payment in its
//! dashboard or a buyer disputes one.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reqwest::Method;
use serde_json::json;
use shop_tests::SANDBOX_KEY;

use crate::world::World;

/// How often messages go out once nobody buys any more.
const CALM_EVERY_MS: i64 = 30_000;
/// Most time between two looks at the dashboard.
const LOOK_EVERY_MS: i64 = 1000;
/// How often something happens in the dashboard, in a thousand rounds.
const DASHBOARD_PER_MILLE: u32 = 12;

/// Delivers messages as long as the world lasts.
pub(crate) async fn live(world: Arc<World>) {
    let mut random = StdRng::seed_from_u64(world.plan.seed ^ 0xda5b);
    let mut next_ms = 0;
    loop {
        world.schedule.sleep_ms(world.pause_ms(LOOK_EVERY_MS, CALM_EVERY_MS)).await;
        if world.plan.has_dashboard && !world.is_calm() && random.random_range(0..1000) < DASHBOARD_PER_MILLE {
            use_dashboard(&world, &mut random).await;
        }
        if !world.is_calm() && world.schedule.now_ms() < next_ms {
            continue;
        }
        next_ms = world.schedule.now_ms() + world.plan.messages_every_ms;
        let sent = world.sandbox.deliver_due().await;
        world.count("provider messages", u64::try_from(sent).unwrap_or_default());
    }
}

async fn use_dashboard(world: &World, random: &mut StdRng) {
    let charges = world.at_provider("/v1/charges?limit=100").await;
    let paid: Vec<_> = charges["data"].as_array().into_iter().flatten().filter(|one| one["captured"] == true).collect();
    if paid.is_empty() {
        return;
    }
    let charge = paid[random.random_range(0..paid.len())];
    let intent = charge["payment_intent"].as_str().unwrap_or_default();
    if random.random_bool(0.7) {
        let amount = random.random_range(50..400).to_string();
        let fields = [("payment_intent", intent), ("amount", &amount)];
        let (status, _) = world.ask_provider(Method::POST, "/v1/refunds", SANDBOX_KEY, &fields).await;
        world.tell(&format!("somebody refunds {amount} cents of {intent} in the dashboard: {status}"));
        world.count("refunds in the dashboard", 1);
    } else {
        let (status, _) = world.ask_sandbox("/_sandbox/disputes", &json!({ "payment_intent": intent })).await;
        world.tell(&format!("the buyer disputes {intent}: {status}"));
        world.count("disputes", 1);
    }
}
