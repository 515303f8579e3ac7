//! Delivery costs for the information pages, from the settings, so that a page never states other prices than the checkout.

use maud::html;
use shop_core::base::format::price;
use shop_core::base::{Cents, Lang};
use shop_core::cart::shipping::zone::is_rest;
use shop_core::cart::shipping::{FreeShippingNeeds, ShippingKind, ShippingMethod, ShippingZone};
use shop_core::checkout::address::country::{country_name, in_eu};
use shop_core::platform::words::legal_texts;

use crate::platform::settings::{ShopSettings, TaxDisplay};

/// Lists each zone by name with the cost of each delivery method, as HTML; empty if nothing is delivered.
pub(super) fn delivery_costs(settings: &ShopSettings, lang: Lang) -> String {
    let zones =
        settings.zones.iter().filter_map(|zone| Some((zone_area(zone, settings, lang)?, ways(zone, settings, lang))));
    html! {
        @for (zone_area, ways) in zones.filter(|(_, ways)| !ways.is_empty()) {
            h2 { (zone_area.name) }
            @if !zone_area.countries.is_empty() { p { small { (zone_area.countries) } } }
            table {
                tbody {
                    @for (title, cost) in ways {
                        tr { th scope="row" { (title) } td { (cost) } }
                    }
                }
            }
        }
    }
    .into_string()
}

/// Description of a zone's area.
struct ZoneArea {
    name: String,
    /// Its countries, if the heading has a name for several.
    countries: String,
}

/// Up to this many countries are listed in the heading itself.
const FEW_COUNTRIES: usize = 3;

/// Describes a zone; `None` if nothing is delivered there. A part of a country, or many countries, are called by the merchant's
/// name for the zone; in English, EU countries as a group by "European Union".
fn zone_area(zone: &ShippingZone, settings: &ShopSettings, lang: Lang) -> Option<ZoneArea> {
    let named = |name: &str| ZoneArea { name: name.to_owned(), countries: String::new() };
    if is_rest(zone) {
        return Some(named(legal_texts::other_countries(lang)));
    }
    if !zone.states.is_empty() || !zone.postcodes.is_empty() {
        return Some(named(&zone.name));
    }
    let served = |code: &&String| settings.places.shipped_to.is_empty() || settings.places.shipped_to.contains(code);
    let countries: Vec<&String> = zone.countries.iter().filter(served).collect();
    let mut names: Vec<&str> = countries.iter().map(|code| country_name(code, lang).unwrap_or(code)).collect();
    names.sort_unstable();
    let names_in_a_row = names.join(", ");
    match names.len() {
        0 => None,
        1..=FEW_COUNTRIES => Some(named(&names_in_a_row)),
        _ => {
            let union = lang == Lang::En && countries.iter().all(|code| in_eu(code));
            let name = if union { "European Union" } else { zone.name.as_str() };
            Some(ZoneArea { name: name.to_owned(), countries: names_in_a_row })
        }
    }
}

/// Delivery methods of a zone and their costs in words. Methods that only a coupon enables are left out.
fn ways<'a>(zone: &'a ShippingZone, settings: &ShopSettings, lang: Lang) -> Vec<(&'a str, String)> {
    let title = |method: &'a ShippingMethod| lang.select(&method.title, &method.title_en);
    let is_listed = |method: &&ShippingMethod| {
        method.kind != ShippingKind::FreeShipping
            || !matches!(method.requires, FreeShippingNeeds::Coupon | FreeShippingNeeds::Both)
    };
    zone.methods.iter().filter(is_listed).map(|method| (title(method), cost(method, settings, lang))).collect()
}

/// Describes the threshold for free delivery, with a note if it applies to prices without tax where these are displayed.
pub(super) fn free_from_words(settings: &ShopSettings, from: Cents, lang: Lang) -> String {
    let amount = price(from, lang);
    match settings.taxes.cart_prices {
        TaxDisplay::Included => amount,
        TaxDisplay::Excluded => legal_texts::without_vat(lang, amount),
    }
}

fn cost(method: &ShippingMethod, settings: &ShopSettings, lang: Lang) -> String {
    let amount = |cents| price(cents, lang);
    if method.kind == ShippingKind::FreeShipping {
        let least = method.min_amount_cents;
        return match method.requires {
            FreeShippingNeeds::MinAmount | FreeShippingNeeds::Either if least > Cents::ZERO => {
                legal_texts::free_from(lang, free_from_words(settings, least, lang))
            }
            _ => legal_texts::free(lang).to_owned(),
        };
    }
    let dearer = method.class_costs.iter().any(|one| one.cost_cents > Cents::ZERO);
    if method.cost_cents == Cents::ZERO && !dearer {
        return legal_texts::free(lang).to_owned();
    }
    let cost = amount(method.cost_cents);
    // The cost is entered without tax: the tax of the goods is added.
    match (dearer, settings.taxes.calculated && method.taxable && !settings.taxes.shipping_includes_tax) {
        (false, false) => cost,
        (true, false) => legal_texts::from(lang, cost),
        (false, true) => legal_texts::plus_vat(lang, cost),
        (true, true) => legal_texts::from_plus_vat(lang, cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::{PlaceSettings, TaxSettings};
    use shop_core::cart::shipping::ClassCost;

    fn method(kind: ShippingKind, cents: i64) -> ShippingMethod {
        ShippingMethod {
            kind,
            title: "Corriere <espresso>".into(),
            title_en: "Courier".into(),
            cost_cents: Cents(cents),
            taxable: true,
            ..ShippingMethod::default()
        }
    }

    fn shop(methods: Vec<ShippingMethod>) -> ShopSettings {
        ShopSettings {
            taxes: TaxSettings { shipping_includes_tax: true, ..TaxSettings::default() },
            places: PlaceSettings { shipped_to: vec!["IT".into(), "DE".into()], ..PlaceSettings::default() },
            zones: vec![ShippingZone { countries: vec!["IT".into()], methods, ..ShippingZone::default() }],
            ..ShopSettings::default()
        }
    }

    fn cost_text(method: ShippingMethod, lang: Lang) -> String {
        cost(&method, &shop(Vec::new()), lang)
    }

    #[test]
    fn a_page_tells_the_costs_that_the_settings_hold() {
        let settings = shop(vec![method(ShippingKind::FlatRate, 700)]);
        let text = delivery_costs(&settings, Lang::It);
        for part in ["Italia", "Corriere &lt;espresso&gt;", "7,00\u{a0}€"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let english = delivery_costs(&settings, Lang::En);
        assert!(english.contains("Italy") && english.contains("Courier"), "{english}");
        let net = ShopSettings { taxes: TaxSettings::default(), ..settings };
        assert!(delivery_costs(&net, Lang::It).contains("7,00\u{a0}€ più IVA"));
    }

    #[test]
    fn conditions_are_told_with_the_cost() {
        let dearer = ShippingMethod {
            class_costs: vec![ClassCost { class: "fresco".into(), cost_cents: Cents(300) }],
            ..method(ShippingKind::FlatRate, 700)
        };
        assert_eq!(cost_text(dearer, Lang::It), "da 7,00\u{a0}€");
        let free = ShippingMethod {
            requires: FreeShippingNeeds::Either,
            min_amount_cents: Cents(5900),
            ..method(ShippingKind::FreeShipping, 0)
        };
        assert_eq!(cost_text(free.clone(), Lang::En), "free from €59.00");
        assert_eq!(cost_text(ShippingMethod { requires: FreeShippingNeeds::Nothing, ..free }, Lang::It), "gratis");
        assert_eq!(cost_text(method(ShippingKind::LocalPickup, 0), Lang::It), "gratis");
    }

    #[test]
    fn many_countries_go_by_a_name_and_are_listed_under_it() {
        let mut settings = shop(vec![method(ShippingKind::FlatRate, 1700)]);
        settings.places.shipped_to = Vec::new();
        for zone in &mut settings.zones {
            zone.name = "Unione Europea".into();
            zone.countries = ["DE", "FR", "AT", "ES"].map(str::to_owned).to_vec();
        }
        let html = delivery_costs(&settings, Lang::It);
        assert!(
            html.starts_with("<h2>Unione Europea</h2><p><small>Austria, Francia, Germania, Spagna</small></p>"),
            "{html}"
        );
        assert!(delivery_costs(&settings, Lang::En).starts_with("<h2>European Union</h2>"));
    }

    #[test]
    fn what_cannot_be_had_is_not_told() {
        let by_coupon = ShippingMethod { requires: FreeShippingNeeds::Coupon, ..method(ShippingKind::FreeShipping, 0) };
        assert_eq!(delivery_costs(&shop(vec![by_coupon]), Lang::It), "");
        let mut elsewhere = shop(vec![method(ShippingKind::FlatRate, 700)]);
        elsewhere.places.shipped_to = vec!["FR".into()];
        assert_eq!(delivery_costs(&elsewhere, Lang::It), "");
    }
}
