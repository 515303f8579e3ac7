//! The commands of the binary.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, Subcommand, ValueEnum};
use shop_services::import::{
    ImportOptions, ImportReport, OnError, PictureImport, Progress, export_products, import_products,
};
use shop_services::payments::KeysFrom;
use shop_services::ports::{CatalogueStore, NewCustomer, Role, SettingsStore};
use shop_services::{Clock, Random, Shop, SystemClock, SystemRandom};
use shop_storage::Db;
use tokio_util::task::TaskTracker;

use crate::admin;
use crate::app::{self, Parts};
use crate::config::Config;
use crate::payments::Webhooks;
use crate::render::{Assets, EngineOptions, Renderer};
use crate::workers::Workers;

/// The shop: pages, store API, back office and workers in one binary.
#[derive(Debug, Parser)]
#[command(name = "shop", version)]
pub struct Cli {
    /// Database: sqlite://FILE or postgres://… (also DATABASE_URL).
    #[arg(long, global = true)]
    database: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the shop. Migrates the database; an empty shop is seeded unless --no-seed.
    Serve {
        /// Address to listen on, such as 127.0.0.1:8080; port 0 takes a free one.
        #[arg(long)]
        listen: Option<String>,
        /// Leave an empty shop empty.
        #[arg(long)]
        no_seed: bool,
    },
    /// Bring the database to this version.
    Migrate,
    /// Fill the shop with the catalogue that comes with the binary.
    Seed,
    /// Import a product CSV file.
    Import {
        /// The file.
        file: PathBuf,
        /// What a broken row does to the others.
        #[arg(long, value_enum, default_value_t = OnErrorArg::Keep)]
        on_error: OnErrorArg,
        /// Folder of the pictures that the file names; without it pictures are only noted.
        #[arg(long)]
        images: Option<PathBuf>,
    },
    /// Export all products as CSV; `-` writes to the standard output.
    Export {
        /// The file.
        file: PathBuf,
    },
    /// Set the shop up from one JSON document.
    Apply {
        /// The file.
        file: PathBuf,
    },
    /// People who log in.
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// List the settings of the process and their values now.
    Config,
    /// Print the description of the back office's API (OpenAPI).
    Openapi,
    /// Print a generated catalogue as CSV, for measuring.
    Generate {
        /// Number of products.
        count: usize,
    },
}

#[derive(Debug, Subcommand)]
enum UserCommand {
    /// Add a person. The password is read from SHOP_USER_PASSWORD, else made and printed once.
    Create {
        /// What the person may do.
        #[arg(long, value_enum)]
        role: RoleArg,
        /// E-mail.
        #[arg(long)]
        email: String,
        /// User name; the e-mail's first part unless given.
        #[arg(long)]
        username: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleArg {
    /// Runs the shop.
    Admin,
    /// Runs the shop's day, without its settings.
    ShopManager,
    /// Buys.
    Customer,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OnErrorArg {
    /// Good rows are imported.
    Keep,
    /// Nothing is imported.
    Nothing,
}

/// Why a command failed, in one line.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each wraps its cause")]
pub enum CliError {
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    #[error(transparent)]
    Open(#[from] shop_storage::OpenError),
    #[error(transparent)]
    Start(#[from] app::StartError),
    #[error(transparent)]
    Assets(#[from] crate::render::AssetsError),
    #[error(transparent)]
    Store(#[from] shop_services::ports::StoreError),
    #[error(transparent)]
    Apply(#[from] shop_services::apply::ApplyError),
    #[error(transparent)]
    Provider(#[from] crate::payments::ProviderError),
    #[error("{0}")]
    Import(String),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Usage(String),
}

/// Runs a command to its end, on a runtime of its own.
// Not an `async fn`: the compiler would make all that a public one needs, which is everything, for the unit tests too.
pub fn run(cli: Cli) -> Result<(), CliError> {
    tokio::runtime::Runtime::new()?.block_on(command(cli))
}

async fn command(cli: Cli) -> Result<(), CliError> {
    let mut config = Config::load()?;
    if let Some(database) = cli.database {
        config.database = database;
    }
    config.check()?;
    let mut out = std::io::stdout();
    match cli.command {
        Command::Serve { listen, no_seed } => {
            if let Some(listen) = listen {
                config.listen = listen;
            }
            config.check()?;
            serve(config, no_seed).await
        }
        Command::Migrate => open(&config).await.map(|_| ()),
        Command::Seed => {
            let shop = open(&config).await?;
            crate::seed::seed(&shop, &config.pictures(), &mut out).await
        }
        Command::Import { file, on_error, images } => import(&config, &file, on_error, images, &mut out).await,
        Command::Export { file } => export(&config, &file).await,
        Command::Apply { file } => {
            let shop = open(&config).await?;
            let text =
                std::fs::read_to_string(&file).map_err(|e| CliError::Usage(format!("{}: {e}", file.display())))?;
            let done = shop.apply_document(&text, &crate::password::hash_password_now).await?;
            writeln!(
                out,
                "applied: {} categories, {} products, {} people, {} coupons, {} reviews",
                done.categories, done.products, done.customers, done.coupons, done.reviews
            )?;
            Ok(())
        }
        Command::User { command: UserCommand::Create { role, email, username } } => {
            create_user(&config, role, &email, username, &mut out).await
        }
        Command::Config => Ok(write!(out, "{}", config.listing())?),
        Command::Openapi => Ok(write!(out, "{}", admin::openapi())?),
        Command::Generate { count } => Ok(write!(out, "{}", shop_services::import::generated_catalogue(count, 1))?),
    }
}

async fn open(config: &Config) -> Result<Shop, CliError> {
    let db = Db::open(&config.database_url()).await?;
    db.migrate().await?;
    Ok(Shop::new(Arc::new(db), Arc::new(SystemClock)))
}

async fn serve(config: Config, no_seed: bool) -> Result<(), CliError> {
    start_logging(&config);
    let mut out = std::io::stdout();
    let db = Arc::new(Db::open(&config.database_url()).await?);
    db.migrate().await?;
    let listener = tokio::net::TcpListener::bind(&config.listen)
        .await
        .map_err(|e| CliError::Usage(format!("cannot listen on {}: {e}", config.listen)))?;
    let address = listener.local_addr()?;
    let public_url = if config.public_url.is_empty() { format!("http://{address}") } else { config.public_url.clone() };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let random: Arc<dyn Random> = Arc::new(SystemRandom);
    let provider = crate::payments::start(&config, &public_url, Webhooks::Post(address), &clock, &random).await?;
    let engine = EngineOptions { threads: config.render_threads, ..EngineOptions::default() };
    let state = app::state(Parts {
        store: db.clone(),
        config: config.clone(),
        public_url: public_url.clone(),
        provider: provider.source,
        clock,
        random,
        renderer: Renderer::start(Assets::load()?, engine),
    })
    .await?;
    if !no_seed && db.load_setting(shop_services::settings::SHOP_SETTINGS).await?.is_none() {
        let empty = CatalogueStore::load_catalogue(db.as_ref()).await?.products.is_empty();
        if empty {
            writeln!(out, "the shop is empty: filling it with its own catalogue (this takes a moment)")?;
            crate::seed::seed(&state.shop, &config.pictures(), &mut out).await?;
        }
    }
    let first = admin::ensure_first_admin(&state.shop).await.map_err(|e| CliError::Usage(e.to_string()))?;
    app::prepare(&state).await?;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let workers = Workers::start(&state.shop, &config, &stopped);
    let rounds = tokio::spawn(work_when_told(workers, state.background.clone()));
    let router = app::router(&state);
    writeln!(out, "listening on http://{address}")?;
    writeln!(out, "shop:        {public_url}/")?;
    writeln!(out, "back office: {public_url}/admin/")?;
    if let Some(admin) = first {
        writeln!(out, "             user {}, password {} (shown only now)", admin.login, admin.password)?;
    }
    writeln!(out, "mailbox:     {public_url}/admin/mailbox")?;
    match state.shop.shown_keys().await?.from {
        KeysFrom::BackOffice => writeln!(out, "payments:    Stripe, by the keys of the back office")?,
        KeysFrom::Unreadable => writeln!(out, "payments:    none; SHOP_SECRETS_KEY does not open the stored keys")?,
        _ => writeln!(out, "payments:    {}", provider.kind)?,
    }
    out.flush()?;
    let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            wait_for_stop().await;
            // Requests in flight are finished; a connection that hangs does not keep the process.
            let _ = stop.send(true);
            tokio::spawn(async {
                tokio::time::sleep(std::time::Duration::from_secs(10)).await;
                std::process::exit(0);
            });
        })
        .await?;
    // Before the tasks are waited for, which a round would let others begin again.
    rounds.abort();
    let _ = rounds.await;
    state.background.close();
    state.background.wait().await;
    Ok(())
}

/// The signal USR1 begins a round of the workers; a line tells when it and what requests left to be done are over.
async fn work_when_told(workers: Arc<Workers>, background: TaskTracker) {
    let Ok(mut told) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined1()) else { return };
    while told.recv().await.is_some() {
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
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second start within one process (tests) keeps the first one's logging.
    let _ = if config.log_format == "json" { builder.json().try_init() } else { builder.with_target(false).try_init() };
}

async fn import(
    config: &Config,
    file: &std::path::Path,
    on_error: OnErrorArg,
    images: Option<PathBuf>,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    let shop = open(config).await?;
    let settings = shop.settings().await?;
    let reader = std::fs::File::open(file).map_err(|e| CliError::Usage(format!("{}: {e}", file.display())))?;
    let pictures = config.pictures();
    let stored = shop.store().load_setting(shop_services::settings::SHOP_SETTINGS).await?.is_some();
    let units = if stored {
        (settings.weight_unit.clone(), settings.dimension_unit.clone())
    } else {
        (String::new(), String::new())
    };
    let terminal = std::io::stderr().is_terminal();
    let mut last = std::time::Instant::now();
    let mut progress = |p: Progress| show_progress(p, terminal, &mut last);
    let report = import_products(
        shop.store(),
        reader,
        ImportOptions {
            on_error: match on_error {
                OnErrorArg::Keep => OnError::KeepGood,
                OnErrorArg::Nothing => OnError::AllOrNothing,
            },
            now: shop.now(),
            weight_unit: &units.0,
            dimension_unit: &units.1,
            pictures: images.as_deref().map(|folder| PictureImport { folder, store: &pictures }),
            progress: &mut progress,
        },
    )
    .await
    .map_err(|e| CliError::Import(e.to_string()))?;
    print_report(&report, out)?;
    if report.imported { Ok(()) } else { Err(CliError::Import("nothing was imported".into())) }
}

fn show_progress(p: Progress, terminal: bool, last: &mut std::time::Instant) {
    let finished = p.done == p.total;
    if last.elapsed().as_millis() < 200 && !finished {
        return;
    }
    *last = std::time::Instant::now();
    let filled = (p.done * 30).checked_div(p.total).unwrap_or(30);
    let bar = format!("{:<30}", "#".repeat(filled));
    let end = if terminal && !finished { "\r" } else { "\n" };
    let _ = write!(
        std::io::stderr(),
        "{:<10} [{bar}] {}/{}{end}",
        format!("{:?}", p.stage).to_lowercase(),
        p.done,
        p.total
    );
}

/// Prints what an import did, with every refused row.
pub(crate) fn print_report(report: &ImportReport, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    let lang = shop_core::Lang::En;
    for problem in &report.errors {
        writeln!(out, "line {}, {}: {}", problem.line, problem.column, problem.sentence(lang))?;
    }
    for problem in &report.warnings {
        writeln!(out, "note: line {}, {}: {}", problem.line, problem.column, problem.sentence(lang))?;
    }
    writeln!(
        out,
        "{} rows: {} added, {} updated, {} unchanged, {} failed",
        report.rows, report.added, report.updated, report.unchanged, report.failed
    )?;
    let pictures = &report.pictures;
    if pictures.made + pictures.kept + pictures.remote + pictures.unusable > 0 {
        writeln!(
            out,
            "pictures: {} made, {} kept, {} remote (not fetched), {} unusable",
            pictures.made, pictures.kept, pictures.remote, pictures.unusable
        )?;
    }
    Ok(())
}

async fn export(config: &Config, file: &std::path::Path) -> Result<(), CliError> {
    let shop = open(config).await?;
    let settings = shop.settings().await?;
    let data = shop.store().load_catalogue().await?;
    let write = |writer: &mut dyn Write| {
        export_products(&data, &settings.weight_unit, &settings.dimension_unit, writer)
            .map_err(|e| CliError::Import(e.to_string()))
    };
    if file.as_os_str() == "-" {
        return write(&mut std::io::stdout().lock());
    }
    let mut writer = std::io::BufWriter::new(std::fs::File::create(file)?);
    write(&mut writer)?;
    Ok(writer.flush()?)
}

async fn create_user(
    config: &Config,
    role: RoleArg,
    email: &str,
    username: Option<String>,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    if !shop_core::checkout::email::is_valid(email) {
        return Err(CliError::Usage(format!("`{email}` is no e-mail address")));
    }
    let username = username.unwrap_or_else(|| email.split('@').next().unwrap_or(email).to_owned());
    let given = std::env::var("SHOP_USER_PASSWORD").ok().filter(|p| !p.is_empty());
    let password = given.clone().unwrap_or_else(|| (&SystemRandom as &dyn Random).hex(10));
    crate::password::check_new_password(&password, &[email, &username]).map_err(|e| CliError::Usage(e.to_string()))?;
    let shop = open(config).await?;
    let new = NewCustomer {
        email: email.to_lowercase(),
        username: username.clone(),
        password_hash: crate::password::hash_password(&password).await.map_err(|e| CliError::Usage(e.to_string()))?,
        role: match role {
            RoleArg::Admin => Role::Admin,
            RoleArg::ShopManager => Role::ShopManager,
            RoleArg::Customer => Role::Customer,
        },
        first_name: String::new(),
        last_name: String::new(),
    };
    if shop.store().add_customer(&new, shop.now()).await?.is_none() {
        return Err(CliError::Usage("this e-mail or user name is taken".into()));
    }
    match given {
        Some(_) => writeln!(out, "added {username}")?,
        None => writeln!(out, "added {username}, password {password} (shown only now)")?,
    }
    Ok(())
}
