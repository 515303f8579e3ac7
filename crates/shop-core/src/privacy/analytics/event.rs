//! Builds analytics events from cart, product and order data.

use serde::Serialize;

use super::amount::Amount;
use super::count::{CountedEvent, counted};
use super::form::AnalyticsForm;
use super::item::ItemOptions;
use super::kind::{AnalyticsEventName, AnalyticsVariant};
use super::person::{names_somebody, without_personal_data};
use super::timings::TIMINGS;
use crate::base::{FieldError, json};
use crate::platform::messages::codes;

/// Default name of a list (storefront spec, section 9).
const LIST_NAME: &str = "Product List";

/// Reported delivery if it is unknown (storefront spec, section 8).
const NO_SHIPPING_TIER: &str = "(shipping tier not found)";
const NO_PAYMENT_TYPE: &str = "(payment type not found)";

/// Longest reported search, in characters.
const MAX_SEARCH_CHARS: usize = 100;

/// An event to send, or the reason why there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AnalyticsOutcome {
    /// The event's name; empty: nothing is sent.
    pub name: String,
    /// Its parameters, or its data layer entry, as JSON text; empty: nothing is sent.
    pub json: String,
    /// Id of an order to remember as reported.
    pub reported_order: Option<String>,
    /// Entries for the shop's own statistics.
    pub counted: Vec<CountedEvent>,
    /// Error in the page: an add or remove button without a product id.
    pub error: Option<FieldError>,
}

/// Builds the event of a form. No event is built without goods, for an order that was already reported or has no number, for an
/// empty search or an empty address.
///
/// ```
/// use shop_core::privacy::analytics::{AnalyticsForm, AnalyticsItem, event};
/// let item = AnalyticsItem { id: 7, name: "Caviale".into(), price: "7250".into(), ..AnalyticsItem::default() };
/// let sent = event(&AnalyticsForm { items: vec![item], ..AnalyticsForm::default() });
/// assert_eq!(sent.name, "view_item");
/// assert!(sent.json.starts_with(r#"{"currency":"EUR","value":72.5,"items":["#));
/// ```
pub fn event(form: &AnalyticsForm) -> AnalyticsOutcome {
    use AnalyticsEventName as Name;
    if matches!(form.event, Name::AddToCart | Name::RemoveFromCart) && !form.items.iter().any(|item| item.id > 0) {
        let error = FieldError::new("product_id", codes::ANALYTICS_PRODUCT_UNKNOWN);
        return AnalyticsOutcome { error: Some(error), ..AnalyticsOutcome::default() };
    }
    let is_reported = form.order_id.is_empty() || form.reported_orders.contains(&form.order_id);
    let search: String = form.search_term.trim().chars().take(MAX_SEARCH_CHARS).collect();
    let nothing = match form.event {
        Name::Purchase => is_reported,
        Name::Search => search.is_empty(),
        Name::NotFound => form.page_path.is_empty(),
        _ => form.items.is_empty(),
    };
    if nothing {
        return AnalyticsOutcome::default();
    }
    let parameters = match form.event {
        // A search is always reported, its words only if they cannot identify a person.
        Name::Search => vec![("search_term", json::quoted(if names_somebody(&search) { "" } else { &search }))],
        Name::NotFound => {
            let quoted = |address: &str| json::quoted(&without_personal_data(address));
            let (path, referrer) = (quoted(&form.page_path), quoted(&form.page_referrer));
            vec![("page_path", path), ("page_referrer", referrer)]
        }
        Name::SelectContent => {
            let id = form.items.first().map(|item| item.item_id(form.by_sku)).unwrap_or_default();
            vec![("content_type", json::quoted("product")), ("content_id", id)]
        }
        _ => commerce(form),
    };
    AnalyticsOutcome {
        name: form.event.name().to_owned(),
        json: build_json(form, parameters),
        reported_order: (form.event == Name::Purchase).then(|| form.order_id.clone()),
        counted: counted(form),
        error: None,
    }
}

/// Returns the parameters of an event about goods.
fn commerce(form: &AnalyticsForm) -> Vec<(&'static str, String)> {
    use AnalyticsEventName as Name;
    let name = form.event;
    let in_list = matches!(name, Name::ViewItemList | Name::SelectItem);
    let list = if form.list_name.is_empty() { LIST_NAME } else { &form.list_name };
    let mut out = Vec::new();
    if name == Name::Purchase {
        out.push(("transaction_id", json::quoted(&form.order_id)));
        if !form.affiliation.is_empty() {
            out.push(("affiliation", json::quoted(&form.affiliation)));
        }
    }
    if in_list {
        out.push(("item_list_id", json::quoted(&list_id(list))));
        out.push(("item_list_name", json::quoted(list)));
    } else {
        let currency = if form.currency_code.is_empty() { "EUR" } else { &form.currency_code };
        out.push(("currency", json::quoted(currency)));
        out.extend(value(form).map(|value| ("value", number(form, value))));
    }
    if name == Name::Purchase {
        for (key, minor) in [("tax", &form.tax_total), ("shipping", &form.shipping_total)] {
            out.extend(Amount::parse(minor, form.currency_minor_unit).map(|amount| (key, number(form, amount))));
        }
    }
    let coupon = match form.variant {
        AnalyticsVariant::Analytics => form.coupons.first().cloned().unwrap_or_default(),
        AnalyticsVariant::TagManager => form.coupons.join(","),
    };
    if name.is_whole() && !coupon.is_empty() {
        out.push(("coupon", json::quoted(&coupon)));
    }
    let or = |text: &str, fallback: &str| json::quoted(if text.is_empty() { fallback } else { text });
    match name {
        Name::AddShippingInfo => out.push(("shipping_tier", or(&form.shipping_tier, NO_SHIPPING_TIER))),
        Name::AddPaymentInfo => out.push(("payment_type", or(&form.payment_type, NO_PAYMENT_TYPE))),
        _ => {}
    }
    let is_view = in_list || name == Name::ViewItem;
    let items = form.items.iter().zip(1_i64..).map(|(item, place)| {
        item.to_json(ItemOptions {
            variant: form.variant,
            by_sku: form.by_sku,
            is_row: !is_view,
            list: if is_view { list } else { "" },
            index: in_list.then(|| item.position.unwrap_or(place)),
        })
    });
    out.push(("items", json::list(items)));
    out
}

/// Returns the event's total: that of the whole cart or order, or the sum of its items if it is not about a whole one.
fn value(form: &AnalyticsForm) -> Option<Amount> {
    let items = || {
        let sums = form.items.iter().filter_map(|item| Some(item.paid()?.times(item.pieces())));
        sums.reduce(Amount::plus)
    };
    let total = || Amount::parse(&form.total_price, form.currency_minor_unit);
    if form.event.is_whole() { total().or_else(items) } else { items() }
}

/// Formats an amount; a tag manager gets two decimals at most.
fn number(form: &AnalyticsForm, amount: Amount) -> String {
    if form.variant == AnalyticsVariant::TagManager { amount.with_decimals(2).number() } else { amount.number() }
}

/// Returns the id of a list: `product_list` for "Product List".
fn list_id(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_owned()
}

fn build_json(form: &AnalyticsForm, parameters: Vec<(&str, String)>) -> String {
    use AnalyticsEventName as Name;
    if form.variant == AnalyticsVariant::Analytics {
        return json::object(parameters);
    }
    let mut entry = vec![("event", json::quoted(form.event.name()))];
    if matches!(form.event, Name::Search | Name::SelectContent | Name::NotFound) {
        entry.extend(parameters);
    } else {
        entry.push(("ecommerce", json::object(parameters)));
    }
    if form.event == Name::SelectItem {
        entry.push(("eventTimeout", TIMINGS.event_timeout_ms.to_string()));
    }
    json::object(entry)
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
