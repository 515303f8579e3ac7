//! Positions of the promotional widget (payments, section 2), parsed from the page's JSON configuration.
//!
//! Configuration: an object whose entries `cart` and `product` are objects, or lists of objects, with `productId` (a whole
//! number, 0 on the cart) and, if the widget has its own position, `customPositionSelector`. Other entries are ignored.

use serde::Serialize;

use super::offer::BnplTerms;
use crate::base::json::parse::{Json, parse};
use crate::base::json::{list, object, quoted};
use crate::base::{Cents, FieldError, wire_enum};
use crate::platform::messages::codes;

/// Longest configuration to parse, in bytes.
const MAX_BYTES: usize = 65_536;
/// Longest selector, in bytes: those from browsers' developer tools are shorter.
const MAX_SELECTOR_BYTES: usize = 300;
/// Maximum number of widgets of a page.
const MAX_WIDGETS: usize = 50;

wire_enum! {
    /// Kind of price that a widget is about.
    WidgetKind {
        Cart = "cart",
        Product = "product",
    } default Product
}

/// A widget and its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WidgetPosition {
    /// Kind of price; reported with the product in the event after it was inserted.
    pub kind: WidgetKind,
    pub product_id: i64,
    /// Selector of the elements after each of which it is inserted: its own position, or its hook.
    pub selector: String,
    /// Whether the selector is its hook, which is removed afterwards.
    pub is_hook: bool,
}

/// Widgets to insert into a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WidgetPlan {
    /// Positions in the order of the configuration, without duplicates and those already in use.
    pub places: Vec<WidgetPosition>,
    /// Errors of the ignored parts, by entry ("product").
    pub errors: Vec<FieldError>,
}

/// Parses the configuration. `prefix` is that of the provider's names, `taken` the selectors that already have a widget. An
/// invalid entry does not affect the others.
///
/// ```
/// use shop_core::payments::bnpl::widget::widget_plan;
/// let plan = widget_plan(r#"{"product":[{"productId":7},{"productId":-1}]}"#, "bnpl", &[]);
/// assert_eq!((plan.places.len(), plan.errors.len()), (1, 1));
/// assert_eq!(plan.places[0].selector, "#bnpl-widget-product-hook-7");
/// ```
pub fn widget_plan(configuration: &str, prefix: &str, taken: &[String]) -> WidgetPlan {
    let mut plan = WidgetPlan::default();
    let Some(Json::Object(entries)) = parse(configuration, MAX_BYTES) else {
        plan.errors.push(FieldError::new("", codes::BNPL_CONFIGURATION));
        return plan;
    };
    for (name, entry) in &entries {
        let Some(kind) = WidgetKind::parse(name) else { continue };
        let widgets = if let Json::List(widgets) = entry { widgets.as_slice() } else { std::slice::from_ref(entry) };
        for widget in widgets {
            match parse_widget(kind, widget, prefix) {
                Some(place) if plan.places.len() < MAX_WIDGETS => {
                    let there = |other: &WidgetPosition| other.selector == place.selector;
                    if !taken.contains(&place.selector) && !plan.places.iter().any(there) {
                        plan.places.push(place);
                    }
                }
                _ => plan.errors.push(FieldError::new(name.as_str(), codes::BNPL_CONFIGURATION)),
            }
        }
    }
    plan
}

/// Builds the configuration of a page: one widget at its hook, or one at each of the selectors, and the terms to show.
///
/// ```
/// use shop_core::payments::bnpl::offer::BnplTerms;
/// use shop_core::payments::bnpl::widget::{WidgetKind, configuration, widget_plan};
/// let text = configuration(WidgetKind::Product, 7, &[], &BnplTerms::default());
/// assert_eq!(widget_plan(&text, "bnpl", &[]).places[0].selector, "#bnpl-widget-product-hook-7");
/// ```
pub fn configuration(kind: WidgetKind, product_id: i64, selectors: &[String], terms: &BnplTerms) -> String {
    let id = || ("productId", product_id.to_string());
    let at = |selector: &String| object([id(), ("customPositionSelector", quoted(selector))]);
    let entry = match selectors {
        [] => object([id()]),
        own => list(own.iter().map(at)),
    };
    let terms = object([
        ("provider", quoted(&terms.provider)),
        ("parts", terms.parts.to_string()),
        ("minimumCents", terms.minimum_cents.0.to_string()),
        ("maximumCents", terms.maximum_cents.0.to_string()),
    ]);
    object([(kind.as_str(), entry), ("terms", terms)])
}

/// Returns the terms in a configuration; empty ones if there are none, which offer nothing.
pub fn terms_of(configuration: &str) -> BnplTerms {
    let Some(read) = parse(configuration, MAX_BYTES) else { return BnplTerms::default() };
    let Some(terms) = read.get("terms") else { return BnplTerms::default() };
    let number = |name| terms.get(name).and_then(Json::integer).unwrap_or_default();
    BnplTerms {
        provider: terms.get("provider").and_then(Json::text).unwrap_or_default().to_owned(),
        parts: number("parts"),
        minimum_cents: Cents(number("minimumCents")),
        maximum_cents: Cents(number("maximumCents")),
    }
}

fn parse_widget(kind: WidgetKind, widget: &Json, prefix: &str) -> Option<WidgetPosition> {
    let product_id = match widget.get("productId") {
        Some(id) => id.integer().or_else(|| id.text()?.parse().ok()).filter(|id| *id >= 0)?,
        None if kind == WidgetKind::Cart => 0,
        None => return None,
    };
    let own = match widget.get("customPositionSelector") {
        None | Some(Json::Null) => None,
        Some(text) => Some(text.text()?.trim()).filter(|text| !text.is_empty()),
    };
    let (selector, is_hook) = match own {
        Some(own) if is_selector(own) => (own.to_owned(), false),
        None if is_name(prefix) => (format!("#{prefix}-widget-{}-hook-{product_id}", kind.as_str()), true),
        _ => return None,
    };
    Some(WidgetPosition { kind, product_id, selector, is_hook })
}

/// Returns whether a text is safe to pass to the browser as a selector: selector characters only, brackets and quotes in pairs.
pub(crate) fn is_selector(text: &str) -> bool {
    let sign = |c: char| c.is_alphanumeric() || " _-#.:>+~*,()[]='\"^$|".contains(c);
    let pairs = |open, close| text.matches(open).count() == text.matches(close).count();
    let even = |quote| text.matches(quote).count().is_multiple_of(2);
    text.len() <= MAX_SELECTOR_BYTES
        && text.chars().all(sign)
        && !text.ends_with([',', '>', '+', '~'])
        && pairs('[', ']')
        && pairs('(', ')')
        && even('"')
        && even('\'')
}

fn is_name(prefix: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    prefix.starts_with(|c: char| c.is_ascii_alphabetic()) && prefix.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn selectors(configuration: &str, taken: &[&str]) -> Vec<String> {
        let taken: Vec<String> = taken.iter().map(|place| (*place).to_owned()).collect();
        widget_plan(configuration, "bnpl", &taken).places.into_iter().map(|place| place.selector).collect()
    }

    #[test]
    fn what_is_no_configuration_places_nothing() {
        for text in ["", "null", "[]", "{", "\"cart\"", "{\"cart\":{}}x"] {
            let plan = widget_plan(text, "bnpl", &[]);
            assert!(plan.places.is_empty() && plan.errors.len() == 1, "{text}");
        }
        assert_eq!(widget_plan("{}", "bnpl", &[]), WidgetPlan::default());
    }

    #[test]
    fn a_hostile_entry_is_left_out_alone() {
        for entry in [
            "1",
            "{}",
            "{\"productId\":-1}",
            "{\"productId\":\"7a\"}",
            "{\"productId\":1.5}",
            "{\"productId\":7,\"customPositionSelector\":7}",
            "{\"productId\":7,\"customPositionSelector\":\"a{color:red}\"}",
            "{\"productId\":7,\"customPositionSelector\":\"<img onerror=x>\"}",
            "{\"productId\":7,\"customPositionSelector\":\"[a\"}",
            "{\"productId\":7,\"customPositionSelector\":\"a,\"}",
        ] {
            let plan = widget_plan(&format!("{{\"product\":{entry},\"cart\":{{}}}}"), "bnpl", &[]);
            assert_eq!((plan.places.len(), plan.errors.len()), (1, 1), "{entry}");
        }
        assert!(widget_plan("{\"cart\":{}}", "a b", &[]).places.is_empty());
    }

    #[test]
    fn a_widget_stands_after_its_hook_or_its_own_place_and_never_twice() {
        let configuration = r#"{"product":[{"productId":7},{"productId":"7"},{"productId":8,"customPositionSelector":" .price > span "}],
            "cart":{"productId":0},"other":{"productId":9}}"#;
        let all = ["#bnpl-widget-product-hook-7", ".price > span", "#bnpl-widget-cart-hook-0"];
        assert_eq!(selectors(configuration, &[]), all);
        assert_eq!(selectors(configuration, &all[..2]), all[2..]);
        assert_eq!(selectors(configuration, &all), [""; 0]);
        let hooks: Vec<bool> =
            widget_plan(configuration, "bnpl", &[]).places.iter().map(|place| place.is_hook).collect();
        assert_eq!(hooks, [true, false, true]);
    }

    #[test]
    fn what_a_page_is_given_reads_back() {
        let terms = BnplTerms {
            provider: "Kl<arna".into(),
            parts: 3,
            minimum_cents: Cents(3500),
            maximum_cents: Cents(150_000),
        };
        let own = [".price".to_owned(), "#sum > dd".to_owned()];
        let text = configuration(WidgetKind::Cart, 0, &own, &terms);
        assert!(!text.contains('<'), "{text}");
        assert_eq!(selectors(&text, &[]), own);
        assert_eq!(terms_of(&text), terms);
        for wrong in ["", "[]", "{\"terms\":3}", "{\"terms\":{\"parts\":\"x\"}}"] {
            assert_eq!(terms_of(wrong), BnplTerms::default(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn any_configuration_survives(text in any::<String>(), selector in any::<String>()) {
            widget_plan(&text, &selector, &[]);
            let entry = serde_json::json!({ "product": { "productId": 7, "customPositionSelector": selector } }).to_string();
            let plan = widget_plan(&entry, "bnpl", &[]);
            prop_assert_eq!(plan.places.len() + plan.errors.len(), 1);
        }
    }
}
