//! The worker that sends a server's messages, and the mail server, which sometimes refuses one or accepts it without a response.

use std::sync::Arc;

use crate::plan::FaultKind;
use crate::schedule::ServerId;
use crate::world::World;

/// How often the outbox is looked through.
const EVERY_MS: i64 = 30_000;
/// The same once nobody buys any more.
const CALM_EVERY_MS: i64 = 600_000;

/// Sends as long as the server runs.
pub(crate) async fn live(world: Arc<World>, server: ServerId) {
    loop {
        world.schedule.sleep_ms(world.pause_ms(EVERY_MS, CALM_EVERY_MS)).await;
        let Some(running) = world.server(server) else { return };
        let outbox = &running.state.shop.outbox;
        for mail in outbox.claim_due_mail().await.unwrap_or_default() {
            let line = format!("MAIL {}", mail.kind);
            let refused = world.fails(FaultKind::MailRefused, &line);
            if !refused {
                world.deliver_mail((mail.id, mail.created_at));
            }
            let is_marked = if refused || world.fails(FaultKind::MailResponseLost, &line) {
                outbox.mark_mail_failed(&mail, "421 try again later").await.map(|()| false)
            } else {
                outbox.mark_mail_sent(&mail).await.map(|()| true)
            };
            if is_marked.is_ok_and(|is_marked| is_marked) {
                world.mail_marked_sent((mail.id, mail.created_at));
            }
        }
    }
}
