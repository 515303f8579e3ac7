//! The workers of a server.

use std::sync::Arc;

use shop_server::platform::workers;

use crate::schedule::ServerId;
use crate::world::World;

/// How often payments are followed: less often than by a server, as each round is mostly reading what has not changed.
const PAYMENTS_EVERY_MS: i64 = 30_000;
/// Once nobody buys any more the pauses grow by so much, up to the longest one, so that hours pass quickly.
const CALM_STEP_MS: i64 = 300_000;
const CALM_MOST_MS: i64 = 1_200_000;
/// Rounds of payments to one of what is due, until nobody buys any more.
const SWEEP_EVERY: u32 = 4;
/// Rounds of payments to one of tidying up.
const TIDY_EVERY: u32 = 12;

/// Works as long as the server runs.
pub(crate) async fn live(world: Arc<World>, server: ServerId) {
    let mut calm_ms = 0;
    for round in 1_u32.. {
        let is_calm = world.is_calm();
        if is_calm {
            calm_ms = (calm_ms + CALM_STEP_MS).min(CALM_MOST_MS);
        }
        world.schedule.sleep_ms(world.pause_ms(PAYMENTS_EVERY_MS, calm_ms)).await;
        let Some(running) = world.server(server) else { return };
        let shop = &running.state.shop;
        workers::follow_payments_once(shop).await;
        if is_calm || round % SWEEP_EVERY == 0 {
            workers::sweep_once(shop, &running.state.config).await;
        }
        if round % TIDY_EVERY == 0 {
            workers::tidy_once(shop, &running.state.config).await;
        }
    }
}
