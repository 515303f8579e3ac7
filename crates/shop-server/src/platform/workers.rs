//! Background workers: they send e-mails, issue and hand over electronic invoices, release the stock of unpaid orders, renew
//! subscriptions, prepare standing orders, expire credit, delete expired carts, and erase personal data after its retention
//! period.

use std::sync::Arc;
use std::time::Duration;

use shop_services::Shop;
use shop_services::cart::delete_expired_carts;
use shop_services::orders::renewals::Renewed;
use shop_services::ports::{ExpiredData, StoreError};
use shop_services::privacy::personal_data::PersonalData;
use shop_storage::Db;
use tokio::sync::{Mutex, watch};

use crate::orders::einvoice_carriers::Carriers;
use crate::platform::backup::Schedule;
use crate::platform::config::Config;
use crate::platform::outgoing_mail::{self, Transport};
use crate::trade::attachments::Folder;
use crate::trade::registration_files;

/// Interval of the outbox.
const MAIL_EVERY: Duration = Duration::from_secs(5);
/// Interval of stock reservations and carts.
const SWEEP_EVERY: Duration = Duration::from_mins(1);
/// Interval of stored webhooks, and of payments whose status is unknown.
const PAYMENTS_EVERY: Duration = Duration::from_secs(5);
/// Interval of orphaned files.
const TIDY_EVERY: Duration = Duration::from_hours(1);
/// Interval of VAT numbers for which the register did not respond.
const VAT_EVERY: Duration = Duration::from_mins(1);
/// Interval of electronic invoices.
const EINVOICES_EVERY: Duration = Duration::from_mins(1);
/// Interval at which the backup schedule is checked.
const BACKUP_EVERY: Duration = Duration::from_mins(1);

/// The workers of a server. Each runs one round at a time.
pub struct Workers {
    shop: Arc<Shop>,
    config: Config,
    transport: Option<Transport>,
    backups: Schedule,
    carriers: Carriers,
    sweeping: Mutex<()>,
    following: Mutex<()>,
    sending: Mutex<()>,
    backing_up: Mutex<()>,
    checking_vat: Mutex<()>,
    invoicing: Mutex<()>,
}

impl Workers {
    /// Starts the workers, each with its own interval; they end when `stop` is set.
    pub fn start(shop: &Arc<Shop>, db: &Arc<Db>, config: &Config, stop: &watch::Receiver<bool>) -> Arc<Self> {
        let workers = Arc::new(Self {
            shop: Arc::clone(shop),
            config: config.clone(),
            transport: outgoing_mail::transport(config),
            backups: Schedule::new(db, config),
            carriers: Carriers::from_config(config),
            sweeping: Mutex::new(()),
            following: Mutex::new(()),
            sending: Mutex::new(()),
            backing_up: Mutex::new(()),
            checking_vat: Mutex::new(()),
            invoicing: Mutex::new(()),
        });
        workers.every(SWEEP_EVERY, stop, |workers| async move { workers.sweep().await });
        workers.every(PAYMENTS_EVERY, stop, |workers| async move { workers.follow_payments().await });
        workers.every(TIDY_EVERY, stop, |workers| async move { workers.tidy().await });
        workers.every(BACKUP_EVERY, stop, |workers| async move { workers.back_up().await });
        workers.every(VAT_EVERY, stop, |workers| async move { workers.check_vat().await });
        workers.every(EINVOICES_EVERY, stop, |workers| async move { workers.invoice().await });
        if workers.transport.is_some() {
            workers.every(MAIL_EVERY, stop, |workers| async move { workers.send_mail().await });
        }
        workers
    }

    /// Runs one round of all workers now, after any round in progress.
    pub async fn round(&self) {
        self.sweep().await;
        self.follow_payments().await;
        self.check_vat().await;
        self.send_mail().await;
        self.tidy().await;
        self.invoice().await;
        self.back_up().await;
    }

    fn every<R>(self: &Arc<Self>, span: Duration, stop: &watch::Receiver<bool>, round: fn(Arc<Self>) -> R)
    where
        R: Future<Output = ()> + Send + 'static,
    {
        let (workers, mut stop) = (Arc::clone(self), stop.clone());
        tokio::spawn(async move {
            while pause(&mut stop, span).await {
                // If the database is down, the round is skipped, instead of every step failing.
                if let Err(error) = workers.shop.health.ping().await {
                    tracing::warn!(%error, "the workers wait for the database");
                    continue;
                }
                round(Arc::clone(&workers)).await;
            }
        });
    }

    async fn sweep(&self) {
        let _turn = self.sweeping.lock().await;
        sweep_once(&self.shop, &self.config).await;
    }

    async fn check_vat(&self) {
        let _turn = self.checking_vat.lock().await;
        match self.shop.vat_checks.retry_waiting_numbers().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "VAT numbers that waited for the register were answered"),
            Err(error) => tracing::error!(%error, "asking the register of VAT numbers again failed"),
        }
    }

    async fn follow_payments(&self) {
        let _turn = self.following.lock().await;
        // Keys may be stored at any time, also by another process.
        if let Err(error) = self.shop.context.settings().await {
            tracing::error!(%error, "reading the settings failed");
        }
        if self.shop.context.gateway().is_some() {
            follow_payments_once(&self.shop).await;
        }
        if let Err(error) = self.shop.provider_setup.store_logged_errors().await {
            tracing::error!(%error, "keeping the provider's faults failed");
        }
    }

    async fn invoice(&self) {
        let _turn = self.invoicing.lock().await;
        self.carriers.round(&self.shop).await;
    }

    async fn send_mail(&self) {
        let _turn = self.sending.lock().await;
        let Some(transport) = &self.transport else { return };
        if let Err(error) = outgoing_mail::send_due(&self.shop, &self.config, transport).await {
            tracing::error!(%error, "reading the outbox failed");
        }
    }

    async fn tidy(&self) {
        tidy_once(&self.shop, &self.config).await;
    }

    async fn back_up(&self) {
        let _turn = self.backing_up.lock().await;
        match self.backups.look(self.shop.context.now()).await {
            Ok(None) => {}
            Ok(Some((path, made))) => {
                tracing::info!(file = %path.display(), rows = made.manifest.rows(), bytes = made.bytes, "the shop was backed up");
                for path in &made.left_out {
                    tracing::warn!(path = %path.display(), "left out of the backup, as it leads out of its folder");
                }
            }
            Err(error) => tracing::error!(%error, "the shop was not backed up"),
        }
    }
}

/// Waits for the next round; `false` when the server shuts down.
async fn pause(stop: &mut watch::Receiver<bool>, span: Duration) -> bool {
    tokio::select! {
        () = tokio::time::sleep(span) => !*stop.borrow(),
        _ = stop.changed() => false,
    }
}

/// Deletes orphaned files of conversations, and erases personal data after its retention period.
pub async fn tidy_once(shop: &Shop, config: &Config) {
    match shop.staff_conversations.forget_unknown_files(&Folder::of(config)).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "files that no conversation has were deleted"),
        Err(error) => tracing::error!(%error, "looking for files that no conversation has failed"),
    }
    match forget_unconfirmed(shop).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "subscriptions to the newsletter that nobody confirmed were deleted"),
        Err(error) => tracing::error!(%error, "deleting unconfirmed subscriptions failed"),
    }
    match shop.saved_methods.erase_at_gateway().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "customers whose accounts were deleted were forgotten by the provider"),
        Err(error) => tracing::error!(%error, "looking for customers whom the provider is to forget failed"),
    }
    for what in PersonalData::forgettings() {
        match forget_old(shop, what).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, ?what, "personal data whose time is over were forgotten"),
            Err(error) => tracing::error!(%error, ?what, "forgetting personal data failed"),
        }
    }
    match shop.analytics.forget_old().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "sums of visits whose time is over were forgotten"),
        Err(error) => tracing::error!(%error, "looking for old sums of visits failed"),
    }
}

/// Erases expired rows, a few at a time and at most 50,000; returns how many.
pub async fn forget_old(shop: &Shop, what: ExpiredData) -> Result<u64, StoreError> {
    in_portions(|| shop.personal_data.forget_some(what)).await
}

/// Deletes newsletter subscriptions that nobody confirmed in time, in the same way; returns how many.
pub async fn forget_unconfirmed(shop: &Shop) -> Result<u64, StoreError> {
    in_portions(|| shop.newsletter.forget_unconfirmed()).await
}

/// Runs batches while there may be more, for one round; returns how many rows were processed.
async fn in_portions<F>(portion: impl Fn() -> F) -> Result<u64, StoreError>
where
    F: Future<Output = Result<(u64, bool), StoreError>>,
{
    let mut done = 0;
    for _ in 0..STATEMENTS {
        let (some, more) = portion().await?;
        done += some;
        if !more {
            break;
        }
        // Requests that wait for the database go first.
        tokio::task::yield_now().await;
    }
    Ok(done)
}

/// Runs one round of time-driven work: unpaid orders, renewals, standing orders, credits, reminders, expired carts.
pub async fn sweep_once(shop: &Shop, config: &Config) {
    match shop.order_steps.cancel_unpaid_orders().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "orders not paid in time were cancelled"),
        Err(error) => tracing::error!(%error, "looking for unpaid orders failed"),
    }
    match shop.renewals.renew_subscriptions().await {
        Ok(done) if done == Renewed::default() => {}
        Ok(done) => tracing::info!(?done, "subscriptions were looked through"),
        Err(error) => tracing::error!(%error, "renewing subscriptions failed"),
    }
    match shop.standing_orders.prepare_due().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "buyers were asked about their standing orders"),
        Err(error) => tracing::error!(%error, "preparing standing orders failed"),
    }
    match shop.captures.warn_of_expiring_authorisations().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "the shop was warned of amounts that will lapse"),
        Err(error) => tracing::error!(%error, "looking for amounts that will lapse failed"),
    }
    match shop.credits.expire_credits().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "credits whose time is over were written off"),
        Err(error) => tracing::error!(%error, "looking for credits whose time is over failed"),
    }
    match shop.receivables.remind().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "companies were reminded of overdue invoices"),
        Err(error) => tracing::error!(%error, "reminding of overdue invoices failed"),
    }
    if let Err(error) = registration_files::delete_stray(shop, config).await {
        tracing::error!(%error, "deleting files of registrations that came to nothing failed");
    }
    if let Err(error) = shop.accounts.delete_dead_links().await {
        tracing::error!(%error, "deleting dead links and logins failed");
    }
    match delete_dead_carts(shop).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "dead carts were deleted"),
        Err(error) => tracing::error!(%error, "deleting dead carts failed"),
    }
}

/// Carts deleted in one statement: SQLite blocks other writers meanwhile.
const CARTS_AT_ONCE: u64 = 500;
/// Statements of a round, so that a million expired carts do not delay the other workers.
const STATEMENTS: u64 = 100;

/// Deletes expired carts, a few at a time and at most 50,000; returns how many.
pub async fn delete_dead_carts(shop: &Shop) -> Result<u64, StoreError> {
    let some = || async {
        let some = delete_expired_carts(&shop.carts, CARTS_AT_ONCE).await?;
        Ok((some, some >= CARTS_AT_ONCE))
    };
    in_portions(some).await
}

/// Runs one round of payments: applies stored webhooks, and asks the provider about payments and refunds whose status is unknown.
pub async fn follow_payments_once(shop: &Shop) {
    match shop.payment_events.fetch_missed_events().await {
        Ok(0) => {}
        Ok(count) => tracing::warn!(count, "messages of the payment provider were fetched that had not been delivered"),
        Err(error) => tracing::error!(%error, "storing the provider's messages failed"),
    }
    if let Err(error) = shop.payment_events.apply_events().await {
        tracing::error!(%error, "taking in the provider's messages failed");
    }
    match shop.settlement.check_payments().await {
        Ok(done) if done.queried == 0 => {}
        Ok(done) => tracing::info!(?done, "payments in doubt were looked at"),
        Err(error) => tracing::error!(%error, "looking at payments in doubt failed"),
    }
    match shop.settlement.check_refunds().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "refunds in doubt were looked at"),
        Err(error) => tracing::error!(%error, "looking at refunds in doubt failed"),
    }
}
