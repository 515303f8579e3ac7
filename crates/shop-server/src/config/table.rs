//! The settings of the process with their names, defaults and meanings.

/// One setting as `shop config` lists it.
pub(super) struct Setting {
    /// Its name in `shop.toml`.
    pub(super) key: &'static str,
    /// Its environment variable.
    pub(super) env: &'static str,
    /// What holds without one.
    pub(super) default: &'static str,
    /// Never shown.
    pub(super) secret: bool,
    /// What it is, for people.
    pub(super) about: &'static str,
}

/// The figures' usual address, which another shop of this machine may have taken.
pub(crate) const METRICS_LISTEN: &str = "127.0.0.1:9101";

/// All of them, in the order in which `shop config` lists them.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        key: "listen",
        env: "SHOP_LISTEN",
        default: "127.0.0.1:8080",
        secret: false,
        about: "address to listen on",
    },
    Setting {
        key: "database",
        env: "DATABASE_URL",
        default: "",
        secret: true,
        about: "sqlite://FILE or postgres://…; empty: shop.db in the data folder",
    },
    Setting {
        key: "database_wait_ms",
        env: "SHOP_DATABASE_WAIT_MS",
        default: "10000",
        secret: false,
        about: "how long a request waits for a connection or a lock of the database before it is refused, in milliseconds",
    },
    Setting {
        key: "data_dir",
        env: "SHOP_DATA_DIR",
        default: "data",
        secret: false,
        about: "folder for the database file and pictures, and in downloads/ the files that are sold",
    },
    Setting {
        key: "data_readable_by_others",
        env: "SHOP_DATA_READABLE_BY_OTHERS",
        default: "no",
        secret: false,
        about: "yes: start although other users of this machine can read the database file",
    },
    Setting {
        key: "metrics_listen",
        env: "SHOP_METRICS_LISTEN",
        default: METRICS_LISTEN,
        secret: false,
        about: "address of /metrics and of /readyz with its reasons; not one that the public reaches; off: none",
    },
    Setting {
        key: "public_url",
        env: "SHOP_PUBLIC_URL",
        default: "",
        secret: false,
        about: "the shop's address as shoppers type it; empty: http://LISTEN",
    },
    Setting {
        key: "smtp_url",
        env: "SHOP_SMTP_URL",
        default: "",
        secret: true,
        about: "smtp://user:password@host:port; empty: messages stay in the mailbox of the back office",
    },
    Setting {
        key: "mail_from",
        env: "SHOP_MAIL_FROM",
        default: "",
        secret: false,
        about: "sender of messages; empty: the seller's e-mail",
    },
    Setting { key: "log_format", env: "SHOP_LOG_FORMAT", default: "text", secret: false, about: "text or json" },
    Setting {
        key: "render_threads",
        env: "SHOP_RENDER_THREADS",
        default: "0",
        secret: false,
        about: "page rendering threads; 0: one for each core",
    },
    Setting {
        key: "picture_effort",
        env: "SHOP_PICTURE_EFFORT",
        default: "4",
        secret: false,
        about: "how long pictures are compressed: 0 soon done, 6 smallest files",
    },
    Setting {
        key: "rate_limit",
        env: "SHOP_RATE_LIMIT",
        default: "0",
        secret: false,
        about: "store API requests per address in 10 s; 0: no limit",
    },
    Setting {
        key: "login_limit",
        env: "SHOP_LOGIN_LIMIT",
        default: "10",
        secret: false,
        about: "login tries per address in 15 minutes",
    },
    Setting {
        key: "order_limit",
        env: "SHOP_ORDER_LIMIT",
        default: "60",
        secret: false,
        about: "orders placed per address in an hour; 0: no limit",
    },
    Setting {
        key: "stripe_secret_key",
        env: "SHOP_STRIPE_SECRET_KEY",
        default: "",
        secret: true,
        about: "secret key of Stripe; empty: that of the back office, or the sandbox, which moves no money",
    },
    Setting {
        key: "stripe_publishable_key",
        env: "SHOP_STRIPE_PUBLISHABLE_KEY",
        default: "",
        secret: false,
        about: "publishable key of Stripe",
    },
    Setting {
        key: "stripe_webhook_secret",
        env: "SHOP_STRIPE_WEBHOOK_SECRET",
        default: "",
        secret: true,
        about: "signing secret of the webhook /?wc-api=wc_stripe; two with a comma while one replaces the other",
    },
    Setting {
        key: "secrets_key",
        env: "SHOP_SECRETS_KEY",
        default: "",
        secret: true,
        about: "64 hexadecimal digits that seal the keys entered in the back office; empty: none can be entered",
    },
    Setting {
        key: "stripe_url",
        env: "SHOP_STRIPE_URL",
        default: "",
        secret: false,
        about: "address of Stripe's API; empty: Stripe's own",
    },
    Setting {
        key: "stripe_sandbox_origin",
        env: "SHOP_STRIPE_SANDBOX_ORIGIN",
        default: "",
        secret: false,
        about: "origin of a sandbox's card fields when stripe_url is a sandbox of another process",
    },
    Setting {
        key: "sandbox_listen",
        env: "SHOP_SANDBOX_LISTEN",
        default: "127.0.0.1:8090",
        secret: false,
        about: "address of the payment sandbox, used without a Stripe key; off: cards cannot be paid with",
    },
    Setting {
        key: "sandbox_secret_key",
        env: "SHOP_SANDBOX_SECRET_KEY",
        default: "",
        secret: true,
        about: "secret key of the sandbox, for tests that steer it; empty: a new one at each start",
    },
    Setting {
        key: "sandbox_public_url",
        env: "SHOP_SANDBOX_PUBLIC_URL",
        default: "",
        secret: false,
        about: "the sandbox's address as browsers reach it; empty: http://SANDBOX_LISTEN",
    },
    Setting {
        key: "sandbox_any_currency",
        env: "SHOP_SANDBOX_ANY_CURRENCY",
        default: "no",
        secret: false,
        about: "yes: the sandbox takes methods of other currencies too, so that all kinds can be tried",
    },
    Setting {
        key: "trusted_proxies",
        env: "SHOP_TRUSTED_PROXIES",
        default: "",
        secret: false,
        about: "addresses or networks of proxies whose X-Forwarded-For counts, such as 127.0.0.1, 10.0.0.0/8",
    },
    Setting {
        key: "backup_dir",
        env: "SHOP_BACKUP_DIR",
        default: "",
        secret: false,
        about: "folder for backups that the server makes; empty: backups in the data folder",
    },
    Setting {
        key: "backup_every_hours",
        env: "SHOP_BACKUP_EVERY_HOURS",
        default: "0",
        secret: false,
        about: "hours from one backup of the server to the next; 0: it makes none by itself",
    },
    Setting {
        key: "backup_keep",
        env: "SHOP_BACKUP_KEEP",
        default: "7",
        secret: false,
        about: "how many of them are kept, the newest ones",
    },
    Setting {
        key: "backup_passphrase",
        env: "SHOP_BACKUP_PASSPHRASE",
        default: "",
        secret: true,
        about: "encrypts backups, and opens them again; empty: anybody who has the file can read it",
    },
    Setting {
        key: "backup_recipient",
        env: "SHOP_BACKUP_RECIPIENT",
        default: "",
        secret: false,
        about: "age1…, in place of a passphrase: backups are encrypted for whoever has its identity",
    },
    Setting {
        key: "backup_identity_file",
        env: "SHOP_BACKUP_IDENTITY_FILE",
        default: "",
        secret: false,
        about: "file with the identity of backup_recipient, to restore by; the server itself needs none",
    },
];
