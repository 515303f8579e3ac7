//! Describes changes of lists for the settings log: zones, tax rates and payment methods.

use shop_core::base::format::price;
use shop_core::base::text::format_fixed;
use shop_core::base::{Cents, Lang};
use shop_core::cart::shipping::{ShippingMethod, ShippingZone};
use shop_core::cart::tax::TaxTable;
use shop_core::privacy::consent::ConsentService;

use crate::platform::settings::{PaymentMethodSettings, ThemeSettings};
use crate::ports::SettingChange;

/// Maximum length of a logged text in characters.
const MAX_WORDS: usize = 500;

/// A log entry with truncated texts.
pub(super) fn change(section: &str, field: &str, before: &str, after: &str) -> SettingChange {
    let cut = |text: &str| text.chars().take(MAX_WORDS).collect();
    SettingChange { section: section.into(), field: field.into(), before: cut(before), after: cut(after) }
}

/// Compares two lists of named entries; a different order of the same entries is a change of its own.
fn differences(section: &str, before: &[(String, String)], after: &[(String, String)]) -> Vec<SettingChange> {
    let mut out = Vec::new();
    let found = |list: &[(String, String)], name: &str, words: &str| list.iter().any(|(n, w)| n == name && w == words);
    let other = |list: &[(String, String)], name: &str| list.iter().find(|(n, _)| n == name).map(|(_, w)| w.clone());
    for (name, words) in before.iter().filter(|(name, words)| !found(after, name, words)) {
        out.push(change(section, name, words, &other(after, name).unwrap_or_default()));
    }
    for (name, words) in after.iter().filter(|(name, _)| other(before, name).is_none()) {
        out.push(change(section, name, "", words));
    }
    let names = |list: &[(String, String)]| list.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    if out.is_empty() && before != after {
        out.push(change(section, "order", &names(before), &names(after)));
    }
    out
}

/// Changes of the zones.
pub(super) fn zone_changes(before: &[ShippingZone], after: &[ShippingZone]) -> Vec<SettingChange> {
    let rows = |zones: &[ShippingZone]| zones.iter().map(|zone| (zone.name.clone(), describe_zone(zone))).collect();
    let (old, new): (Vec<_>, Vec<_>) = (rows(before), rows(after));
    let out = differences("shipping", &old, &new);
    // A change without a description, such as one of an explanation, is logged all the same.
    if out.is_empty() && before != after { vec![change("shipping", "zones", "", "")] } else { out }
}

fn describe_zone(zone: &ShippingZone) -> String {
    let places = zone.countries.iter().chain(&zone.states).chain(&zone.postcodes).cloned().collect::<Vec<_>>();
    let methods: Vec<String> = zone.methods.iter().map(describe_shipping_method).collect();
    format!("{}: {}", places.join(" "), methods.join("; "))
}

fn describe_shipping_method(method: &ShippingMethod) -> String {
    let money = |cents: Cents| price(cents, Lang::It);
    let mut words = format!("{} {}", method.title, money(method.cost_cents));
    if method.min_amount_cents > Cents::ZERO {
        words.push_str(&format!(" ≥ {}", money(method.min_amount_cents)));
    }
    if method.min_weight_milli.is_some() || method.max_weight_milli.is_some() {
        let weight = |milli: Option<i64>| milli.map(|milli| format_fixed(milli, 3)).unwrap_or_default();
        words.push_str(&format!(" [{}–{}]", weight(method.min_weight_milli), weight(method.max_weight_milli)));
    }
    for one in &method.class_costs {
        words.push_str(&format!(" +{} {}", one.class, money(one.cost_cents)));
    }
    words
}

/// Changes of tax classes and rates.
pub(super) fn tax_changes(before: &TaxTable, after: &TaxTable) -> Vec<SettingChange> {
    let rows = |table: &TaxTable| -> Vec<(String, String)> {
        let rates = table.rates.iter().map(|rate| {
            let place = [&rate.country, &rate.state, &rate.class].map(String::as_str).join(" ");
            (format!("{} {}", place.trim(), rate.name), format!("{} ({})", rate.percent(), rate.priority))
        });
        table.classes.iter().map(|class| (class.slug.clone(), class.name.clone())).chain(rates).collect()
    };
    let out = differences("taxes", &rows(before), &rows(after));
    if out.is_empty() && before != after { vec![change("taxes", "rates", "", "")] } else { out }
}

/// Changes of the theme, field by field.
pub(super) fn theme_changes(before: &ThemeSettings, after: &ThemeSettings) -> Vec<SettingChange> {
    let (old, new) = (describe_theme(before), describe_theme(after));
    let changed = old.into_iter().zip(new).filter(|((_, was), (_, is))| was != is);
    changed.map(|((field, was), (_, is))| change("theme", field, &was, &is)).collect()
}

fn describe_theme(settings: &ThemeSettings) -> [(&'static str, String); 12] {
    let form = settings.theme.form();
    [
        ("logo", form.logo),
        ("logo_size", form.logo_size),
        ("paper", form.paper),
        ("ink", form.ink),
        ("brand", form.brand),
        ("highlight", form.highlight),
        ("accent", form.accent),
        ("heading_font", form.heading_font),
        ("text_font", form.text_font),
        ("text_size", form.text_size),
        ("corner", form.corner),
        ("preview_origin", settings.preview_origin.clone()),
    ]
}

/// Changes of consent services, each as a whole.
pub(super) fn service_changes(before: &[ConsentService], after: &[ConsentService]) -> Vec<SettingChange> {
    let words = |one: &ConsentService| {
        let lines = |text: &str| text.lines().collect::<Vec<_>>().join(" ");
        format!("{}: {} [{}] [{}]", one.category.name(), one.purpose, lines(&one.cookies), lines(&one.sources))
    };
    let rows = |services: &[ConsentService]| services.iter().map(|one| (one.name.clone(), words(one))).collect();
    let (old, new): (Vec<_>, Vec<_>) = (rows(before), rows(after));
    let out = differences("consent", &old, &new);
    if out.is_empty() && before != after { vec![change("consent", "services", "", "")] } else { out }
}

/// Changes of the payment methods, field by field: `bacs.iban`. Whether a method is available is `on` or `off`.
pub(super) fn payment_changes(before: &[PaymentMethodSettings], after: &[PaymentMethodSettings]) -> Vec<SettingChange> {
    let mut out = Vec::new();
    for new in after {
        let Some(old) = before.iter().find(|one| one.id == new.id) else { continue };
        for ((part, was), (_, is)) in describe_payment_method(old).into_iter().zip(describe_payment_method(new)) {
            if was != is {
                out.push(change("payments", &format!("{}.{part}", new.id), was, is));
            }
        }
    }
    let ids = |list: &[PaymentMethodSettings]| list.iter().map(|one| one.id.as_str()).collect::<Vec<_>>().join(", ");
    if ids(before) != ids(after) {
        out.push(change("payments", "order", &ids(before), &ids(after)));
    }
    out
}

fn describe_payment_method(method: &PaymentMethodSettings) -> [(&'static str, &str); 11] {
    [
        ("enabled", if method.enabled { "on" } else { "off" }),
        ("title", &method.title),
        ("title_en", &method.title_en),
        ("description", &method.description),
        ("description_en", &method.description_en),
        ("instructions", &method.instructions),
        ("instructions_en", &method.instructions_en),
        ("account_name", &method.account_name),
        ("bank_name", &method.bank_name),
        ("iban", &method.iban),
        ("bic", &method.bic),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str, cents: i64) -> ShippingZone {
        let method = ShippingMethod { title: "Corriere".into(), cost_cents: Cents(cents), ..ShippingMethod::default() };
        ShippingZone { name: name.into(), methods: vec![method], ..ShippingZone::default() }
    }

    fn fields(before: &[&ShippingZone], after: &[&ShippingZone]) -> Vec<(String, bool, bool)> {
        let owned = |zones: &[&ShippingZone]| zones.iter().map(|zone| (*zone).clone()).collect::<Vec<_>>();
        let changes = zone_changes(&owned(before), &owned(after)).into_iter();
        changes.map(|one| (one.field, one.before.is_empty(), one.after.is_empty())).collect()
    }

    #[test]
    fn only_what_differs_is_told() {
        let (italy, union) = (zone("Italia", 600), zone("UE", 1400));
        assert_eq!(fields(&[&italy, &union], &[&italy, &union]), []);
        assert_eq!(fields(&[&italy], &[&zone("Italia", 700)]), [("Italia".to_owned(), false, false)]);
        assert_eq!(fields(&[&italy], &[&italy, &union]), [("UE".to_owned(), true, false)]);
        assert_eq!(fields(&[&italy, &union], &[&union]), [("Italia".to_owned(), false, true)]);
        assert_eq!(fields(&[&italy, &union], &[&union, &italy])[0].0, "order");
    }

    #[test]
    fn ways_of_payment_are_told_field_by_field() {
        let transfer =
            PaymentMethodSettings { id: "bacs".into(), iban: "IT1".into(), ..PaymentMethodSettings::default() };
        let cash = PaymentMethodSettings { id: "cod".into(), ..PaymentMethodSettings::default() };
        let changed = PaymentMethodSettings { iban: "IT2".into(), enabled: true, ..transfer.clone() };
        let changes = payment_changes(&[transfer.clone(), cash.clone()], &[cash.clone(), changed]);
        let changes: Vec<_> = changes.iter().map(|c| (c.field.as_str(), c.before.as_str(), c.after.as_str())).collect();
        let wanted = [("bacs.enabled", "off", "on"), ("bacs.iban", "IT1", "IT2"), ("order", "bacs, cod", "cod, bacs")];
        assert_eq!(changes, wanted);
        assert_eq!(payment_changes(&[transfer.clone(), cash.clone()], &[transfer, cash]), []);
    }
}
