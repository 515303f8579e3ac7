//! The merchant's form for zones and delivery methods, and its validation.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::zone::is_rest;
use super::{ClassCost, FreeShippingNeeds, ShippingKind, ShippingMethod, ShippingZone};
use crate::base::text::format_fixed;
use crate::base::{Cents, FieldError};
use crate::checkout::address::country::CountryCode;
use crate::checkout::address::postcode_pattern::parse_postcode_patterns;
use crate::checkout::address::states;
use crate::platform::input::{Check, is_slug};
use crate::platform::messages::codes;

/// Longest name of a zone and title of a delivery method, in characters.
const MAX_NAME_CHARS: usize = 100;
/// Longest description of a delivery method, in characters.
const MAX_DESCRIPTION_CHARS: usize = 300;
/// Maximum number of zones, and of delivery methods or classes of one.
const MAX_ENTRIES: usize = 100;
/// Maximum number of places or postcodes of a zone.
const MAX_PLACES: usize = 500;

/// A zone as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ZoneForm {
    /// Name for the back office.
    pub name: String,
    pub countries: Vec<String>,
    /// Additional provinces: `IT:CA`.
    pub states: Vec<String>,
    /// Restriction to these postcodes; empty: all.
    pub postcodes: Vec<String>,
    /// Delivery methods, in order.
    pub methods: Vec<MethodForm>,
}

/// A delivery method as submitted. Empty texts are conditions that do not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MethodForm {
    /// Its number; 0 for a new one.
    pub id: i64,
    /// `flat_rate`, `free_shipping` or `local_pickup`.
    pub kind: String,
    /// Title shown to shoppers.
    pub title: String,
    pub title_en: String,
    pub description: String,
    /// Cost in euros, with or without tax according to the shop's settings.
    pub cost: String,
    /// Whether it is taxed.
    pub taxable: bool,
    /// Condition for free delivery: empty, `coupon`, `min_amount`, `either` or `both`.
    pub requires: String,
    /// Minimum amount for free delivery, in euros.
    pub min_amount: String,
    /// Minimum weight, in the shop's unit.
    pub min_weight: String,
    /// Maximum weight, in the shop's unit.
    pub max_weight: String,
    /// Surcharges for shipping classes.
    pub class_costs: Vec<ClassCostForm>,
}

/// Surcharge for a shipping class, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ClassCostForm {
    /// Slug of the class.
    pub class: String,
    /// Surcharge in euros, with or without tax like the method's own cost.
    pub cost: String,
}

/// Validates all zones together. Delivery methods keep the numbers found in `known`; others get new ones.
///
/// # Errors
/// All invalid fields: `zones.0.name`, `zones.0.methods.1.cost`.
///
/// ```
/// use shop_core::cart::shipping::form::{MethodForm, ZoneForm, check_zones};
/// let method = MethodForm { kind: "flat_rate".into(), title: "Corriere".into(), cost: "6,50".into(), ..MethodForm::default() };
/// let zone = ZoneForm { name: "Italia".into(), countries: vec!["it".into()], methods: vec![method], ..ZoneForm::default() };
/// let zones = check_zones(&[zone], &[]).unwrap();
/// assert_eq!((zones[0].countries[0].as_str(), zones[0].methods[0].rate_id().as_str()), ("IT", "flat_rate:1"));
/// ```
pub fn check_zones(forms: &[ZoneForm], known: &[ShippingZone]) -> Result<Vec<ShippingZone>, Vec<FieldError>> {
    let mut check = Check::default();
    if forms.len() > MAX_ENTRIES {
        check.push(FieldError::new("zones", codes::MERCHANT_TOO_MANY).with("maximum", MAX_ENTRIES));
        return check.done(Vec::new());
    }
    let ids: BTreeSet<i64> = known.iter().flat_map(|zone| zone.methods.iter().map(|m| m.instance_id)).collect();
    let mut numbers = Numbers { highest: ids.last().copied().unwrap_or(0), used: BTreeSet::new(), ids };
    let mut zones: Vec<ShippingZone> = Vec::with_capacity(forms.len());
    for (n, form) in forms.iter().enumerate() {
        let zone = check_zone(&mut check, &format!("zones.{n}"), form, &mut numbers);
        if is_rest(&zone) && zones.iter().any(is_rest) {
            check.refuse(format!("zones.{n}.countries"), codes::OFFICE_ZONE_REST_TWICE);
        }
        zones.push(zone);
    }
    check.done(zones)
}

/// Builds the forms for editing zones.
pub fn forms_of(zones: &[ShippingZone]) -> Vec<ZoneForm> {
    let amount = |cents: Cents| if cents == Cents::ZERO { String::new() } else { cents.to_decimal() };
    let weight = |milli: Option<i64>| milli.map(|milli| format_fixed(milli, 3)).unwrap_or_default();
    let method = |method: &ShippingMethod| MethodForm {
        id: method.instance_id,
        kind: method.kind.as_str().to_owned(),
        title: method.title.clone(),
        title_en: method.title_en.clone(),
        description: method.description.clone(),
        cost: amount(method.cost_cents),
        taxable: method.taxable,
        requires: method.requires.as_str().to_owned(),
        min_amount: amount(method.min_amount_cents),
        min_weight: weight(method.min_weight_milli),
        max_weight: weight(method.max_weight_milli),
        class_costs: method
            .class_costs
            .iter()
            .map(|one| ClassCostForm { class: one.class.clone(), cost: one.cost_cents.to_decimal() })
            .collect(),
    };
    zones
        .iter()
        .map(|zone| ZoneForm {
            name: zone.name.clone(),
            countries: zone.countries.clone(),
            states: zone.states.clone(),
            postcodes: zone.postcodes.clone(),
            methods: zone.methods.iter().map(method).collect(),
        })
        .collect()
}

/// Assigns the numbers of delivery methods; each is used once.
struct Numbers {
    ids: BTreeSet<i64>,
    used: BTreeSet<i64>,
    highest: i64,
}

impl Numbers {
    fn assign(&mut self, wanted: i64) -> i64 {
        if self.ids.contains(&wanted) && self.used.insert(wanted) {
            return wanted;
        }
        self.highest += 1;
        self.highest
    }
}

fn check_zone(check: &mut Check, field: &str, form: &ZoneForm, numbers: &mut Numbers) -> ShippingZone {
    let name = check.required(&format!("{field}.name"), &form.name, MAX_NAME_CHARS);
    for (part, entries) in
        [("countries", form.countries.len()), ("states", form.states.len()), ("postcodes", form.postcodes.len())]
    {
        if entries > MAX_PLACES {
            let error = FieldError::new(format!("{field}.{part}"), codes::MERCHANT_TOO_MANY);
            check.push(error.with("maximum", MAX_PLACES));
            return ShippingZone { name, ..ShippingZone::default() };
        }
    }
    let mut countries = Vec::new();
    for text in &form.countries {
        match CountryCode::parse(text) {
            Some(code) => countries.push(code.as_str().to_owned()),
            None => check
                .push(FieldError::new(format!("{field}.countries"), codes::OFFICE_COUNTRY_UNKNOWN).with("value", text)),
        }
    }
    let mut places = Vec::new();
    for text in &form.states {
        let state = text.split_once(':').and_then(|(country, state)| {
            let country = CountryCode::parse(country)?.as_str();
            states::state_code(country, state).map(|state| format!("{country}:{state}"))
        });
        match state {
            Some(place) => places.push(place),
            None => {
                check.push(FieldError::new(format!("{field}.states"), codes::OFFICE_STATE_UNKNOWN).with("value", text));
            }
        }
    }
    let postcodes = parse_postcode_patterns(&form.postcodes).unwrap_or_else(|wrong| {
        check.push(FieldError::new(format!("{field}.postcodes"), codes::OFFICE_ZONE_POSTCODE).with("value", wrong));
        Vec::new()
    });
    if !form.postcodes.is_empty() && form.countries.is_empty() && form.states.is_empty() {
        check.refuse(format!("{field}.countries"), codes::OFFICE_ZONE_PLACE_MISSING);
    }
    if form.methods.len() > MAX_ENTRIES {
        let error = FieldError::new(format!("{field}.methods"), codes::MERCHANT_TOO_MANY);
        check.push(error.with("maximum", MAX_ENTRIES));
    }
    let methods = form.methods.iter().take(MAX_ENTRIES).enumerate();
    let methods = methods.map(|(n, one)| check_method(check, &format!("{field}.methods.{n}"), one, numbers)).collect();
    ShippingZone {
        name,
        countries: without_duplicates(countries),
        states: without_duplicates(places),
        postcodes: without_duplicates(postcodes),
        methods,
    }
}

fn check_method(check: &mut Check, field: &str, form: &MethodForm, numbers: &mut Numbers) -> ShippingMethod {
    let at = |part: &str| format!("{field}.{part}");
    let unknown = |part: &str, value: &str| {
        FieldError::new(format!("{field}.{part}"), codes::MERCHANT_VALUE_UNKNOWN).with("value", value)
    };
    let kind = ShippingKind::parse(&form.kind).unwrap_or_else(|| {
        check.push(unknown("kind", &form.kind));
        ShippingKind::default()
    });
    let requires = FreeShippingNeeds::parse(&form.requires).unwrap_or_else(|| {
        check.push(unknown("requires", &form.requires));
        FreeShippingNeeds::default()
    });
    let free = kind == ShippingKind::FreeShipping;
    let cost_cents = check.amount(&at("cost"), &form.cost);
    if free && cost_cents != Cents::ZERO {
        check.refuse(at("cost"), codes::OFFICE_FREE_COSTS);
    }
    let min_amount_cents = check.amount(&at("min_amount"), &form.min_amount);
    let asks_amount =
        matches!(requires, FreeShippingNeeds::MinAmount | FreeShippingNeeds::Either | FreeShippingNeeds::Both);
    if free && asks_amount && form.min_amount.trim().is_empty() {
        check.refuse(at("min_amount"), codes::OFFICE_MINIMUM_MISSING);
    }
    let min_weight_milli = check.measure(&at("min_weight"), &form.min_weight);
    let max_weight_milli = check.measure(&at("max_weight"), &form.max_weight);
    if let (Some(least), Some(most)) = (min_weight_milli, max_weight_milli)
        && most < least
    {
        check.refuse(at("max_weight"), codes::OFFICE_WEIGHTS_REVERSED);
    }
    ShippingMethod {
        instance_id: numbers.assign(form.id),
        kind,
        title: check.required(&at("title"), &form.title, MAX_NAME_CHARS),
        title_en: check.text(&at("title_en"), &form.title_en, MAX_NAME_CHARS),
        description: check.text(&at("description"), &form.description, MAX_DESCRIPTION_CHARS),
        cost_cents,
        taxable: form.taxable && !free,
        requires: if free { requires } else { FreeShippingNeeds::Nothing },
        min_amount_cents: if free && asks_amount { min_amount_cents } else { Cents::ZERO },
        min_weight_milli,
        max_weight_milli,
        class_costs: if free { Vec::new() } else { check_classes(check, field, &form.class_costs) },
    }
}

fn check_classes(check: &mut Check, field: &str, forms: &[ClassCostForm]) -> Vec<ClassCost> {
    let mut out: Vec<ClassCost> = Vec::new();
    for (n, form) in forms.iter().take(MAX_ENTRIES).enumerate() {
        let at = |part: &str| format!("{field}.class_costs.{n}.{part}");
        let class = form.class.trim();
        if !is_slug(class) {
            check.refuse(at("class"), codes::OFFICE_SLUG_INVALID);
        } else if out.iter().any(|one| one.class == class) {
            check.push(FieldError::new(at("class"), codes::OFFICE_TWICE).with("value", class));
        }
        out.push(ClassCost { class: class.to_owned(), cost_cents: check.amount(&at("cost"), &form.cost) });
    }
    out
}

/// Removes duplicates and retains the order of first appearance.
fn without_duplicates(entries: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    entries.into_iter().filter(|one| seen.insert(one.clone())).collect()
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
