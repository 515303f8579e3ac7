//! `shop serve`: the server from start to shutdown.

use std::io::{IsTerminal, Stdout, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use shop_services::payments::KeysFrom;
use shop_services::platform::settings::SHOP_SETTINGS;
use shop_services::ports::SettingsStore;
use shop_services::{Clock, Random, SystemClock, SystemRandom};
use shop_storage::Db;
use tokio_util::task::TaskTracker;

use super::CliError;
use super::database::migrate;
use crate::admin;
use crate::app::limits::connections::{self, ConnectionLimits};
use crate::app::{self, Parts};
use crate::payments::provider::{self, ProviderKind, Webhooks};
use crate::platform::config::Config;
use crate::platform::workers::Workers;
use crate::platform::{data_folder, ops, seed};
use crate::render::{Assets, EngineOptions, Renderer};

pub(super) async fn serve(config: Config, no_seed: bool) -> Result<(), CliError> {
    start_logging(&config);
    let mut out = std::io::stdout();
    data_folder::check(&config)?;
    #[cfg(debug_assertions)]
    super::crash_point::install();
    let db = Arc::new(Db::open_with_timeout(&config.database_url(), config.database_wait()).await?);
    migrate(&db, &config, &mut out).await?;
    let refused = |e: std::io::Error| CliError::Usage(format!("cannot listen on {}: {e}", config.listen));
    let socket = connections::reserve(&config.listen).await.map_err(refused)?;
    let address = socket.local_addr()?;
    let public_url = if config.public_url.is_empty() { format!("http://{address}") } else { config.public_url.clone() };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let random: Arc<dyn Random> = Arc::new(SystemRandom);
    let provider = provider::start(&config, &public_url, Webhooks::Post(address), &clock, &random).await?;
    let vat_register = crate::trade::vat_register::start(&config).await?.register;
    let engine =
        EngineOptions { threads: usize::try_from(config.render_threads).unwrap_or(0), ..EngineOptions::default() };
    let state = app::state(Parts {
        store: db.clone(),
        config: config.clone(),
        public_url: public_url.clone(),
        provider: provider.source,
        vat_register,
        clock,
        random,
        renderer: Renderer::start(Assets::load()?, engine),
    })
    .await?;
    let without_settings = db.load_setting(SHOP_SETTINGS).await?.is_none();
    if !no_seed && without_settings && !db.has_products().await? {
        writeln!(out, "the shop is empty: filling it with its own catalogue (this takes a moment)")?;
        seed::seed(&state.shop, &config.pictures(), &mut out).await?;
    }
    // Only now: a browser that connects to a shop without a catalogue would wait until seeding has finished.
    let listener = connections::listen(socket).map_err(refused)?;
    let first = admin::ensure_first_admin(&state.shop).await.map_err(|e| CliError::Usage(e.to_string()))?;
    app::prepare(&state).await?;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let workers = Workers::start(&state.shop, &db, &config, &stopped);
    let rounds = tokio::spawn(run_workers_on_signal(workers, state.background.clone()));
    let router = app::router(&state);
    print_addresses(&mut out, address, &public_url, first.as_ref())?;
    ops::listen(&config, &state, stopped, &mut out).await?;
    print_payments(&mut out, state.shop.provider_setup.key_info().await?.from, &provider.kind)?;
    out.flush()?;
    let limits = limits_of(&config);
    let stopping = stop.subscribe();
    tokio::spawn(async move {
        wait_for_stop().await;
        // Requests in flight finish; a stalled connection does not keep the process alive.
        let _ = stop.send(true);
        tokio::time::sleep(std::time::Duration::from_secs(10)).await;
        std::process::exit(0);
    });
    connections::serve(listener, router, limits, stopping).await;
    // Before waiting for background tasks, because a round would start new ones.
    rounds.abort();
    let _ = rounds.await;
    state.background.close();
    state.background.wait().await;
    Ok(())
}

/// Prints the addresses of the shop for people and scripts.
fn print_addresses(
    out: &mut Stdout,
    address: SocketAddr,
    public_url: &str,
    first: Option<&admin::FirstAdmin>,
) -> std::io::Result<()> {
    writeln!(out, "listening on http://{address}")?;
    writeln!(out, "shop:        {public_url}/")?;
    writeln!(out, "back office: {public_url}/admin/")?;
    if let Some(admin) = first {
        writeln!(out, "             user {}, password {} (shown only now)", admin.login, admin.password)?;
    }
    writeln!(out, "mailbox:     {public_url}/admin/mailbox")
}

fn print_payments(out: &mut Stdout, keys: KeysFrom, kind: &ProviderKind) -> std::io::Result<()> {
    match keys {
        KeysFrom::BackOffice => writeln!(out, "payments:    Stripe, by the keys of the back office"),
        KeysFrom::Unreadable => writeln!(out, "payments:    none; SHOP_SECRETS_KEY does not open the stored keys"),
        _ => writeln!(out, "payments:    {kind}"),
    }
}

fn limits_of(config: &Config) -> ConnectionLimits {
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let (all, per_address) = (size(config.connections), size(config.connections_per_address));
    ConnectionLimits::new(all, per_address, &config.trusted_proxies).within_system()
}

/// On SIGUSR1, runs a round of the workers; prints a line when it and the background tasks of requests have finished.
async fn run_workers_on_signal(workers: Arc<Workers>, background: TaskTracker) {
    let Ok(mut signals) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined1()) else { return };
    while signals.recv().await.is_some() {
        background.close();
        background.wait().await;
        background.reopen();
        workers.round().await;
        let mut out = std::io::stdout();
        let _ = writeln!(out, "workers:     a round is over").and_then(|()| out.flush());
    }
}

async fn wait_for_stop() {
    let interrupt = tokio::signal::ctrl_c();
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
        }
        Err(_) => {
            let _ = interrupt.await;
        }
    }
}

fn start_logging(config: &Config) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,access=info,shop_server=info,shop_services=info"));
    // A log that cannot be written (perhaps to the full disk) is lost; reporting that on stderr would end the process.
    let builder = tracing_subscriber::fmt().log_internal_errors(false);
    // Log files and service managers want no colours; `NO_COLOR` disables them in a terminal too.
    let plain = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    let colours = std::io::stderr().is_terminal() && !plain;
    let builder = builder.with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    // A second start within one process (tests) keeps the first one's logging.
    let _ = if config.log_format == "json" { builder.json().try_init() } else { builder.with_target(false).try_init() };
}
