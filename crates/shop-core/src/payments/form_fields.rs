//! Visibility of the provider form's own fields and wallets.

use serde::Serialize;

use super::saving::Shown;

/// The provider's billing fields, under its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BillingCollection {
    /// Full name of the payer.
    pub name: Shown,
    pub email: Shown,
    /// Telephone number: always left to the provider.
    pub phone: Shown,
    pub country: Shown,
    pub line1: Shown,
    pub line2: Shown,
    pub city: Shown,
    /// Province or state.
    pub state: Shown,
    pub postal_code: Shown,
}

/// Decides which billing fields the provider's form shows. Fields that the shop's own form has are never shown twice; the others
/// are left to the provider, the telephone always (payments, section 4). A first or a last name counts as the name.
///
/// ```
/// use shop_core::payments::form_fields::billing_collection;
/// use shop_core::payments::saving::Shown;
/// let fields = billing_collection(&["billing_last_name".to_owned(), "billing_phone".to_owned()]);
/// assert_eq!((fields.name, fields.email), (Shown::Never, Shown::Auto));
/// assert_eq!(fields.phone, Shown::Auto);
/// ```
pub fn billing_collection(enabled: &[String]) -> BillingCollection {
    let of = |names: &[&str]| {
        let own = names.iter().any(|name| enabled.iter().any(|own| own.strip_prefix("billing_") == Some(name)));
        if own { Shown::Never } else { Shown::Auto }
    };
    BillingCollection {
        name: of(&["first_name", "last_name"]),
        email: of(&["email"]),
        phone: Shown::Auto,
        country: of(&["country"]),
        line1: of(&["address_1"]),
        line2: of(&["address_2"]),
        city: of(&["city"]),
        state: of(&["state"]),
        postal_code: of(&["postcode"]),
    }
}

/// Decides whether a wallet's button is shown, by its name ("apple_pay"). In the embedded form the device wallets never are, as
/// they have express buttons. Among those, the device wallets are always shown if enabled, the marketplace's wallet and the
/// one-click method as the provider decides, all others never (payments, section 9).
///
/// ```
/// use shop_core::payments::form_fields::wallet_shown;
/// use shop_core::payments::saving::Shown;
/// assert_eq!(wallet_shown("apple_pay", true, true), Shown::Always);
/// assert_eq!(wallet_shown("apple_pay", false, true), Shown::Never);
/// assert_eq!(wallet_shown("link", true, true), Shown::Auto);
/// ```
pub fn wallet_shown(wallet: &str, express: bool, enabled: bool) -> Shown {
    match wallet {
        "apple_pay" | "google_pay" if express && enabled => Shown::Always,
        "amazon_pay" | "link" if express && enabled => Shown::Auto,
        "apple_pay" | "google_pay" => Shown::Never,
        _ if express => Shown::Never,
        _ => Shown::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_shop_asks_the_provider_does_not() {
        let enabled = ["billing_last_name", "billing_address_1", "billing_postcode", "billing_phone"];
        let fields = billing_collection(&enabled.map(str::to_owned));
        assert_eq!((fields.name, fields.line1, fields.postal_code), (Shown::Never, Shown::Never, Shown::Never));
        assert_eq!((fields.email, fields.line2, fields.phone), (Shown::Auto, Shown::Auto, Shown::Auto));
    }

    #[test]
    fn names_without_the_prefix_are_none_of_the_shops_fields() {
        let fields = billing_collection(&["email".to_owned(), "shipping_city".to_owned()]);
        assert_eq!((fields.email, fields.city), (Shown::Auto, Shown::Auto));
    }

    #[test]
    fn no_device_wallet_stands_in_the_form_and_no_stranger_among_the_buttons() {
        for (wallet, express, enabled) in [
            ("apple_pay", false, true),
            ("google_pay", false, true),
            ("apple_pay", true, false),
            ("paypal", true, true),
            ("klarna", true, true),
            ("", true, true),
            ("link", true, false),
        ] {
            assert_eq!(wallet_shown(wallet, express, enabled), Shown::Never, "{wallet}");
        }
        for (wallet, shown) in [
            ("apple_pay", Shown::Always),
            ("google_pay", Shown::Always),
            ("amazon_pay", Shown::Auto),
            ("link", Shown::Auto),
        ] {
            assert_eq!(wallet_shown(wallet, true, true), shown, "{wallet}");
        }
    }
}
