//! Settings of the process: from `shop.toml`, overridden by environment variables, overridden by command-line flags.
//! (What the merchant sets is in the database: `shop_services::settings`.)

mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use ipnet::IpNet;
use serde::Deserialize;
use shop_pictures::{MAX_EFFORT, PictureStore};

pub(crate) use table::METRICS_LISTEN;
use table::SETTINGS;

use crate::sealing::Sealing;

/// Settings of the process.
#[derive(Clone)]
pub struct Config {
    /// Address to listen on.
    pub listen: String,
    /// `sqlite://…` or `postgres://…`.
    pub database: String,
    /// How long a request waits for a connection or a lock of the database, in milliseconds.
    pub database_wait_ms: u32,
    /// Folder for the SQLite file, pictures, and in `downloads` the files that are sold.
    pub data_dir: PathBuf,
    /// The database file may be readable by other users of the machine.
    pub data_readable_by_others: bool,
    /// Address for figures and detailed health, not for the public; `off`: there is none.
    pub metrics_listen: String,
    /// Address of the shop as shoppers type it, without a slash at the end; empty: taken from `listen`.
    pub public_url: String,
    /// `smtp://user:password@host:port`; empty: messages stay in the back office's mailbox.
    pub smtp_url: String,
    /// Sender of messages; empty: the seller's address.
    pub mail_from: String,
    /// `text` or `json`.
    pub log_format: String,
    /// Threads that render pages; 0: one for each core.
    pub render_threads: usize,
    /// How long pictures are compressed, 0 to 6.
    pub picture_effort: u8,
    /// Store API requests allowed per address in ten seconds; 0: no limit.
    pub rate_limit: u32,
    /// Logins tried per address in fifteen minutes.
    pub login_limit: u32,
    /// Orders placed per address in an hour; 0: no limit.
    pub order_limit: u32,
    /// New carts of guests stored per address in an hour; 0: no limit.
    pub new_cart_limit: u32,
    /// Open connections in all; 0: as many as the system has files for.
    pub connections: u32,
    /// Open connections of one address; 0: no limit.
    pub connections_per_address: u32,
    /// `sk_…` of Stripe; empty: the sandbox takes the payments.
    pub stripe_secret_key: String,
    /// `pk_…`, which pages may know.
    pub stripe_publishable_key: String,
    /// `whsec_…`; two with a comma while one replaces the other.
    pub stripe_webhook_secret: String,
    /// Seals secrets that are stored, 64 hexadecimal digits; empty: none can be stored.
    pub secrets_key: String,
    /// Address of Stripe's API; empty: Stripe's own.
    pub stripe_url: String,
    /// Origin of a sandbox that another process serves; empty: the page uses Stripe's script.
    pub stripe_sandbox_origin: String,
    /// Address on which the sandbox listens; `off`: there is none.
    pub sandbox_listen: String,
    /// The sandbox's secret key; empty: a new one at each start.
    pub sandbox_secret_key: String,
    /// The sandbox's address as shoppers' browsers reach it; empty: `http://LISTEN`.
    pub sandbox_public_url: String,
    /// The sandbox takes every kind of method, whatever its currency.
    pub sandbox_any_currency: bool,
    /// Proxies whose word about the client's address counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Folder for backups that the server makes; empty: `backups` in the data folder.
    pub backup_dir: PathBuf,
    /// Hours from one such backup to the next; 0: none is made.
    pub backup_every_hours: u32,
    /// How many of them are kept.
    pub backup_keep: u32,
    /// Encrypts and opens backups; empty: they are not encrypted with a passphrase.
    pub backup_passphrase: String,
    /// `age1…`, for whom backups are encrypted; empty: for nobody.
    pub backup_recipient: String,
    /// File with the recipient's identity, to restore by; empty: there is none.
    pub backup_identity_file: PathBuf,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).field("data_dir", &self.data_dir).finish_non_exhaustive()
    }
}

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    File {
        /// File.
        path: String,
        /// Why.
        reason: String,
    },
    /// A value is wrong.
    #[error("setting {name} = `{value}`: {reason}")]
    Value {
        /// Setting.
        name: &'static str,
        /// What was given; secrets are not repeated.
        value: String,
        /// What it must be.
        reason: &'static str,
    },
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(flatten)]
    values: std::collections::BTreeMap<String, toml::Value>,
}

impl File {
    /// Its known settings; none when it is not there.
    fn read(path: &Path) -> Result<Self, ConfigError> {
        let wrong = |reason: String| ConfigError::File { path: path.display().to_string(), reason };
        let file: Self = if path.exists() {
            let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
            toml::from_str(&text).map_err(|e| wrong(e.to_string()))?
        } else {
            Self::default()
        };
        if let Some(unknown) = file.values.keys().find(|key| !SETTINGS.iter().any(|s| s.key == *key)) {
            return Err(wrong(format!("unknown setting `{unknown}`; `shop config` lists the known ones")));
        }
        Ok(file)
    }

    fn text(&self, key: &str) -> Option<String> {
        self.values.get(key).map(|value| match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }
}

impl Config {
    /// Reads `shop.toml` in the current folder (if there is one) and the environment.
    pub fn load() -> Result<Self, ConfigError> {
        Self::from_sources(Path::new("shop.toml"), |name| std::env::var(name).ok())
    }

    /// Reads a file (if it is there) and what stands in for the environment.
    pub fn from_sources(path: &Path, env: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let file = File::read(path)?;
        let get = |key: &str| -> String {
            let Some(setting) = SETTINGS.iter().find(|s| s.key == key) else { return String::new() };
            env(setting.env)
                .filter(|v| !v.is_empty())
                .or_else(|| file.text(key))
                .unwrap_or_else(|| setting.default.to_owned())
        };
        let number = |name: &'static str| {
            let value = get(name);
            value.parse::<u32>().map_err(|_| ConfigError::Value {
                name,
                value,
                reason: "must be a whole number, 0 or more",
            })
        };
        let config = Self {
            listen: get("listen"),
            database: get("database"),
            database_wait_ms: number("database_wait_ms")?,
            data_dir: PathBuf::from(get("data_dir")),
            data_readable_by_others: yes_or_no("data_readable_by_others", get("data_readable_by_others"))?,
            metrics_listen: get("metrics_listen"),
            public_url: get("public_url").trim_end_matches('/').to_owned(),
            smtp_url: get("smtp_url"),
            mail_from: get("mail_from"),
            log_format: get("log_format"),
            render_threads: usize::try_from(number("render_threads")?).unwrap_or(0),
            picture_effort: u8::try_from(number("picture_effort")?).unwrap_or(u8::MAX),
            rate_limit: number("rate_limit")?,
            login_limit: number("login_limit")?,
            order_limit: number("order_limit")?,
            new_cart_limit: number("new_cart_limit")?,
            connections: number("connections")?,
            connections_per_address: number("connections_per_address")?,
            stripe_secret_key: get("stripe_secret_key"),
            stripe_publishable_key: get("stripe_publishable_key"),
            stripe_webhook_secret: get("stripe_webhook_secret"),
            secrets_key: get("secrets_key"),
            stripe_url: get("stripe_url").trim_end_matches('/').to_owned(),
            stripe_sandbox_origin: get("stripe_sandbox_origin").trim_end_matches('/').to_owned(),
            sandbox_listen: get("sandbox_listen"),
            sandbox_secret_key: get("sandbox_secret_key"),
            sandbox_public_url: get("sandbox_public_url").trim_end_matches('/').to_owned(),
            sandbox_any_currency: yes_or_no("sandbox_any_currency", get("sandbox_any_currency"))?,
            trusted_proxies: networks(&get("trusted_proxies"))?,
            backup_dir: PathBuf::from(get("backup_dir")),
            backup_every_hours: number("backup_every_hours")?,
            backup_keep: number("backup_keep")?,
            backup_passphrase: get("backup_passphrase"),
            backup_recipient: get("backup_recipient"),
            backup_identity_file: PathBuf::from(get("backup_identity_file")),
        };
        config.check()?;
        Ok(config)
    }

    /// Checks values that can be checked without the outside.
    pub fn check(&self) -> Result<(), ConfigError> {
        let wrong = |name, value: &str, reason| Err(ConfigError::Value { name, value: value.to_owned(), reason });
        if self.listen.parse::<std::net::SocketAddr>().is_err() {
            return wrong("listen", &self.listen, "must be an address and port, such as 127.0.0.1:8080");
        }
        if !self.database.is_empty()
            && !["sqlite:", "postgres:", "postgresql:"].iter().any(|p| self.database.starts_with(p))
        {
            return wrong("database", "(not shown)", "must start with sqlite:// or postgres://");
        }
        if !self.public_url.is_empty()
            && !self.public_url.starts_with("http://")
            && !self.public_url.starts_with("https://")
        {
            return wrong("public_url", &self.public_url, "must start with http:// or https://");
        }
        if self.metrics_listen != "off" && self.metrics_listen.parse::<std::net::SocketAddr>().is_err() {
            return wrong("metrics_listen", &self.metrics_listen, "must be an address and port, or off");
        }
        if self.sandbox_listen != "off" && self.sandbox_listen.parse::<std::net::SocketAddr>().is_err() {
            return wrong("sandbox_listen", &self.sandbox_listen, "must be an address and port, or off");
        }
        if !self.stripe_secret_key.is_empty() && self.stripe_publishable_key.is_empty() {
            return wrong("stripe_publishable_key", "", "is needed beside the secret key");
        }
        if !self.secrets_key.is_empty() && Sealing::new(&self.secrets_key).is_none() {
            return wrong(
                "secrets_key",
                "(not shown)",
                "must have 64 hexadecimal digits, as `openssl rand -hex 32` prints",
            );
        }
        // A request is given up after half a minute, and may have to wait twice.
        if !(1..=10_000).contains(&self.database_wait_ms) {
            return wrong("database_wait_ms", &self.database_wait_ms.to_string(), "must be 1 to 10000");
        }
        if self.backup_keep == 0 {
            return wrong("backup_keep", "0", "must be 1 or more");
        }
        if !self.backup_passphrase.is_empty() && !self.backup_recipient.is_empty() {
            return wrong("backup_recipient", &self.backup_recipient, "cannot be set beside a passphrase");
        }
        if !self.backup_recipient.is_empty() && self.backup_recipient.parse::<age::x25519::Recipient>().is_err() {
            return wrong("backup_recipient", &self.backup_recipient, "must be a recipient of age, such as age1…");
        }
        if self.picture_effort > MAX_EFFORT {
            return wrong("picture_effort", &self.picture_effort.to_string(), "must be 0 to 6");
        }
        if !matches!(self.log_format.as_str(), "text" | "json") {
            return wrong("log_format", &self.log_format, "must be text or json");
        }
        if !self.smtp_url.is_empty() && !self.smtp_url.starts_with("smtp://") && !self.smtp_url.starts_with("smtps://")
        {
            return wrong("smtp_url", "(not shown)", "must start with smtp:// or smtps://");
        }
        Ok(())
    }

    /// Whether messages leave the shop; without a mail server they stay in the mailbox of the back office.
    pub fn has_mail_server(&self) -> bool {
        !self.smtp_url.is_empty()
    }

    /// How long a request waits for a connection or a lock of the database.
    pub fn database_wait(&self) -> Duration {
        Duration::from_millis(self.database_wait_ms.into())
    }

    /// The database in use.
    pub fn database_url(&self) -> String {
        if self.database.is_empty() {
            format!("sqlite://{}", self.data_dir.join("shop.db").display())
        } else {
            self.database.clone()
        }
    }

    /// The file of an SQLite database.
    pub fn database_file(&self) -> Option<PathBuf> {
        let url = self.database_url();
        let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"))?;
        Some(PathBuf::from(path.split('?').next().unwrap_or(path)))
    }

    /// The store of resized pictures.
    pub fn pictures(&self) -> PictureStore {
        PictureStore::new(self.pictures_dir()).with_effort(self.picture_effort)
    }

    /// Folder of resized pictures.
    pub fn pictures_dir(&self) -> PathBuf {
        self.data_dir.join("pictures")
    }

    /// Folder of the files that are sold.
    pub fn downloads_dir(&self) -> PathBuf {
        self.data_dir.join("downloads")
    }

    /// The file by which Apple Pay knows the shop's domain, as the payment provider gives it.
    pub fn apple_pay_domain_file(&self) -> PathBuf {
        self.data_dir.join("well-known").join("apple-developer-merchantid-domain-association")
    }

    /// The list that `shop config` prints: name, variable, value now, meaning.
    pub fn listing(&self) -> String {
        let value = |key: &str| match key {
            "listen" => self.listen.clone(),
            "database" => self.database_url(),
            "database_wait_ms" => self.database_wait_ms.to_string(),
            "data_dir" => self.data_dir.display().to_string(),
            "data_readable_by_others" => word(self.data_readable_by_others),
            "metrics_listen" => self.metrics_listen.clone(),
            "public_url" => self.public_url.clone(),
            "smtp_url" => self.smtp_url.clone(),
            "mail_from" => self.mail_from.clone(),
            "log_format" => self.log_format.clone(),
            "render_threads" => self.render_threads.to_string(),
            "picture_effort" => self.picture_effort.to_string(),
            "rate_limit" => self.rate_limit.to_string(),
            "login_limit" => self.login_limit.to_string(),
            "order_limit" => self.order_limit.to_string(),
            "new_cart_limit" => self.new_cart_limit.to_string(),
            "connections" => self.connections.to_string(),
            "connections_per_address" => self.connections_per_address.to_string(),
            "stripe_secret_key" => self.stripe_secret_key.clone(),
            "stripe_publishable_key" => self.stripe_publishable_key.clone(),
            "stripe_webhook_secret" => self.stripe_webhook_secret.clone(),
            "secrets_key" => self.secrets_key.clone(),
            "stripe_url" => self.stripe_url.clone(),
            "stripe_sandbox_origin" => self.stripe_sandbox_origin.clone(),
            "sandbox_listen" => self.sandbox_listen.clone(),
            "sandbox_secret_key" => self.sandbox_secret_key.clone(),
            "sandbox_public_url" => self.sandbox_public_url.clone(),
            "sandbox_any_currency" => word(self.sandbox_any_currency),
            "backup_dir" => self.backup_dir.display().to_string(),
            "backup_every_hours" => self.backup_every_hours.to_string(),
            "backup_keep" => self.backup_keep.to_string(),
            "backup_passphrase" => self.backup_passphrase.clone(),
            "backup_recipient" => self.backup_recipient.clone(),
            "backup_identity_file" => self.backup_identity_file.display().to_string(),
            _ => self.trusted_proxies.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let mut out = String::new();
        for setting in SETTINGS {
            let now = value(setting.key);
            let hidden = setting.secret && !now.is_empty() && !now.starts_with("sqlite:");
            let shown = if hidden { "(set, not shown)".to_owned() } else { format!("{now:?}") };
            out.push_str(&format!("{:<15} {:<20} {shown}\n{:<16}{}\n", setting.key, setting.env, "", setting.about));
        }
        out
    }
}

fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn yes_or_no(name: &'static str, value: String) -> Result<bool, ConfigError> {
    match value.as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ConfigError::Value { name, value, reason: "must be yes or no" }),
    }
}

/// Networks of a list with commas; a single address is a network of its own.
fn networks(list: &str) -> Result<Vec<IpNet>, ConfigError> {
    let read = |text: &str| {
        text.parse().or_else(|_| text.parse::<std::net::IpAddr>().map(IpNet::from)).map_err(|_| ConfigError::Value {
            name: "trusted_proxies",
            value: text.to_owned(),
            reason: "must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8",
        })
    };
    list.split(',').map(str::trim).filter(|text| !text.is_empty()).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(values: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::from_sources(Path::new("/nonexistent/shop.toml"), |name| {
            values.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
        })
    }

    #[test]
    fn a_wrong_value_is_named() {
        for (name, value, expected) in [
            ("SHOP_LISTEN", "8080", "listen"),
            ("DATABASE_URL", "mysql://x", "database"),
            ("SHOP_PUBLIC_URL", "shop.example", "public_url"),
            ("SHOP_RATE_LIMIT", "-1", "rate_limit"),
            ("SHOP_PICTURE_EFFORT", "7", "picture_effort"),
            ("SHOP_PICTURE_EFFORT", "256", "picture_effort"),
            ("SHOP_LOG_FORMAT", "xml", "log_format"),
            ("SHOP_TRUSTED_PROXIES", "10.0.0.0/8, proxy.local", "proxy.local"),
            ("SHOP_SANDBOX_LISTEN", "8090", "sandbox_listen"),
            ("SHOP_METRICS_LISTEN", "9101", "metrics_listen"),
            ("SHOP_DATA_READABLE_BY_OTHERS", "true", "data_readable_by_others"),
            ("SHOP_SANDBOX_ANY_CURRENCY", "1", "sandbox_any_currency"),
            ("SHOP_STRIPE_SECRET_KEY", "sk_test_1", "stripe_publishable_key"),
            ("SHOP_SECRETS_KEY", "geheim", "secrets_key"),
            ("SHOP_BACKUP_EVERY_HOURS", "daily", "backup_every_hours"),
            ("SHOP_BACKUP_KEEP", "0", "backup_keep"),
            ("SHOP_BACKUP_RECIPIENT", "geheim", "backup_recipient"),
        ] {
            let error = load(&[(name, value)]).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_backup_is_encrypted_in_one_way() {
        let recipient = ("SHOP_BACKUP_RECIPIENT", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p");
        assert!(load(&[recipient]).is_ok());
        assert!(load(&[recipient, ("SHOP_BACKUP_PASSPHRASE", "geheim")]).is_err());
    }

    #[test]
    fn secrets_are_neither_listed_nor_repeated() {
        let config = load(&[
            ("DATABASE_URL", "postgres://shop:geheim@db/shop"),
            ("SHOP_SMTP_URL", "smtp://u:geheim@h"),
            ("SHOP_BACKUP_PASSPHRASE", "geheim"),
        ])
        .unwrap();
        assert!(!config.listing().contains("geheim"));
        assert!(!format!("{config:?}").contains("geheim"));
        for wrong in [("SHOP_SMTP_URL", "http://u:geheim@h"), ("SHOP_SECRETS_KEY", "geheim")] {
            assert!(!load(&[wrong]).unwrap_err().to_string().contains("geheim"), "{wrong:?}");
        }
    }
}
