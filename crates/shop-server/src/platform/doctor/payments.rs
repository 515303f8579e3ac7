//! Checks the payment provider's keys, and that the provider accepts them.

use std::sync::Arc;

use shop_services::payments::KeysFrom;
use shop_services::ports::GatewayError;
use shop_services::{Clock, Random, Shop, ShopEnvironment, SystemClock, SystemRandom};

use super::address::is_local;
use super::{Found, Report};
use crate::platform::config::Config;

const SUBJECT: &str = "payments";

pub(super) async fn check(config: &Config, db: Option<&Found>, report: &mut Report) {
    let Some(db) = db else { return report.warn(SUBJECT, "not looked at: the database comes first") };
    let (clock, random): (Arc<dyn Clock>, Arc<dyn Random>) = (Arc::new(SystemClock), Arc::new(SystemRandom));
    let source = match crate::payments::provider::without_sandbox(config, &clock, &random) {
        Ok(source) => source,
        Err(error) => return report.fail(SUBJECT, error.to_string()),
    };
    let surroundings = ShopEnvironment::new(clock).with_random(random).with_provider(source);
    let shop = Shop::within(Arc::<shop_storage::Db>::clone(db), surroundings);
    let keys = match shop.context.settings().await {
        Ok(_) => shop.provider_setup.key_info().await,
        Err(error) => Err(error),
    };
    let keys = match keys {
        Ok(keys) => keys,
        Err(error) => return report.fail(SUBJECT, error.to_string()),
    };
    match keys.from {
        KeysFrom::Unreadable => {
            return report.fail(
                SUBJECT,
                "SHOP_SECRETS_KEY does not open the stored keys: set the former one, or enter the keys anew",
            );
        }
        KeysFrom::Sandbox | KeysFrom::Nowhere if config.sandbox_listen == "off" => {
            return report
                .warn(SUBJECT, "there are no keys, so cards cannot be paid with: enter them in the back office");
        }
        KeysFrom::Sandbox | KeysFrom::Nowhere => {
            return report.warn(SUBJECT, "there are no keys: the sandbox takes the payments, and no money moves");
        }
        KeysFrom::Environment | KeysFrom::BackOffice => {}
    }
    modes(config, &keys.publishable_key, report);
    if !keys.has_webhook_secret {
        report.warn(SUBJECT, "the webhook's signing secret is not known: register the webhook in the back office");
    }
    let Some(gateway) = shop.context.gateway() else { return report.fail(SUBJECT, "there is no way to the provider") };
    match gateway.account().await {
        Ok(_) => report.ok(SUBJECT, "the provider knows the keys"),
        // A restricted key is valid as well.
        Err(GatewayError::Refused { error }) if error.kind == "permission_error" => {
            report.ok(SUBJECT, "the provider knows the keys");
        }
        Err(GatewayError::Refused { .. }) => report.fail(SUBJECT, "the provider refuses the secret key: enter it anew"),
        Err(_) => report.fail(SUBJECT, "the provider cannot be reached: let this machine call its API"),
    }
}

/// Checks that test and live keys are not mixed, and fit the shop's address.
fn modes(config: &Config, publishable: &str, report: &mut Report) {
    let mode = |key: &str| ["live", "test"].into_iter().find(|mode| key.split('_').nth(1) == Some(mode));
    let (public, secret) = (mode(publishable), mode(&config.stripe_secret_key));
    if secret.is_some() && public != secret {
        return report.fail(SUBJECT, "one key is for tests and the other for money: take both from the same place");
    }
    let url = &config.public_url;
    let open = !url.is_empty() && !is_local(url);
    match public {
        Some("live") if !url.starts_with("https://") => {
            report.fail(SUBJECT, "keys for money need an https:// address: set SHOP_PUBLIC_URL");
        }
        Some("live") => report.ok(SUBJECT, "keys for money"),
        Some(_) if open => report.warn(SUBJECT, "keys for tests at a public address: no money moves"),
        Some(_) => report.ok(SUBJECT, "keys for tests: no money moves"),
        None => report.fail(SUBJECT, "the publishable key is none: it begins with pk_live_ or pk_test_"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::platform::doctor::Level;

    #[test]
    fn keys_that_do_not_go_together_fail() {
        for (url, secret, public, level) in [
            ("https://shop.example", "sk_live_1", "pk_live_1", Level::Ok),
            ("https://shop.example", "rk_live_1", "pk_live_1", Level::Ok),
            ("", "sk_test_1", "pk_test_1", Level::Ok),
            ("https://shop.example", "sk_test_1", "pk_test_1", Level::Warn),
            ("https://shop.example", "sk_live_1", "pk_test_1", Level::Fail),
            ("https://shop.example", "sk_test_1", "pk_live_1", Level::Fail),
            ("http://shop.example", "sk_live_1", "pk_live_1", Level::Fail),
            ("", "sk_live_1", "pk_live_1", Level::Fail),
            ("https://shop.example", "", "nonsense", Level::Fail),
        ] {
            let value = |name: &str| match name {
                "SHOP_PUBLIC_URL" => Some(url.to_owned()),
                "SHOP_STRIPE_SECRET_KEY" => Some(secret.to_owned()),
                "SHOP_STRIPE_PUBLISHABLE_KEY" => Some(public.to_owned()),
                _ => None,
            };
            let config = Config::from_sources(Path::new("/nonexistent"), value).unwrap();
            let mut report = Report::default();
            modes(&config, public, &mut report);
            assert_eq!(report.findings[0].level, level, "{url} {secret} {public}");
            assert!(!report.findings[0].text.contains("_1"), "keys are not shown");
        }
    }
}
