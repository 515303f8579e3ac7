//! `shop user`: people who log in.

use std::io::Write;

use clap::{Subcommand, ValueEnum};
use shop_services::ports::{NewCustomer, Role};
use shop_services::{Random, SystemRandom};

use super::CliError;
use super::database::open;
use crate::config::Config;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
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
pub(super) enum RoleArg {
    /// Runs the shop.
    Admin,
    /// Runs the shop's day, without its settings.
    ShopManager,
    /// Buys.
    Customer,
}

/// Runs one of them.
pub(super) async fn run(config: &Config, command: UserCommand, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    match command {
        UserCommand::Create { role, email, username } => create(config, role, &email, username, out).await,
    }
}

async fn create(
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
