//! All settings of the process. Parsed without a library of layers (figment): reading a file and the environment takes thirty
//! lines, and the list with its descriptions and secrets would be needed all the same.

use std::path::PathBuf;

use ipnet::IpNet;

use super::ConfigError;
use super::value::{Setting, Value, process_settings};

/// Default address of the metrics, which another shop on this machine may use.
pub(crate) const METRICS_LISTEN: &str = "127.0.0.1:9101";

process_settings! {
    /// Settings of the process.
    pub struct Config {
        listen: String = "127.0.0.1:8080", "SHOP_LISTEN",
            "address to listen on";
        database: String = "", "DATABASE_URL" [secret],
            "sqlite://FILE or postgres://…; empty: shop.db in the data folder";
        database_wait_ms: u32 = "10000", "SHOP_DATABASE_WAIT_MS",
            "how long a request waits for a connection or a lock of the database before it is refused, in milliseconds";
        data_dir: PathBuf = "data", "SHOP_DATA_DIR",
            "folder for the database file and pictures, in downloads/ the files that are sold, in registrations/ those that companies send";
        data_readable_by_others: bool = "no", "SHOP_DATA_READABLE_BY_OTHERS",
            "yes: start although other users of this machine can read the database file";
        metrics_listen: String = METRICS_LISTEN, "SHOP_METRICS_LISTEN",
            "address of /metrics and of /readyz with its reasons; not one that the public reaches; off: none";
        public_url: String = "", "SHOP_PUBLIC_URL",
            "the shop's address as shoppers type it; empty: http://LISTEN";
        smtp_url: String = "", "SHOP_SMTP_URL" [secret],
            "smtp://user:password@host:port; empty: messages stay in the mailbox of the back office";
        mail_from: String = "", "SHOP_MAIL_FROM",
            "sender of messages; empty: the seller's e-mail";
        pec_smtp_url: String = "", "SHOP_PEC_SMTP_URL" [secret],
            "smtps://user:password@host of the certified mailbox that sends electronic invoices; empty: none is sent by it";
        pec_from: String = "", "SHOP_PEC_FROM",
            "address of that mailbox";
        einvoice_url: String = "", "SHOP_EINVOICE_URL",
            "address of the intermediary's interface for electronic invoices; empty: none";
        einvoice_token: String = "", "SHOP_EINVOICE_TOKEN" [secret],
            "token that opens it";
        translate_url: String = "", "SHOP_TRANSLATE_URL",
            "address of a LibreTranslate that drafts missing English texts (shop translate); empty: none";
        translate_key: String = "", "SHOP_TRANSLATE_KEY" [secret],
            "key that opens it; empty: it asks for none";
        log_format: String = "text", "SHOP_LOG_FORMAT",
            "text or json";
        render_threads: u32 = "0", "SHOP_RENDER_THREADS",
            "page rendering threads; 0: one for each core";
        picture_effort: u32 = "4", "SHOP_PICTURE_EFFORT",
            "how long pictures are compressed: 0 soon done, 6 smallest files";
        rate_limit: u32 = "0", "SHOP_RATE_LIMIT",
            "store API requests per address in 10 s; 0: no limit";
        login_limit: u32 = "10", "SHOP_LOGIN_LIMIT",
            "login tries per address in 15 minutes";
        order_limit: u32 = "60", "SHOP_ORDER_LIMIT",
            "orders placed per address in an hour; 0: no limit";
        new_cart_limit: u32 = "300", "SHOP_NEW_CART_LIMIT",
            "new carts of guests per address in an hour; 0: no limit";
        vat_check_limit: u32 = "20", "SHOP_VAT_CHECK_LIMIT",
            "VAT numbers checked per address in an hour; 0: no limit";
        vies_url: String = "", "SHOP_VIES_URL",
            "address of the REST interface of VIES; empty: a stand-in, which takes every well-formed number for a real one";
        vies_time_limit_ms: u32 = "5000", "SHOP_VIES_TIME_LIMIT_MS",
            "how long an answer of VIES is waited for, in milliseconds, 5000 at most";
        connections: u32 = "4096", "SHOP_CONNECTIONS",
            "open connections in all; 0: as many as the system has files for";
        connections_per_address: u32 = "256", "SHOP_CONNECTIONS_PER_ADDRESS",
            "open connections of one address, trusted proxies excepted; 0: no limit";
        stripe_secret_key: String = "", "SHOP_STRIPE_SECRET_KEY" [secret],
            "secret key of Stripe; empty: that of the back office, or the sandbox, which moves no money";
        stripe_publishable_key: String = "", "SHOP_STRIPE_PUBLISHABLE_KEY",
            "publishable key of Stripe";
        stripe_webhook_secret: String = "", "SHOP_STRIPE_WEBHOOK_SECRET" [secret],
            "signing secret of the webhook /?wc-api=wc_stripe; two with a comma while one replaces the other";
        secrets_key: String = "", "SHOP_SECRETS_KEY" [secret],
            "64 hexadecimal digits that seal the keys entered in the back office; empty: none can be entered";
        stripe_url: String = "", "SHOP_STRIPE_URL",
            "address of Stripe's API; empty: Stripe's own";
        stripe_sandbox_origin: String = "", "SHOP_STRIPE_SANDBOX_ORIGIN",
            "origin of a sandbox's card fields when stripe_url is a sandbox of another process";
        sandbox_listen: String = "127.0.0.1:8090", "SHOP_SANDBOX_LISTEN",
            "address of the payment sandbox, used without a Stripe key; off: cards cannot be paid with";
        sandbox_secret_key: String = "", "SHOP_SANDBOX_SECRET_KEY" [secret],
            "secret key of the sandbox, for tests that steer it; empty: a new one at each start";
        sandbox_public_url: String = "", "SHOP_SANDBOX_PUBLIC_URL",
            "the sandbox's address as browsers reach it; empty: http://SANDBOX_LISTEN";
        sandbox_any_currency: bool = "no", "SHOP_SANDBOX_ANY_CURRENCY",
            "yes: the sandbox takes methods of other currencies too, so that all kinds can be tried";
        trusted_proxies: Vec<IpNet> = "", "SHOP_TRUSTED_PROXIES",
            "addresses or networks of proxies whose X-Forwarded-For counts, such as 127.0.0.1, 10.0.0.0/8";
        backup_dir: PathBuf = "", "SHOP_BACKUP_DIR",
            "folder for backups that the server makes; empty: backups in the data folder";
        backup_every_hours: u32 = "0", "SHOP_BACKUP_EVERY_HOURS",
            "hours from one backup of the server to the next; 0: it makes none by itself";
        backup_keep: u32 = "7", "SHOP_BACKUP_KEEP",
            "how many of them are kept, the newest ones";
        backup_passphrase: String = "", "SHOP_BACKUP_PASSPHRASE" [secret],
            "encrypts backups, and opens them again; empty: anybody who has the file can read it";
        backup_recipient: String = "", "SHOP_BACKUP_RECIPIENT",
            "age1…, in place of a passphrase: backups are encrypted for whoever has its identity";
        backup_identity_file: PathBuf = "", "SHOP_BACKUP_IDENTITY_FILE",
            "file with the identity of backup_recipient, to restore by; the server itself needs none";
    }
}
