//! The workers of a server.

use std::sync::Arc;

use shop_server::workers;

use crate::schedule::ServerId;
use crate::world::World;

/// How often payments are followed.
const PAYMENTS_EVERY_MS: i64 = 5000;
/// The same once nobody buys any more, so that hours pass quickly.
const CALM_EVERY_MS: i64 = 60_000;
/// Rounds of payments to one of the others.
const SWEEP_EVERY: u32 = 12;

/// Works as long as the server runs.
pub(crate) async fn live(world: Arc<World>, server: ServerId) {
    for round in 1_u32.. {
        let every_ms = if world.is_calm() { CALM_EVERY_MS } else { PAYMENTS_EVERY_MS };
        world.schedule.sleep_ms(every_ms).await;
        let Some(running) = world.server(server) else { return };
        let shop = &running.state.shop;
        workers::follow_payments_once(shop).await;
        if round % SWEEP_EVERY == 0 {
            workers::sweep_once(shop, &running.state.config).await;
        }
    }
}
