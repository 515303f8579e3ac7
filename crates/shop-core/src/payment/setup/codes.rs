//! Names of what is found or refused. Their sentences are the back office's: no page of the shop shows them.

/// Declares the codes and their list.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: &str = $code;)*
        /// All of them.
        pub const ALL: &[&str] = &[$($code,)*];
    };
}

codes! {
    /// The account may not charge.
    CHARGES_DISABLED = "setup_charges_disabled";
    /// The account is of another country: `own`, `expected`.
    COUNTRY = "setup_country";
    /// The account is paid out in another currency: `own`, `expected`.
    CURRENCY = "setup_currency";
    /// Offered methods are not activated: `methods`, their ids.
    METHODS_INACTIVE = "setup_methods_inactive";
    /// The shop's `address` is not encrypted, and the keys are live.
    ADDRESS_INSECURE = "setup_address_insecure";
    /// No webhook points to the shop.
    WEBHOOK_MISSING = "setup_webhook_missing";
    /// It is switched off.
    WEBHOOK_DISABLED = "setup_webhook_disabled";
    /// The shop does not know what its messages are signed with.
    WEBHOOK_UNSIGNED = "setup_webhook_unsigned";
    /// It is not called for some `events`.
    WEBHOOK_EVENTS = "setup_webhook_events";
    /// The shop's domain is not registered for wallets.
    DOMAIN_MISSING = "setup_domain_missing";
    /// It is switched off.
    DOMAIN_DISABLED = "setup_domain_disabled";
    /// Some `wallets` do not accept it.
    DOMAIN_REFUSED = "setup_domain_refused";
    /// The keys move no money.
    TEST_MODE = "setup_test_mode";
    /// It is no secret key.
    KEY_SECRET = "provider_key_secret";
    /// The provider does not know the secret key.
    KEY_UNKNOWN = "provider_key_unknown";
    /// It is no publishable key.
    KEY_PUBLISHABLE = "provider_key_publishable";
    /// It is no signing secret of a webhook.
    KEY_WEBHOOK = "provider_key_webhook";
    /// One key is for tests, the other one is not.
    KEYS_MODE = "provider_keys_mode";
    /// The keys belong to two accounts.
    KEYS_ACCOUNT = "provider_keys_account";
}
