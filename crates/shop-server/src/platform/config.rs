//! Configuration of the process: from `shop.toml`, overridden by environment variables, overridden by command-line flags. (The
//! merchant's settings are in the database: `shop_services::platform::settings`.)

#[cfg(test)]
mod pages;
mod table;
mod value;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use shop_pictures::{MAX_EFFORT, PictureStore};

pub use table::Config;
pub(crate) use table::METRICS_LISTEN;
use table::SETTINGS;

use crate::platform::sealing::Sealing;

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).field("data_dir", &self.data_dir).finish_non_exhaustive()
    }
}

/// Error of an unusable setting.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    File { path: String, reason: String },
    /// A value is invalid.
    #[error("setting {name} = `{value}`: {reason}")]
    Value {
        name: &'static str,
        /// The given value; secrets are omitted.
        value: String,
        /// Description of valid values.
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
    /// Reads the known settings of the file; none when it does not exist.
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
    /// Reads `shop.toml` in the current folder (if it exists) and the environment.
    pub fn load() -> Result<Self, ConfigError> {
        Self::from_sources(Path::new("shop.toml"), |name| std::env::var(name).ok())
    }

    /// Reads a file (if it exists), and `env` in place of the environment.
    pub fn from_sources(path: &Path, env: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let file = File::read(path)?;
        let mut config = Self::from_texts(|key, variable, default| {
            let own = env(variable).filter(|value| !value.is_empty());
            own.or_else(|| file.text(key)).unwrap_or_else(|| default.to_owned())
        })?;
        let addresses = [
            &mut config.public_url,
            &mut config.stripe_url,
            &mut config.vies_url,
            &mut config.stripe_sandbox_origin,
            &mut config.sandbox_public_url,
        ];
        for address in addresses {
            address.truncate(address.trim_end_matches('/').len());
        }
        config.check()?;
        Ok(config)
    }

    /// Checks values that can be checked without I/O.
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
        // A request times out after half a minute and may have to wait twice.
        if !(1..=10_000).contains(&self.database_wait_ms) {
            return wrong("database_wait_ms", &self.database_wait_ms.to_string(), "must be 1 to 10000");
        }
        if !self.vies_url.is_empty() && !["http://", "https://"].iter().any(|p| self.vies_url.starts_with(p)) {
            return wrong("vies_url", &self.vies_url, "must start with http:// or https://");
        }
        // A checkout waits for the register.
        if !(1..=5_000).contains(&self.vies_time_limit_ms) {
            return wrong("vies_time_limit_ms", &self.vies_time_limit_ms.to_string(), "must be 1 to 5000");
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
        if self.picture_effort > u32::from(MAX_EFFORT) {
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

    /// Tells whether e-mails are sent; without a mail server they remain in the mailbox of the back office.
    pub fn has_mail_server(&self) -> bool {
        !self.smtp_url.is_empty()
    }

    /// Returns how long a request waits for a connection or lock of the database.
    pub fn database_wait(&self) -> Duration {
        Duration::from_millis(self.database_wait_ms.into())
    }

    /// Returns the URL of the database.
    pub fn database_url(&self) -> String {
        if self.database.is_empty() {
            format!("sqlite://{}", self.data_dir.join("shop.db").display())
        } else {
            self.database.clone()
        }
    }

    /// Returns the file of an SQLite database.
    pub fn database_file(&self) -> Option<PathBuf> {
        let url = self.database_url();
        let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"))?;
        Some(PathBuf::from(path.split('?').next().unwrap_or(path)))
    }

    /// Returns the store of resized pictures.
    pub fn pictures(&self) -> PictureStore {
        PictureStore::new(self.pictures_dir()).with_effort(u8::try_from(self.picture_effort).unwrap_or(MAX_EFFORT))
    }

    /// Folder of resized pictures.
    pub fn pictures_dir(&self) -> PathBuf {
        self.data_dir.join("pictures")
    }

    /// Folder of downloadable products.
    pub fn downloads_dir(&self) -> PathBuf {
        self.data_dir.join("downloads")
    }

    /// Folder of the files in conversations.
    pub fn attachments_dir(&self) -> PathBuf {
        self.data_dir.join("attachments")
    }

    /// Folder of the files of trade registrations.
    pub fn registrations_dir(&self) -> PathBuf {
        self.data_dir.join("registrations")
    }

    /// File that verifies the shop's domain for Apple Pay, from the payment provider.
    pub fn apple_pay_domain_file(&self) -> PathBuf {
        self.data_dir.join("well-known").join("apple-developer-merchantid-domain-association")
    }

    /// Formats the list for `shop config`: name, variable, current value, meaning.
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for (setting, own) in SETTINGS.iter().zip(self.texts()) {
            let now = if setting.key == "database" { self.database_url() } else { own };
            let hidden = setting.secret && !now.is_empty() && !now.starts_with("sqlite:");
            let shown = if hidden { "(set, not shown)".to_owned() } else { format!("{now:?}") };
            out.push_str(&format!("{:<15} {:<20} {shown}\n{:<16}{}\n", setting.key, setting.env, "", setting.about));
        }
        out
    }
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
