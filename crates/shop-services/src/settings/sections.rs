//! The settings that the back office changes, by section, and what each holds.

use serde_json::Value;
use shop_core::base::Cents;
use shop_core::checkout::form::FieldLocation;
use shop_core::merchant::setting::{ExtraFieldForm, SettingKind, SettingValue, typed_cents};
use shop_core::payment::bnpl::offer::FREE_PARTS;
use shop_core::payment::statement::LONGEST;

use super::{ExtraField, ShopSettings};

/// A setting in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Section of the back office.
    pub section: &'static str,
    /// Name in the document; a dot leads into a part of it.
    pub name: &'static str,
    /// What it holds.
    pub kind: SettingKind,
}

const fn setting(section: &'static str, name: &'static str, kind: SettingKind) -> Setting {
    Setting { section, name, kind }
}

const NAME: SettingKind = SettingKind::Line { maximum: 80, required: true };
const LINE: SettingKind = SettingKind::Line { maximum: 200, required: false };
const PRESENCE: SettingKind = SettingKind::Choice(&["optional", "required", "hidden"]);
const TAX_SHOWN: SettingKind = SettingKind::Choice(&["incl", "excl"]);

/// From a euro to ten thousand: plans without interest stay far below.
const LENT: SettingKind = SettingKind::Money { minimum: 100, maximum: 1_000_000 };

const fn number(minimum: i64, maximum: i64) -> SettingKind {
    SettingKind::Number { minimum, maximum }
}

/// The sections, in order.
pub const SECTIONS: [&str; 11] = [
    "shop",
    "checkout",
    "payments",
    "express",
    "accounts",
    "stock",
    "reviews",
    "quick_view",
    "listings",
    "mail",
    "taxes",
];

/// All settings of the forms, in order.
///
/// Bounds: a year of minutes or days holds any stock long enough; more than 100 products or reviews make a page slow;
/// above 200 variations a product page is heavier than fetching the chosen one; buttons are 40 to 55 pixels high (payments,
/// section 9), and at half of that their ends are round.
pub const SETTINGS: &[Setting] = &[
    setting("shop", "shop_name", NAME),
    setting("shop", "tagline", LINE),
    setting("shop", "tagline_en", LINE),
    setting("shop", "language", SettingKind::Choice(&["it_IT", "en_US"])),
    setting("shop", "base_country", SettingKind::Country),
    setting("shop", "base_address", SettingKind::Line { maximum: 200, required: true }),
    setting("shop", "base_postcode", SettingKind::Postcode),
    setting("shop", "base_city", SettingKind::Line { maximum: 100, required: true }),
    setting("shop", "base_state", SettingKind::Province),
    setting("shop", "seller.company", LINE),
    setting("shop", "seller.vat_number", SettingKind::VatNumber),
    setting("shop", "seller.rea", LINE),
    setting("shop", "seller.share_capital", LINE),
    setting("shop", "seller.pec", SettingKind::Email),
    setting("shop", "seller.phone", SettingKind::Line { maximum: 40, required: false }),
    setting("shop", "seller.email", SettingKind::Email),
    setting("shop", "sold_to", SettingKind::Countries),
    setting("shop", "shipped_to", SettingKind::Countries),
    setting("shop", "weight_unit", SettingKind::Choice(&["kg", "g", "lbs", "oz"])),
    setting("shop", "dimension_unit", SettingKind::Choice(&["m", "cm", "mm", "in", "yd"])),
    setting("checkout", "checkout_form", SettingKind::Choice(&["block", "classic"])),
    setting("checkout", "coupons", SettingKind::Flag),
    setting("checkout", "coupons_sequential", SettingKind::Flag),
    setting("checkout", "shipping_requires_address", SettingKind::Flag),
    setting("checkout", "login_at_checkout", SettingKind::Flag),
    setting("checkout", "rate_limit", SettingKind::Flag),
    setting("checkout", "invoices", SettingKind::Flag),
    setting("checkout", "stop_checkout", SettingKind::Flag),
    setting("checkout", "subscription_requires_manual_renewal", SettingKind::Flag),
    setting("checkout", "checkout_company", PRESENCE),
    setting("checkout", "checkout_address_2", PRESENCE),
    setting("checkout", "checkout_phone", PRESENCE),
    setting("checkout", "terms_page", SettingKind::Page),
    setting("checkout", "extra_billing_fields", SettingKind::ExtraFields),
    setting("express", "express.product", SettingKind::Flag),
    setting("express", "express.cart", SettingKind::Flag),
    setting("express", "express.checkout", SettingKind::Flag),
    setting("express", "express.order_pay", SettingKind::Flag),
    setting("express", "express.device_wallets", SettingKind::Flag),
    setting("express", "express.link", SettingKind::Flag),
    setting("express", "express.amazon_pay", SettingKind::Flag),
    setting("express", "express.button_type", SettingKind::Choice(&["buy", "book", "default"])),
    setting("express", "express.button_theme", SettingKind::Choice(&["dark", "light", "light-outline"])),
    setting("express", "express.button_height", number(40, 55)),
    setting("express", "express.button_radius", number(0, 28)),
    setting("accounts", "guest_checkout", SettingKind::Flag),
    setting("accounts", "signup_at_checkout", SettingKind::Flag),
    setting("accounts", "registration", SettingKind::Flag),
    setting("stock", "hold_stock_minutes", number(0, 525_600)),
    setting("stock", "hold_transfer_days", number(0, 365)),
    setting("stock", "low_stock_amount", number(0, 1_000_000)),
    setting("stock", "no_stock_amount", number(0, 1_000_000)),
    setting("stock", "hide_out_of_stock", SettingKind::Flag),
    setting("payments", "capture_later", SettingKind::Flag),
    setting("payments", "force_save_payment_method", SettingKind::Flag),
    setting("payments", "statement_descriptor", SettingKind::Line { maximum: LONGEST, required: false }),
    setting("payments", "provider_receipts", SettingKind::Flag),
    setting("payments", "payment_layout", SettingKind::Choice(&["accordion", "tabs"])),
    setting("payments", "payment_messages", SettingKind::PaymentSentences),
    setting("payments", "payment_messages_en", SettingKind::PaymentSentences),
    setting("payments", "bnpl.enabled", SettingKind::Flag),
    setting("payments", "bnpl.parts", number(FREE_PARTS.0, FREE_PARTS.1)),
    setting("payments", "bnpl.minimum_cents", LENT),
    setting("payments", "bnpl.maximum_cents", LENT),
    setting("payments", "bnpl.product_selectors", SettingKind::Selectors),
    setting("payments", "bnpl.cart_selectors", SettingKind::Selectors),
    setting("reviews", "reviews", SettingKind::Flag),
    setting("reviews", "review_rating_required", SettingKind::Flag),
    setting("reviews", "reviews_buyers_only", SettingKind::Flag),
    setting("reviews", "reviews_one_per_buyer", SettingKind::Flag),
    setting("reviews", "reviews_moderated", SettingKind::Flag),
    setting("reviews", "reviews_approve_verified", SettingKind::Flag),
    setting("reviews", "reviews_per_page", number(1, 100)),
    setting("quick_view", "quick_view.enabled", SettingKind::Flag),
    setting("quick_view", "quick_view.view", SettingKind::Choice(&["popup", "sidebar"])),
    setting("quick_view", "quick_view.next_prev", SettingKind::Flag),
    setting("quick_view", "quick_view.hash_change", SettingKind::Flag),
    setting("quick_view", "quick_view.auto_close", SettingKind::Flag),
    setting("quick_view", "quick_view.cart_redirect", SettingKind::Flag),
    setting("quick_view", "quick_view.zoom", SettingKind::Flag),
    setting("quick_view", "quick_view.product_id", SettingKind::Product),
    setting("listings", "products_per_page", number(1, 100)),
    setting("listings", "variations_on_page", number(0, 200)),
    setting("mail", "mail_orders_to", SettingKind::Email),
    setting("mail", "mail_footer", SettingKind::Lines { maximum: 1000 }),
    setting("mail", "mail_footer_en", SettingKind::Lines { maximum: 1000 }),
    setting("taxes", "taxes", SettingKind::Flag),
    setting("taxes", "prices_include_tax", SettingKind::Flag),
    setting("taxes", "shipping_prices_include_tax", SettingKind::Flag),
    setting("taxes", "tax_based_on", SettingKind::Choice(&["shipping", "billing", "base"])),
    setting("taxes", "shipping_tax_class", SettingKind::TaxClass),
    setting("taxes", "tax_round_at_subtotal", SettingKind::Flag),
    setting("taxes", "tax_display_shop", TAX_SHOWN),
    setting("taxes", "tax_display_cart", TAX_SHOWN),
    setting("taxes", "tax_total_display", SettingKind::Choice(&["itemized", "single"])),
];

/// The settings of a section; empty: there is no such section.
pub fn section(name: &str) -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(move |setting| setting.section == name)
}

impl Setting {
    fn pointer(&self) -> String {
        format!("/{}", self.name.replace('.', "/"))
    }

    /// The value in a document, as a form shows it.
    pub fn shown(&self, document: &Value) -> SettingValue {
        let value = document.pointer(&self.pointer()).unwrap_or(&Value::Null);
        match (self.kind, value) {
            (SettingKind::Flag, value) => SettingValue::Flag(value.as_bool().unwrap_or_default()),
            (SettingKind::Countries, value) => {
                let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
                SettingValue::List(list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect())
            }
            (SettingKind::ExtraFields, value) => {
                let list: Vec<ExtraFieldForm> = serde_json::from_value(value.clone()).unwrap_or_default();
                SettingValue::Fields(list)
            }
            (SettingKind::Product, Value::Number(number)) if number.as_i64() == Some(0) => {
                SettingValue::Text(String::new())
            }
            (SettingKind::Money { .. }, Value::Number(number)) => {
                SettingValue::Text(typed_cents(Cents(number.as_i64().unwrap_or_default())))
            }
            (_, Value::String(text)) => SettingValue::Text(text.clone()),
            (_, Value::Number(number)) => SettingValue::Text(number.to_string()),
            _ => SettingValue::Text(String::new()),
        }
    }

    /// Puts a checked value into a document.
    pub(crate) fn put(&self, document: &mut Value, value: &SettingValue) {
        let Some(place) = document.pointer_mut(&self.pointer()) else { return };
        *place = match (self.kind, value) {
            (_, SettingValue::Flag(flag)) => Value::Bool(*flag),
            (_, SettingValue::List(list)) => Value::from(list.clone()),
            (_, SettingValue::Fields(list)) => {
                let field = |one: &ExtraFieldForm| ExtraField {
                    name: one.name.clone(),
                    label: one.label.clone(),
                    label_en: one.label_en.clone(),
                    location: FieldLocation::ALL
                        .into_iter()
                        .find(|own| own.as_str() == one.location)
                        .unwrap_or_default(),
                };
                serde_json::to_value(list.iter().map(field).collect::<Vec<_>>()).unwrap_or_default()
            }
            (SettingKind::Number { .. } | SettingKind::Product, SettingValue::Text(text)) => {
                Value::from(text.parse::<i64>().unwrap_or_default())
            }
            (SettingKind::Money { .. }, SettingValue::Text(text)) => {
                Value::from(Cents::parse(text).unwrap_or_default().0)
            }
            (SettingKind::Page, SettingValue::Text(text)) if text.is_empty() => Value::Null,
            (_, SettingValue::Text(text)) => Value::String(text.clone()),
        };
    }
}

/// A value in words, for the note of a change.
pub(crate) fn words(value: &SettingValue) -> String {
    match value {
        SettingValue::Flag(true) => "✓".into(),
        SettingValue::Flag(false) => "✗".into(),
        SettingValue::Text(text) => text.clone(),
        SettingValue::List(list) => list.join(", "),
        SettingValue::Fields(list) => list.iter().map(|one| one.label.as_str()).collect::<Vec<_>>().join(", "),
    }
}

/// The settings as a document whose parts have names.
pub fn document_of(settings: &ShopSettings) -> Value {
    serde_json::to_value(settings).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_setting_of_a_form_is_in_the_document_once() {
        let document = document_of(&ShopSettings::default());
        let mut seen = BTreeSet::new();
        for one in SETTINGS {
            assert!(seen.insert(one.name), "{} appears twice", one.name);
            assert!(document.pointer(&one.pointer()).is_some(), "{}", one.name);
            assert!(SECTIONS.contains(&one.section), "{}", one.section);
        }
        for name in SECTIONS {
            assert!(section(name).count() > 0, "{name}");
        }
    }

    #[test]
    fn what_is_shown_and_put_back_changes_nothing() {
        let field = ExtraField {
            name: "billing_field_2".into(),
            label: "Piano".into(),
            label_en: "Floor".into(),
            location: FieldLocation::Order,
        };
        let settings = ShopSettings {
            terms_page: Some("/condizioni/".into()),
            extra_billing_fields: vec![field],
            ..ShopSettings::default()
        };
        let before = document_of(&settings);
        let mut document = before.clone();
        for one in SETTINGS {
            let mut shown = one.shown(&document);
            if one.kind == SettingKind::Product {
                shown = SettingValue::Text("0".into());
            }
            one.put(&mut document, &shown);
        }
        assert_eq!(document, before);
        assert_eq!(serde_json::from_value::<ShopSettings>(document).unwrap(), settings);
    }
}
