//! The provider's own side: what is due happens there, and its messages go to the shop.

use std::sync::Arc;

use crate::world::World;

/// How often messages go out.
const EVERY_MS: i64 = 1000;
/// The same once nobody buys any more.
const CALM_EVERY_MS: i64 = 30_000;

/// Delivers messages as long as the world lasts.
pub(crate) async fn live(world: Arc<World>) {
    loop {
        world.schedule.sleep_ms(if world.is_calm() { CALM_EVERY_MS } else { EVERY_MS }).await;
        let sent = world.sandbox.deliver_due().await;
        world.count("provider messages", u64::try_from(sent).unwrap_or_default());
    }
}
