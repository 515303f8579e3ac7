//! `shop user`: people who log in.

use std::io::Write;

use clap::{Subcommand, ValueEnum};
use shop_services::accounts::RESET_LINK_S;
use shop_services::ports::{Customer, NewCustomer, PersonFilter, Role, StoreError};
use shop_services::{Random, Shop, SystemRandom};
use shop_storage::Db;

use super::CliError;
use super::database::{open_store, shop_over};
use crate::accounts::password::{PasswordError, WeakPassword, check_new_password, hash_password};
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Add a person. The password is read from SHOP_USER_PASSWORD, else made and printed once.
    Create {
        /// What the person may do.
        #[arg(long, value_enum)]
        role: RoleArg,
        /// E-mail address of the account.
        #[arg(long)]
        email: String,
        /// User name; the e-mail's first part unless given.
        #[arg(long)]
        username: Option<String>,
    },
    /// List people: role, user name, e-mail, and who is blocked.
    List {
        /// Only those with this role.
        #[arg(long, value_enum)]
        role: Option<RoleArg>,
    },
    /// Give a person another password, which ends all sessions. It is read from SHOP_USER_PASSWORD, else made and printed once.
    Password {
        /// E-mail or user name.
        login: String,
        /// Print a link by which the person chooses one, in place of setting it.
        #[arg(long)]
        link: bool,
    },
    /// End all sessions of a person.
    EndSessions {
        /// E-mail or user name.
        login: String,
    },
}

/// Error of an account command.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// No account has this login.
    #[error("nobody has the e-mail or user name `{0}`: shop user list shows who there is")]
    Unknown(String),
    /// The person cannot log in, whatever the password.
    #[error("{0} is blocked: unblock the account in the back office first")]
    Blocked(String),
    /// The e-mail address is invalid.
    #[error("`{0}` is no e-mail address")]
    NoEmail(String),
    /// Another account has it.
    #[error("this e-mail or user name is taken")]
    Taken,
    /// The password is too weak.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RoleArg {
    /// Runs the shop.
    Admin,
    /// Runs the shop's day, without its settings.
    ShopManager,
    /// Buys in the shop.
    Customer,
}

impl RoleArg {
    const fn role(self) -> Role {
        match self {
            Self::Admin => Role::Admin,
            Self::ShopManager => Role::ShopManager,
            Self::Customer => Role::Customer,
        }
    }
}

/// Runs one of them.
pub(super) async fn run(config: &Config, command: UserCommand, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    if let UserCommand::Create { email, .. } = &command
        && !shop_core::accounts::email::is_valid(email)
    {
        return Err(UserError::NoEmail(email.clone()).into());
    }
    let store = open_store(config).await?;
    let shop = shop_over(&store);
    match command {
        UserCommand::Create { role, email, username } => create(&shop, role, &email, username, out).await,
        UserCommand::List { role } => list(&shop, role, out).await,
        UserCommand::Password { login, link: true } => link(&shop, &store, config, &login, out).await,
        UserCommand::Password { login, link: false } => set_password(&shop, &login, out).await,
        UserCommand::EndSessions { login } => {
            let person = person(&shop, &login).await?;
            let ended = shop.logins.close_other_logins(person.id, "").await?;
            Ok(writeln!(out, "{}: {ended} sessions ended", person.username)?)
        }
    }
}

async fn person(shop: &Shop, login: &str) -> Result<Customer, UserError> {
    shop.logins.customer_by_login(login.trim()).await?.ok_or_else(|| UserError::Unknown(login.to_owned()))
}

async fn person_who_may_log_in(shop: &Shop, login: &str) -> Result<Customer, UserError> {
    let person = person(shop, login).await?;
    if person.blocked { Err(UserError::Blocked(person.username)) } else { Ok(person) }
}

/// A new password as it was given, or made: the password, and whether it was made.
fn new_password(logins: &[&str]) -> Result<(String, bool), UserError> {
    let given = std::env::var("SHOP_USER_PASSWORD").ok().filter(|p| !p.is_empty());
    let made = given.is_none();
    let password = given.unwrap_or_else(|| (&SystemRandom as &dyn Random).hex(10));
    check_new_password(&password, logins)?;
    Ok((password, made))
}

async fn create(
    shop: &Shop,
    role: RoleArg,
    email: &str,
    username: Option<String>,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    let username = username.unwrap_or_else(|| email.split('@').next().unwrap_or(email).to_owned());
    let (password, made) = new_password(&[email, &username])?;
    let new = NewCustomer {
        email: email.to_lowercase(),
        username: username.clone(),
        password_hash: hash_password(&password).await.map_err(UserError::from)?,
        role: role.role(),
        first_name: String::new(),
        last_name: String::new(),
    };
    if shop.logins.add_customer(&new).await?.is_none() {
        return Err(UserError::Taken.into());
    }
    let shown = if made { format!(", password {password} (shown only now)") } else { String::new() };
    Ok(writeln!(out, "added {username}{shown}")?)
}

async fn set_password(shop: &Shop, login: &str, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    let person = person_who_may_log_in(shop, login).await?;
    let (password, made) = new_password(&[&person.email, &person.username])?;
    let hash = hash_password(&password).await.map_err(UserError::from)?;
    shop.accounts.change_password(person.id, &hash).await?;
    let shown = if made { format!(" is {password} (shown only now)") } else { " is set".to_owned() };
    Ok(writeln!(out, "{}: the password{shown}, all sessions ended", person.username)?)
}

async fn link(
    shop: &Shop,
    store: &Db,
    config: &Config,
    login: &str,
    out: &mut (dyn Write + Send),
) -> Result<(), CliError> {
    let person = person_who_may_log_in(shop, login).await?;
    let secrets = Secrets::load(store, &SystemRandom).await?;
    let key = (&SystemRandom as &dyn Random).hex(24);
    shop.accounts.store_password_link(&person, secrets.token_hash(&key)).await?;
    let public =
        if config.public_url.is_empty() { format!("http://{}", config.listen) } else { config.public_url.clone() };
    writeln!(out, "{public}{}?key={key}", crate::accounts::PASSWORD_PATH)?;
    Ok(writeln!(out, "for {}, once, within {} hours", person.username, RESET_LINK_S / 3600)?)
}

async fn list(shop: &Shop, role: Option<RoleArg>, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    let per_page = 100;
    for page in 1.. {
        let filter = PersonFilter { role: role.map(RoleArg::role), page, per_page, ..PersonFilter::default() };
        let (people, total) = shop.people.list_people(&filter).await?;
        for person in &people {
            let blocked = if person.blocked_at.is_some() { " (blocked)" } else { "" };
            writeln!(out, "{:<12} {} {}{blocked}", person.role.as_str(), person.username, person.email)?;
        }
        if people.is_empty() || per_page.saturating_mul(page) >= total {
            break;
        }
    }
    Ok(())
}
