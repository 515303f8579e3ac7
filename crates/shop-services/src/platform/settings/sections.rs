//! The settings that the back office edits, by section.

use shop_core::platform::merchant::setting::SettingValue;

use super::declare::Setting;
use super::table;

/// All settings of the table, in form order.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    const ALL: [&[Setting]; 29] = [
        table::ShopFacts::SETTINGS,
        table::Seller::SETTINGS,
        table::EInvoiceSettings::SETTINGS,
        table::PlaceSettings::SETTINGS,
        table::CheckoutSettings::SETTINGS,
        table::DeliveryDaySettings::SETTINGS,
        table::ExpressSettings::SETTINGS,
        table::AccountSettings::SETTINGS,
        table::StockSettings::SETTINGS,
        table::PaymentSettings::SETTINGS,
        table::BnplShopSettings::SETTINGS,
        table::ReviewSettings::SETTINGS,
        table::CommentSettings::SETTINGS,
        table::NoticeSettings::SETTINGS,
        table::ChatShopSettings::SETTINGS,
        table::QuickViewShopSettings::SETTINGS,
        table::ListingSettings::SETTINGS,
        table::MailSettings::SETTINGS,
        table::ConversationSettings::SETTINGS,
        table::ConsentShopSettings::SETTINGS,
        table::AttributionShopSettings::SETTINGS,
        table::EmailCaptureSettings::SETTINGS,
        table::AnalyticsSettings::SETTINGS,
        table::NewsletterSettings::SETTINGS,
        table::RetentionSettings::SETTINGS,
        table::TaxSettings::SETTINGS,
        table::TradeSettings::SETTINGS,
        table::VatSettings::SETTINGS,
        table::BulkSettings::SETTINGS,
    ];
    ALL.into_iter().flatten()
}

/// The settings of a section; empty if there is no such section.
pub fn section(name: &str) -> impl Iterator<Item = &'static Setting> {
    all().filter(move |setting| setting.section == name)
}

/// Finds a setting by its name.
pub fn setting(name: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.name == name)
}

/// Describes a value for the settings log.
pub(crate) fn describe_value(value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(true) => "✓".into(),
        SettingValue::Flag(false) => "✗".into(),
        SettingValue::Text(text) => text.clone(),
        SettingValue::List(list) => list.join(", "),
        SettingValue::Fields(list) => list.iter().map(|one| one.label.as_str()).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};
    use shop_core::checkout::extra_field::ExtraFieldKind;
    use shop_core::checkout::form::FieldLocation;
    use shop_core::platform::merchant::setting::SettingKind;

    use super::*;
    use crate::platform::settings::{ExtraField, ShopSettings};

    #[test]
    fn every_setting_is_in_the_document_once() {
        let document = ShopSettings::default().document();
        let mut seen = BTreeSet::new();
        for one in all() {
            assert!(seen.insert(one.name), "{} appears twice", one.name);
            let pointer = format!("/{}", one.name.replace('.', "/"));
            assert!(document.pointer(&pointer).is_some(), "{}", one.name);
        }
    }

    #[test]
    fn a_product_page_holds_thirty_variations_unless_the_merchant_says_otherwise() {
        assert_eq!(ShopSettings::default().listings.variations_on_page, 30);
        let settings = ShopSettings::read(&json!({ "variations_on_page": 5 })).unwrap();
        assert_eq!(settings.listings.variations_on_page, 5);
    }

    #[test]
    fn what_is_shown_and_put_back_changes_nothing() {
        let field = ExtraField {
            name: "billing_field_2".into(),
            label: "Piano".into(),
            label_en: "Floor".into(),
            location: FieldLocation::Order,
            required: true,
            kind: ExtraFieldKind::Select,
            options: vec!["Primo".into(), "Secondo".into()],
            options_en: vec!["First".into(), "Second".into()],
        };
        let mut settings = ShopSettings::default();
        settings.checkout.terms_page = Some("/condizioni/".into());
        settings.checkout.extra = vec![field];
        let mut changed = settings.clone();
        for one in all() {
            let mut value = one.shown(&changed);
            if one.kind == SettingKind::Product {
                value = SettingValue::Text("0".into());
            }
            assert!(one.put(&mut changed, &value), "{}", one.name);
        }
        assert_eq!(changed, settings);
        assert_eq!(ShopSettings::read(&settings.document()), Ok(settings));
    }

    #[test]
    fn every_setting_refuses_what_is_none_of_its_values() {
        for one in all() {
            for strange in [json!({ "a": 1 }), json!([5]), json!(1.5)] {
                let mut document = json!({});
                let mut place = &mut document;
                for step in one.name.split('.') {
                    place = &mut place[step];
                }
                *place = strange;
                let error = ShopSettings::read(&document).map(|_| ()).unwrap_err();
                assert_eq!(error.name, one.name);
            }
        }
    }

    #[test]
    fn a_value_that_cannot_be_read_is_an_error_with_its_name_and_never_the_default() {
        let read = |document: Value| ShopSettings::read(&document).map_err(|error| error.to_string());
        for (document, reason) in [
            (json!({ "tax_display_shop": "inkl" }), r#"tax_display_shop = "inkl": must be "incl" or "excl""#),
            (json!({ "language": "it" }), r#"language = "it": must be "it_IT" or "en_US""#),
            (
                json!({ "express": { "button_height": 39 } }),
                "express.button_height = 39: must be a whole number from 40 to 55",
            ),
            (json!({ "express": 5 }), "express.product = 5: must be an object"),
            (json!({ "base_country": "XX" }), r#"base_country = "XX": must be the code of a country"#),
            (json!({ "sold_to": ["IT", "XX"] }), r#"sold_to = ["IT","XX"]: must be a list of codes of countries"#),
            (json!({ "guest_checkout": "maybe" }), r#"guest_checkout = "maybe": must be true or false"#),
            (json!([]), "[]: must be"),
        ] {
            let error = read(document).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        let settings = read(json!({ "stop_checkout": "", "sold_to": ["it"], "gone": 1 })).unwrap();
        assert_eq!((settings.checkout.stop_checkout, settings.places.sold_to), (false, vec!["IT".to_owned()]));
    }
}
