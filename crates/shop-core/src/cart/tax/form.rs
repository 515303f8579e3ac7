//! The merchant's form for tax classes and rates, and its validation.

use serde::{Deserialize, Serialize};

use crate::base::FieldError;
use crate::base::text::{format_fixed, parse_fixed, slugify};
use crate::cart::tax::{TaxClass, TaxRate, TaxTable};
use crate::checkout::address::country::CountryCode;
use crate::checkout::address::postcode_pattern::parse_postcode_patterns;
use crate::checkout::address::states;
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Maximum number of classes.
const MAX_CLASSES: usize = 50;
/// Maximum number of rates.
const MAX_RATES: usize = 1000;
/// Maximum number of postcodes of a rate.
const MAX_POSTCODES: usize = 500;
/// 100 % in the unit of [`TaxRate::rate`].
const WHOLE: i64 = 1_000_000;
/// Longest name of a class or rate, in characters: it is printed on invoices.
const MAX_NAME_CHARS: usize = 50;

/// Classes and rates as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TaxForm {
    /// The classes besides the standard one.
    pub classes: Vec<ClassForm>,
    /// Rates, in order.
    pub rates: Vec<RateForm>,
}

/// A class as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ClassForm {
    /// Slug used by goods and rates; empty: derived from the name.
    pub slug: String,
    pub name: String,
}

/// A rate as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RateForm {
    /// Country code; empty: everywhere.
    pub country: String,
    /// Province code; empty: the whole country.
    pub state: String,
    /// Postcodes in the format of a shipping zone; empty: all of the place.
    pub postcodes: Vec<String>,
    /// As a percentage.
    pub rate: String,
    /// Name on invoices.
    pub name: String,
    /// Slug of the class; empty: standard.
    pub class: String,
    /// Priority: among matching rates with the same one, the first applies; empty: 1.
    pub priority: String,
    /// Whether it applies on top of the other taxes.
    pub compound: bool,
    /// Whether it applies to delivery too.
    pub shipping: bool,
}

/// Validates classes and rates.
///
/// # Errors
/// All invalid fields: `classes.0.name`, `rates.2.rate`.
///
/// ```
/// use shop_core::cart::tax::form::{RateForm, TaxForm, check_taxes};
/// let rate = RateForm { country: "it".into(), rate: "5,5".into(), name: "IVA".into(), ..RateForm::default() };
/// let table = check_taxes(&TaxForm { rates: vec![rate], ..TaxForm::default() }).unwrap();
/// assert_eq!((table.rates[0].percent().as_str(), table.rates[0].priority), ("5.5%", 1));
/// ```
pub fn check_taxes(form: &TaxForm) -> Result<TaxTable, Vec<FieldError>> {
    let mut check = Check::default();
    for (field, entries, maximum) in
        [("classes", form.classes.len(), MAX_CLASSES), ("rates", form.rates.len(), MAX_RATES)]
    {
        if entries > maximum {
            check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", maximum));
            return check.done(TaxTable::default());
        }
    }
    let mut classes: Vec<TaxClass> = Vec::with_capacity(form.classes.len());
    for (n, typed) in form.classes.iter().enumerate() {
        let name = check.required(&format!("classes.{n}.name"), &typed.name, MAX_NAME_CHARS);
        let made = if typed.slug.trim().is_empty() { slugify(&name) } else { typed.slug.clone() };
        let field = format!("classes.{n}.slug");
        let slug = if name.is_empty() && made.is_empty() { made } else { check.slug(&field, &made) };
        if classes.iter().any(|class| class.slug == slug && !slug.is_empty()) {
            check.push(FieldError::new(field, codes::OFFICE_TWICE).with("value", &slug));
        }
        classes.push(TaxClass { slug, name });
    }
    let rates = form.rates.iter().enumerate().map(|(n, rate)| check_rate(&mut check, n, rate, &classes)).collect();
    check.done(TaxTable { classes, rates })
}

/// Builds the form for editing a table.
pub fn form_of(table: &TaxTable) -> TaxForm {
    let rate = |rate: &TaxRate| RateForm {
        country: rate.country.clone(),
        state: rate.state.clone(),
        postcodes: rate.postcodes.clone(),
        rate: format_fixed(rate.rate, 4),
        name: rate.name.clone(),
        class: rate.class.clone(),
        priority: rate.priority.to_string(),
        compound: rate.compound,
        shipping: rate.shipping,
    };
    let class = |class: &TaxClass| ClassForm { slug: class.slug.clone(), name: class.name.clone() };
    TaxForm { classes: table.classes.iter().map(class).collect(), rates: table.rates.iter().map(rate).collect() }
}

fn check_rate(check: &mut Check, n: usize, form: &RateForm, classes: &[TaxClass]) -> TaxRate {
    let at = |part: &str| format!("rates.{n}.{part}");
    let country = match form.country.trim() {
        "" => String::new(),
        typed => CountryCode::parse(typed).map_or_else(
            || {
                check.push(FieldError::new(at("country"), codes::OFFICE_COUNTRY_UNKNOWN).with("value", typed));
                String::new()
            },
            |code| code.as_str().to_owned(),
        ),
    };
    let state = match form.state.trim() {
        "" => String::new(),
        typed => states::stored(&country, typed).filter(|_| !country.is_empty()).unwrap_or_else(|| {
            check.push(FieldError::new(at("state"), codes::OFFICE_STATE_UNKNOWN).with("value", typed));
            String::new()
        }),
    };
    let postcodes = parse_postcode_patterns(&form.postcodes).unwrap_or_else(|wrong| {
        check.push(FieldError::new(at("postcodes"), codes::OFFICE_ZONE_POSTCODE).with("value", wrong));
        Vec::new()
    });
    if !postcodes.is_empty() && country.is_empty() {
        check.refuse(at("country"), codes::OFFICE_ZONE_PLACE_MISSING);
    }
    if postcodes.len() > MAX_POSTCODES {
        check.push(FieldError::new(at("postcodes"), codes::MERCHANT_TOO_MANY).with("maximum", MAX_POSTCODES));
    }
    let rate = parse_fixed(form.rate.trim(), 4).filter(|rate| (0..=WHOLE).contains(rate)).unwrap_or_else(|| {
        check.refuse(at("rate"), codes::OFFICE_TAX_RATE);
        0
    });
    let class = form.class.trim().to_owned();
    if !class.is_empty() && !classes.iter().any(|one| one.slug == class) {
        check.push(FieldError::new(at("class"), codes::OFFICE_TAX_CLASS_UNKNOWN).with("value", &class));
    }
    TaxRate {
        country,
        state,
        postcodes,
        rate,
        name: check.required(&at("name"), &form.name, MAX_NAME_CHARS),
        class,
        priority: check.whole(&at("priority"), &form.priority, 1, 99).unwrap_or(1),
        compound: form.compound,
        shipping: form.shipping,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate() -> RateForm {
        RateForm { country: "IT".into(), rate: "22".into(), name: "IVA 22".into(), ..RateForm::default() }
    }

    fn class(slug: &str, name: &str) -> ClassForm {
        ClassForm { slug: slug.into(), name: name.into() }
    }

    fn field_errors(form: &TaxForm) -> Vec<(String, String)> {
        let errors = check_taxes(form).expect_err("refused");
        errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn what_is_opened_and_saved_untouched_stays_as_it_was() {
        let rate = RateForm {
            state: "bz".into(),
            postcodes: vec!["23041".into(), " 22060...22061".into()],
            class: "ridotta".into(),
            priority: "2".into(),
            ..rate()
        };
        let table = check_taxes(&TaxForm { classes: vec![class("", "Ridotta")], rates: vec![rate] }).unwrap();
        assert_eq!(table.classes[0].slug, "ridotta", "made of the name");
        assert_eq!(table.rates[0].state, "BZ");
        assert_eq!(check_taxes(&form_of(&table)), Ok(table));
    }

    #[test]
    fn every_wrong_field_is_named_by_its_place() {
        for (change, field, code) in [
            (RateForm { country: "XX".into(), ..rate() }, "country", "office_country_unknown"),
            (RateForm { state: "Atlantide".into(), ..rate() }, "state", "office_state_unknown"),
            (RateForm { country: String::new(), state: "MI".into(), ..rate() }, "state", "office_state_unknown"),
            (RateForm { postcodes: vec!["2304?".into()], ..rate() }, "postcodes", "office_zone_postcode"),
            (
                RateForm { country: String::new(), postcodes: vec!["23041".into()], ..rate() },
                "country",
                "office_zone_place_missing",
            ),
            (RateForm { rate: String::new(), ..rate() }, "rate", "office_tax_rate"),
            (RateForm { rate: "101".into(), ..rate() }, "rate", "office_tax_rate"),
            (RateForm { rate: "-1".into(), ..rate() }, "rate", "office_tax_rate"),
            (RateForm { name: " ".into(), ..rate() }, "name", "merchant_required"),
            (RateForm { class: "ridotta".into(), ..rate() }, "class", "office_tax_class_unknown"),
            (RateForm { priority: "0".into(), ..rate() }, "priority", "merchant_number_invalid"),
        ] {
            let form = TaxForm { rates: vec![rate(), change], ..TaxForm::default() };
            assert_eq!(field_errors(&form), [(format!("rates.1.{field}"), code.to_owned())]);
        }
        let classes = vec![class("a", "Uno"), class("A", "Due"), class("a", "Tre"), class("", " "), class("b", "")];
        let fields: Vec<String> =
            field_errors(&TaxForm { classes, ..TaxForm::default() }).into_iter().map(|(f, _)| f).collect();
        assert_eq!(fields, ["classes.1.slug", "classes.2.slug", "classes.3.name", "classes.4.name"]);
    }
}
