//! What runs beside requests: messages go out, unpaid orders give their stock back, subscriptions renew, credit ends, dead carts go.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use shop_services::Shop;
use shop_services::ports::{MailMessage, StoreError};
use shop_services::subscriptions::Renewals;
use tokio::sync::watch;

use crate::config::Config;

/// How often the outbox is looked through.
const MAIL_EVERY: Duration = Duration::from_secs(5);
/// How often holds and carts are looked through.
const SWEEP_EVERY: Duration = Duration::from_mins(1);
/// How often messages of the payment provider that wait, and payments in doubt, are looked at.
const PAYMENTS_EVERY: Duration = Duration::from_secs(5);
/// A claimed message belongs to its worker for this long.
const LEASE_S: i64 = 120;

/// What the workers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// To work each in its own time.
    Rounds,
    /// To begin a round now. Told once more, it is another round.
    Now,
    /// To end.
    Stop,
}

/// Starts the workers.
pub fn start(shop: &Arc<Shop>, config: &Config, calls: &watch::Receiver<Call>) {
    tokio::spawn(sweep(Arc::clone(shop), calls.clone()));
    if shop.gateway().is_some() {
        tokio::spawn(follow_payments(Arc::clone(shop), calls.clone()));
    }
    if !config.smtp_url.is_empty() {
        tokio::spawn(send_mail(Arc::clone(shop), config.clone(), calls.clone()));
    }
}

/// Waits for the next round; `false` when it is time to stop.
async fn pause(calls: &mut watch::Receiver<Call>, span: Duration) -> bool {
    tokio::select! {
        () = tokio::time::sleep(span) => *calls.borrow() != Call::Stop,
        told = calls.changed() => told.is_ok() && *calls.borrow() != Call::Stop,
    }
}

async fn sweep(shop: Arc<Shop>, mut calls: watch::Receiver<Call>) {
    while pause(&mut calls, SWEEP_EVERY).await {
        match shop.cancel_unpaid_orders().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "orders not paid in time were cancelled"),
            Err(error) => tracing::error!(%error, "looking for unpaid orders failed"),
        }
        match shop.renew_subscriptions().await {
            Ok(done) if done == Renewals::default() => {}
            Ok(done) => tracing::info!(?done, "subscriptions were looked through"),
            Err(error) => tracing::error!(%error, "renewing subscriptions failed"),
        }
        match shop.warn_of_lapsing().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "the shop was warned of amounts that will lapse"),
            Err(error) => tracing::error!(%error, "looking for amounts that will lapse failed"),
        }
        match shop.store().expire_credits(shop.now()).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "credits whose time is over were written off"),
            Err(error) => tracing::error!(%error, "looking for credits whose time is over failed"),
        }
        if let Err(error) = shop.store().delete_dead_tokens(shop.now()).await {
            tracing::error!(%error, "deleting dead links and logins failed");
        }
        if let Err(error) = shop.store().delete_expired_carts(shop.now()).await {
            tracing::error!(%error, "deleting dead carts failed");
        }
    }
}

async fn follow_payments(shop: Arc<Shop>, mut calls: watch::Receiver<Call>) {
    while pause(&mut calls, PAYMENTS_EVERY).await {
        follow_payments_once(&shop).await;
    }
}

/// One round of what follows payments: messages that wait are taken in, payments and refunds in doubt are asked about.
pub async fn follow_payments_once(shop: &Shop) {
    if let Err(error) = shop.take_in_events().await {
        tracing::error!(%error, "taking in the provider's messages failed");
    }
    match shop.check_payments().await {
        Ok(done) if done.asked == 0 => {}
        Ok(done) => tracing::info!(?done, "payments in doubt were looked at"),
        Err(error) => tracing::error!(%error, "looking at payments in doubt failed"),
    }
    match shop.check_refunds().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "refunds in doubt were looked at"),
        Err(error) => tracing::error!(%error, "looking at refunds in doubt failed"),
    }
}

async fn send_mail(shop: Arc<Shop>, config: Config, mut calls: watch::Receiver<Call>) {
    let transport = match AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp_url) {
        Ok(builder) => builder.timeout(Some(Duration::from_secs(20))).build(),
        Err(error) => {
            tracing::error!(%error, "smtp_url cannot be used: messages stay in the mailbox");
            return;
        }
    };
    while pause(&mut calls, MAIL_EVERY).await {
        if let Err(error) = send_due(&shop, &config, &transport).await {
            tracing::error!(%error, "reading the outbox failed");
        }
    }
}

async fn send_due(
    shop: &Shop,
    config: &Config,
    transport: &AsyncSmtpTransport<Tokio1Executor>,
) -> Result<(), StoreError> {
    let settings = shop.settings().await?;
    let from = if config.mail_from.is_empty() { settings.seller.email.clone() } else { config.mail_from.clone() };
    for mail in shop.store().claim_due_mail(shop.now(), LEASE_S, 20).await? {
        let sent = match message(&mail, &from, &settings.shop_name) {
            Ok(message) => transport.send(message).await.map(|_| ()).map_err(|e| e.to_string()),
            Err(reason) => Err(reason),
        };
        match sent {
            Ok(()) => shop.store().mark_mail_sent(mail.id, shop.now()).await?,
            Err(reason) => {
                tracing::warn!(mail = mail.id, attempts = mail.attempts, reason, "a message did not go out");
                // One minute, then twice as long each time, an hour at most.
                let wait = (60 << mail.attempts.clamp(0, 6)).min(3600);
                shop.store().mark_mail_failed(mail.id, &reason, shop.now() + wait).await?;
            }
        }
    }
    Ok(())
}

fn message(mail: &MailMessage, from: &str, shop_name: &str) -> Result<Message, String> {
    let from: Mailbox = Mailbox::new(Some(shop_name.to_owned()), from.parse().map_err(|e| format!("sender: {e}"))?);
    let to: Mailbox = mail.recipient.parse().map_err(|e| format!("recipient: {e}"))?;
    Message::builder()
        .from(from)
        .to(to)
        .subject(mail.subject.as_str())
        .multipart(MultiPart::alternative_plain_html(mail.body_text.clone(), mail.body_html.clone()))
        .map_err(|e| e.to_string())
}
