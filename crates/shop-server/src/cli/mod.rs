//! The commands of the binary.

mod backup;
#[cfg(debug_assertions)]
mod crash_point;
mod database;
mod serve;
mod transfer;
mod translate;
mod user;

use std::io::Write;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use self::database::open;
use self::transfer::{OnErrorArg, export, import};
use self::user::UserCommand;
use crate::platform::config::Config;
use crate::{admin, app, store_api};

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
        /// Path of the file.
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
        /// Path of the file.
        file: PathBuf,
    },
    /// Write the whole shop to one file; it may go on meanwhile.
    Backup {
        /// The file, which must not be there yet.
        file: PathBuf,
    },
    /// Bring a shop back from a backup, on either kind of database. Stop the server before.
    Restore {
        /// Path of the file.
        file: PathBuf,
        /// Lose what is in the database and the data folder.
        #[arg(long)]
        replace: bool,
        /// Read the file to its end and say what it holds; nothing is restored.
        #[arg(long, conflicts_with = "replace")]
        check: bool,
    },
    /// Set the shop up from one JSON document.
    Apply {
        /// Path of the file.
        file: PathBuf,
    },
    /// Draft the English texts that products lack, by the translator of the settings. Drafts wait in the back office.
    Translate {
        /// Products at most.
        #[arg(long, default_value_t = 1_000)]
        limit: usize,
    },
    /// People who log in.
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Look at everything a shop needs and say what is not in order. Ends with 1 where something fails.
    Doctor,
    /// List the settings of the process and their values now.
    Config,
    /// Print the description of an interface (OpenAPI).
    Openapi {
        /// Which of the interfaces.
        #[arg(value_enum, default_value_t = Interface::BackOffice)]
        interface: Interface,
    },
    /// Print a generated catalogue as CSV, for measuring.
    Generate {
        /// Number of products.
        count: usize,
    },
}

/// An API with an OpenAPI document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Interface {
    /// What the back office asks.
    BackOffice,
    /// What storefronts ask.
    Store,
}

/// Why a command failed, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Config(#[from] crate::platform::config::ConfigError),
    #[error(transparent)]
    Open(#[from] shop_storage::OpenError),
    #[error(transparent)]
    Start(#[from] app::StartError),
    #[error(transparent)]
    Assets(#[from] crate::render::AssetsError),
    #[error(transparent)]
    Store(#[from] shop_services::ports::StoreError),
    #[error(transparent)]
    Apply(#[from] shop_services::platform::apply::ApplyError),
    #[error(transparent)]
    Draft(#[from] shop_services::content::translations::DraftError),
    #[error(transparent)]
    Provider(#[from] crate::payments::provider::ProviderError),
    #[error(transparent)]
    VatRegister(#[from] crate::trade::vat_register::VatRegisterError),
    #[error(transparent)]
    DataFolder(#[from] crate::platform::data_folder::ReadableByOthers),
    #[error(transparent)]
    User(#[from] user::UserError),
    #[error("{0} of the checks failed")]
    Doctor(usize),
    #[error("{0}")]
    Import(String),
    #[error(transparent)]
    Seed(#[from] crate::platform::seed::SeedError),
    #[error(transparent)]
    Backup(#[from] crate::platform::backup::BackupError),
    #[error(transparent)]
    Upgrade(#[from] crate::platform::backup::UpgradeError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Usage(String),
}

/// Stack of each thread that serves requests: twice Tokio's default, which an unoptimised checkout once overflowed. Pages are
/// committed on use.
pub const STACK_BYTES: usize = 4 << 20;

/// Runs a command to completion on its own runtime. Not an `async fn`: the compiler would generate its whole call graph for the
/// unit tests too.
pub fn run(cli: Cli) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK_BYTES).build()?;
    runtime.block_on(command(cli))
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
            serve::serve(config, no_seed).await
        }
        Command::Migrate => open(&config).await.map(|_| ()),
        Command::Seed => {
            let shop = open(&config).await?;
            Ok(crate::platform::seed::seed(&shop, &config.pictures(), &mut out).await?)
        }
        Command::Import { file, on_error, images } => {
            Box::pin(import(&config, &file, on_error, images, &mut out)).await
        }
        Command::Export { file } => Box::pin(export(&config, &file)).await,
        Command::Apply { file } => {
            let shop = open(&config).await?;
            let text =
                std::fs::read_to_string(&file).map_err(|e| CliError::Usage(format!("{}: {e}", file.display())))?;
            let done = shop.set_up.apply_document(&text, &crate::accounts::password::hash_password_now).await?;
            writeln!(
                out,
                "applied: {} categories, {} products, {} people, {} coupons, {} reviews",
                done.categories, done.products, done.customers, done.coupons, done.reviews
            )?;
            Ok(())
        }
        Command::Translate { limit } => translate::translate(&config, limit, &mut out).await,
        Command::Backup { file } => backup::backup(&config, &file, &mut out).await,
        Command::Restore { file, check: true, .. } => backup::check(&config, &file, &mut out).await,
        Command::Restore { file, replace, .. } => backup::restore(&config, &file, replace, &mut out).await,
        Command::User { command } => Box::pin(user::run(&config, command, &mut out)).await,
        Command::Doctor => {
            let report = crate::platform::doctor::examine(&config).await;
            report.print(&mut out)?;
            if report.failures() == 0 { Ok(()) } else { Err(CliError::Doctor(report.failures())) }
        }
        Command::Config => Ok(write!(out, "{}", config.listing())?),
        Command::Openapi { interface: Interface::BackOffice } => Ok(write!(out, "{}", admin::openapi())?),
        Command::Openapi { interface: Interface::Store } => Ok(write!(out, "{}", store_api::openapi())?),
        Command::Generate { count } => {
            Ok(write!(out, "{}", shop_services::catalogue::import::generated_catalogue(count, 1))?)
        }
    }
}
