//! The VAT number field of registration and checkout: when it is shown, and how its validation goes on (storefront
//! specification, sections 4 and 5). Whether a number is well formed is another question.

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Value of the cookie `b2bking_validated_vat_status` while a number is validated.
pub const VALIDATED: &str = "validated_vat";

/// When the field is shown, as the shop is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VatRules {
    /// Codes of the countries whose buyers are asked for a number. None: the field is never shown.
    pub countries: Vec<String>,
    /// How many countries the shop sells to. With 1 the country is not judged, as there is none to choose: the field is
    /// shown wherever `countries` has any.
    pub number_of_countries: u32,
    /// Whether the field may stay empty where it is shown: to buyers who need not be a company.
    pub optional: bool,
    /// Setting "different delivery country": another delivery country may change the exemption from VAT.
    pub delivery_country_matters: bool,
    /// Only a business that requests an invoice sees the field. A number that the register does not know is accepted, and the order
    /// bears tax.
    pub for_invoice: bool,
}

impl VatRules {
    /// Whether the field is shown for a country.
    pub fn asks(&self, country: &str) -> bool {
        !self.countries.is_empty()
            && (self.number_of_countries == 1 || self.countries.iter().any(|code| code == country))
    }

    /// Whether the field must be filled in where it is shown. A business that requests an invoice must, too: its number is judged with
    /// the invoice's other fields.
    pub const fn requires(&self) -> bool {
        !self.optional || self.for_invoice
    }
}

/// How far the validation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VatStatus {
    /// Not asked yet.
    #[default]
    Unvalidated,
    /// The question is under way.
    Validating,
    Valid,
    /// Not valid; can be asked again.
    Invalid,
}

/// What the field remembers from one event to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VatField {
    /// Selected or billing country.
    pub country: String,
    /// What stands in the field.
    pub value: String,
    /// How far the validation is.
    pub status: VatStatus,
}

/// What happens to the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum VatEvent {
    /// The page opens.
    Start {
        /// Value of the cookie `b2bking_validated_vat_status`; empty: none.
        status_cookie: String,
        /// Value of the cookie `b2bking_validated_vat_number`.
        number_cookie: String,
        /// The number that the server has as validated for this visit; empty: none. Cookies alone validate nothing.
        known: String,
    },
    /// Something is typed.
    Type(String),
    /// "Validate VAT" is pressed.
    Validate,
    /// The server answers.
    Answer {
        /// The number that was asked about.
        vat: String,
        /// The country that was asked about.
        country: String,
        /// "valid" or "invalid"; anything else: it could not be found out.
        answer: String,
    },
    /// Another country is selected, at the checkout the billing country.
    Country(String),
    /// Another delivery country is selected.
    DeliveryCountry(String),
    /// The server has answered about the delivery country, whatever it said.
    DeliveryAnswered,
}

/// What happens to the cookies of a validated number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VatCookie {
    /// They stay as they are.
    Keep,
    /// Status and number are stored.
    Store,
    /// The status is erased.
    Erase,
}

/// The field as it is shown, and what the page does next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VatFieldState {
    /// What to remember.
    pub field: VatField,
    pub visible: bool,
    /// Marked as required where it is shown.
    pub required: bool,
    /// A validated number cannot be edited.
    pub read_only: bool,
    /// Whether the button can be pressed.
    pub button_enabled: bool,
    /// Code of the button's text.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub button_label: std::borrow::Cow<'static, str>,
    /// Code of what is told beside the field; `None`: nothing.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub told: Option<std::borrow::Cow<'static, str>>,
    /// Ask the server now about the number and country of `field`.
    pub ask: bool,
    /// What happens to the cookies.
    pub cookie: VatCookie,
    /// Ask the server now about an exemption for this delivery country.
    pub ask_delivery: Option<String>,
    /// Work the checkout out anew after so many milliseconds; `None`: it stays as it is.
    pub recalculate_after_ms: Option<u32>,
}

/// The field after an event.
///
/// ```
/// use shop_core::trade::vat_field::{VatCookie, VatEvent, VatField, VatRules, VatStatus, step};
/// let valid = VatField { country: "DE".into(), value: "DE129273398".into(), status: VatStatus::Valid };
/// let state = step(valid, VatEvent::Country("FR".into()), &VatRules::default());
/// assert_eq!((state.field.value.as_str(), state.cookie, state.recalculate_after_ms), ("", VatCookie::Erase, Some(750)));
/// ```
pub fn step(mut field: VatField, event: VatEvent, rules: &VatRules) -> VatFieldState {
    let mut cookie = VatCookie::Keep;
    let mut recalculate_after_ms = None;
    let mut ask_delivery = None;
    let mut ask = false;
    let mut told = None;
    match event {
        VatEvent::Start { status_cookie, number_cookie, known } => {
            let remembered = status_cookie == VALIDATED;
            if known.is_empty() {
                field.status = VatStatus::Unvalidated;
                if remembered && field.value.is_empty() {
                    field.value = number_cookie;
                }
                cookie = if remembered { VatCookie::Erase } else { VatCookie::Keep };
            } else {
                field.status = VatStatus::Valid;
                cookie = if remembered && number_cookie == known { VatCookie::Keep } else { VatCookie::Store };
                field.value = known;
            }
        }
        VatEvent::Type(typed) if field.status != VatStatus::Valid => {
            // The answer under way is about another number now and will be ignored.
            if field.status == VatStatus::Validating && typed != field.value {
                field.status = VatStatus::Unvalidated;
            }
            field.value = typed;
        }
        VatEvent::Validate if can_ask(field.status) && !field.value.trim().is_empty() => {
            field.status = VatStatus::Validating;
            ask = true;
        }
        VatEvent::Answer { vat, country, answer }
            if field.status == VatStatus::Validating && vat == field.value && country == field.country =>
        {
            (field.status, cookie, recalculate_after_ms) = match answer.as_str() {
                "valid" => (VatStatus::Valid, VatCookie::Store, Some(0)),
                "invalid" => (VatStatus::Invalid, VatCookie::Erase, None),
                _ => (VatStatus::Unvalidated, VatCookie::Keep, None),
            };
            if field.status == VatStatus::Unvalidated {
                told = Some(codes::TRADE_VAT_UNKNOWN.into());
            }
        }
        VatEvent::Country(country) if country != field.country => {
            field = VatField { country, ..VatField::default() };
            cookie = VatCookie::Erase;
            recalculate_after_ms = Some(TIMINGS.after_billing_country_ms);
        }
        VatEvent::DeliveryCountry(country) => ask_delivery = rules.delivery_country_matters.then_some(country),
        VatEvent::DeliveryAnswered if rules.delivery_country_matters => {
            recalculate_after_ms = Some(TIMINGS.after_delivery_answer_ms);
        }
        VatEvent::Type(_)
        | VatEvent::Validate
        | VatEvent::Answer { .. }
        | VatEvent::Country(_)
        | VatEvent::DeliveryAnswered => {}
    }
    VatFieldState {
        visible: rules.asks(&field.country),
        required: rules.requires(),
        read_only: field.status == VatStatus::Valid,
        button_enabled: can_ask(field.status),
        button_label: label(field.status).into(),
        told,
        ask,
        cookie,
        ask_delivery,
        recalculate_after_ms,
        field,
    }
}

/// The refusals of a form with the field: it is required where it is shown, unless it is optional. Its shape is judged by
/// [`crate::trade::tax_ids::vat`].
///
/// ```
/// use shop_core::trade::vat_field::{VatField, VatRules, errors};
/// let rules = VatRules { countries: vec!["DE".into()], number_of_countries: 26, ..VatRules::default() };
/// let field = |country: &str| VatField { country: country.into(), ..VatField::default() };
/// assert_eq!(errors(&field("DE"), &rules)[0].code, "vat_required");
/// assert_eq!(errors(&field("IT"), &rules), []);
/// ```
pub fn errors(field: &VatField, rules: &VatRules) -> Vec<FieldError> {
    let missing = !rules.optional && rules.asks(&field.country) && field.value.trim().is_empty();
    missing.then(|| FieldError::new("vat_number", codes::VAT_REQUIRED)).into_iter().collect()
}

fn can_ask(status: VatStatus) -> bool {
    matches!(status, VatStatus::Unvalidated | VatStatus::Invalid)
}

fn label(status: VatStatus) -> &'static str {
    match status {
        VatStatus::Unvalidated => codes::TRADE_VAT_VALIDATE,
        VatStatus::Validating => codes::TRADE_VAT_VALIDATING,
        VatStatus::Valid => codes::TRADE_VAT_VALID,
        VatStatus::Invalid => codes::TRADE_VAT_INVALID,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> VatRules {
        VatRules { countries: vec!["DE".into(), "FR".into()], number_of_countries: 26, ..VatRules::default() }
    }

    fn field(status: VatStatus) -> VatField {
        VatField { country: "DE".into(), value: "DE1".into(), status }
    }

    fn after(status: VatStatus, event: VatEvent) -> VatFieldState {
        step(field(status), event, &rules())
    }

    fn answer(vat: &str, country: &str, answer: &str) -> VatEvent {
        VatEvent::Answer { vat: vat.into(), country: country.into(), answer: answer.into() }
    }

    const ALL: [VatStatus; 4] = [VatStatus::Unvalidated, VatStatus::Validating, VatStatus::Valid, VatStatus::Invalid];

    #[test]
    fn the_field_is_shown_for_listed_countries_only() {
        for (country, shown) in [("DE", true), ("FR", true), ("IT", false), ("", false), ("de", false)] {
            assert_eq!(rules().asks(country), shown, "{country:?}");
        }
        let one = VatRules { number_of_countries: 1, ..rules() };
        assert!(one.asks("IT"), "with one country none is judged");
        for number_of_countries in [0, 1, 26] {
            assert!(!VatRules { number_of_countries, ..VatRules::default() }.asks("DE"));
        }
    }

    #[test]
    fn where_the_field_is_shown_it_is_required() {
        for (country, value, count) in [("DE", "", 1), ("DE", " ", 1), ("DE", "x", 0), ("IT", "", 0)] {
            let field = VatField { country: country.into(), value: value.into(), ..VatField::default() };
            assert_eq!(errors(&field, &rules()).len(), count, "{country} {value:?}");
            assert_eq!(errors(&field, &VatRules { optional: true, ..rules() }), []);
        }
    }

    #[test]
    fn an_optional_field_is_required_of_whoever_requests_an_invoice() {
        let marked = |rules: VatRules| step(VatField::default(), VatEvent::DeliveryAnswered, &rules).required;
        let optional = VatRules { optional: true, ..rules() };
        assert!(marked(rules()) && !marked(optional.clone()));
        assert!(marked(VatRules { for_invoice: true, ..optional }));
    }

    #[test]
    fn a_valid_number_is_locked_stored_and_worked_in() {
        let asked = after(VatStatus::Unvalidated, VatEvent::Validate);
        assert_eq!((asked.ask, asked.button_enabled, &*asked.button_label), (true, false, "trade_vat_validating"));
        let state = step(asked.field, answer("DE1", "DE", "valid"), &rules());
        assert_eq!((state.read_only, state.button_enabled), (true, false));
        assert_eq!((state.cookie, state.recalculate_after_ms), (VatCookie::Store, Some(0)));
        let typed = step(state.field.clone(), VatEvent::Type("x".into()), &rules());
        assert_eq!(typed.field, state.field);
    }

    #[test]
    fn an_invalid_number_erases_the_cookie_and_can_be_tried_again() {
        let state = after(VatStatus::Validating, answer("DE1", "DE", "invalid"));
        assert_eq!((state.cookie, &*state.button_label), (VatCookie::Erase, "trade_vat_invalid"));
        assert!(state.button_enabled && !state.read_only && state.recalculate_after_ms.is_none());
        assert!(step(state.field, VatEvent::Validate, &rules()).ask);
    }

    #[test]
    fn another_country_starts_again_from_every_state() {
        for status in ALL {
            let state = after(status, VatEvent::Country("FR".into()));
            assert_eq!(state.field, VatField { country: "FR".into(), ..VatField::default() });
            assert_eq!((state.cookie, state.recalculate_after_ms), (VatCookie::Erase, Some(750)));
            assert!(state.button_enabled && !state.read_only);
            let same = after(status, VatEvent::Country("DE".into()));
            assert_eq!((same.field, same.cookie), (field(status), VatCookie::Keep));
        }
    }

    #[test]
    fn answers_about_another_number_country_or_time_are_ignored() {
        for (status, vat, country) in [
            (VatStatus::Validating, "DE2", "DE"),
            (VatStatus::Validating, "DE1", "FR"),
            (VatStatus::Unvalidated, "DE1", "DE"),
            (VatStatus::Invalid, "DE1", "DE"),
            (VatStatus::Valid, "DE1", "DE"),
        ] {
            for text in ["valid", "invalid", "error"] {
                let state = after(status, answer(vat, country, text));
                assert_eq!((state.field, state.cookie), (field(status), VatCookie::Keep), "{status:?} {vat}");
            }
        }
    }

    #[test]
    fn an_answer_that_says_nothing_leaves_the_number_unvalidated() {
        for text in ["", "VALID", "error", "0"] {
            let state = after(VatStatus::Validating, answer("DE1", "DE", text));
            assert_eq!(state.field.status, VatStatus::Unvalidated, "{text}");
            assert_eq!((state.cookie, state.recalculate_after_ms), (VatCookie::Keep, None));
            assert_eq!(state.told.as_deref(), Some("trade_vat_unknown"));
        }
    }

    #[test]
    fn nothing_is_asked_twice_or_without_a_number() {
        for status in [VatStatus::Validating, VatStatus::Valid] {
            assert!(!after(status, VatEvent::Validate).ask, "{status:?}");
        }
        assert!(!step(VatField::default(), VatEvent::Validate, &rules()).ask);
        let typed = after(VatStatus::Validating, VatEvent::Type("DE2".into()));
        assert_eq!((typed.field.status, typed.button_enabled), (VatStatus::Unvalidated, true));
    }

    #[test]
    fn a_delivery_country_is_asked_about_only_where_it_matters() {
        let matters = VatRules { delivery_country_matters: true, ..rules() };
        for (rules, asked, wait) in [(rules(), None, None), (matters, Some("FR"), Some(250))] {
            let state = step(field(VatStatus::Valid), VatEvent::DeliveryCountry("FR".into()), &rules);
            assert_eq!((state.ask_delivery.as_deref(), state.recalculate_after_ms), (asked, None));
            assert_eq!((state.cookie, &state.field), (VatCookie::Keep, &field(VatStatus::Valid)));
            assert_eq!(step(state.field, VatEvent::DeliveryAnswered, &rules).recalculate_after_ms, wait);
        }
    }

    #[test]
    fn a_page_opens_validated_only_when_the_server_knows_the_number() {
        for (status_cookie, number_cookie, known, status, value, cookie) in [
            ("validated_vat", "DE1", "DE1", VatStatus::Valid, "DE1", VatCookie::Keep),
            ("validated_vat", "DE2", "DE1", VatStatus::Valid, "DE1", VatCookie::Store),
            ("", "", "DE1", VatStatus::Valid, "DE1", VatCookie::Store),
            ("validated_vat", "DE1", "", VatStatus::Unvalidated, "DE1", VatCookie::Erase),
            ("yes", "DE1", "", VatStatus::Unvalidated, "", VatCookie::Keep),
            ("", "DE1", "", VatStatus::Unvalidated, "", VatCookie::Keep),
        ] {
            let start = VatEvent::Start {
                status_cookie: status_cookie.into(),
                number_cookie: number_cookie.into(),
                known: known.into(),
            };
            let state = step(VatField::default(), start, &rules());
            assert_eq!((state.field.status, state.field.value.as_str()), (status, value), "{status_cookie} {known}");
            assert_eq!(state.cookie, cookie, "{status_cookie} {known}");
        }
    }
}
