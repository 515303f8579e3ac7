//! The VAT number field of registration and checkout: its visibility, and the steps of its validation (storefront specification,
//! sections 4 and 5). The format of numbers is checked elsewhere.

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;
use crate::base::FieldError;
use crate::platform::messages::codes;

/// Value of the cookie `b2bking_validated_vat_status` for a validated number.
pub const VALIDATED: &str = "validated_vat";

/// The shop's settings for the visibility of the field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VatRules {
    /// Codes of the countries for which the field is shown. Empty: it is never shown.
    pub countries: Vec<String>,
    /// Number of countries that the shop sells to. With 1 there is no country to choose, so the country is ignored: the field is
    /// shown if `countries` has any entry.
    pub number_of_countries: u32,
    /// Whether the field is optional where it is shown: for buyers who need not be a company.
    pub optional: bool,
    /// Setting "different delivery country": another delivery country may change the VAT exemption.
    pub delivery_country_matters: bool,
    /// Only a business that requests an invoice sees the field. A number that the register does not list is accepted, and the
    /// order is charged with tax.
    pub for_invoice: bool,
}

impl VatRules {
    /// Returns whether the field is shown for a country.
    pub fn shows_field(&self, country: &str) -> bool {
        !self.countries.is_empty()
            && (self.number_of_countries == 1 || self.countries.iter().any(|code| code == country))
    }

    /// Returns whether the field is required where it is shown. It always is for a business that requests an invoice, whose
    /// number is validated with the other invoice fields.
    pub const fn is_field_required(&self) -> bool {
        !self.optional || self.for_invoice
    }
}

/// Progress of the validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VatStatus {
    /// Not checked yet.
    #[default]
    Unvalidated,
    /// The check is running.
    Validating,
    Valid,
    /// The number is invalid; the check can be repeated.
    Invalid,
}

/// State of the field between two events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct VatField {
    /// Selected or billing country.
    pub country: String,
    /// Text of the field.
    pub value: String,
    /// Progress of the validation.
    pub status: VatStatus,
}

/// An event of the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "snake_case")]
pub enum VatEvent {
    /// The page opens.
    Start {
        /// Value of the cookie `b2bking_validated_vat_status`; empty: no cookie.
        status_cookie: String,
        /// Value of the cookie `b2bking_validated_vat_number`.
        number_cookie: String,
        /// The number that the server has validated in this visit; empty: none. Cookies alone validate nothing.
        known: String,
    },
    /// The visitor types in the field.
    Type(String),
    /// The visitor presses "Validate VAT".
    Validate,
    /// The server's response arrives.
    Answer {
        /// The number that was checked.
        vat: String,
        /// The country that was checked.
        country: String,
        /// "valid" or "invalid"; anything else: the check failed.
        answer: String,
    },
    /// Another country is selected; at the checkout, the billing country.
    Country(String),
    /// Another delivery country is selected.
    DeliveryCountry(String),
    /// The server's response about the delivery country has arrived, whatever its content.
    DeliveryAnswered,
}

/// Change to the cookies of a validated number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum VatCookie {
    /// The cookies stay as they are.
    Keep,
    /// Status and number are stored.
    Store,
    /// The status is erased.
    Erase,
}

/// View of the field, and the page's next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct VatFieldState {
    /// State to pass to the next call.
    pub field: VatField,
    pub visible: bool,
    /// Whether it is marked as required where it is shown.
    pub required: bool,
    /// Whether it is read-only, because the number is validated.
    pub read_only: bool,
    /// Whether the button is enabled.
    pub button_enabled: bool,
    /// Message code of the button's label.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub button_label: std::borrow::Cow<'static, str>,
    /// Message code of the notice beside the field; `None`: no notice.
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub notice: Option<std::borrow::Cow<'static, str>>,
    /// Whether to ask the server now to check the number and country of `field`.
    pub ask: bool,
    /// Change to make to the cookies.
    pub cookie: VatCookie,
    /// Delivery country to ask the server about now, for an exemption.
    pub ask_delivery: Option<String>,
    /// Delay in milliseconds until the checkout is recalculated; `None`: no recalculation.
    pub recalculate_after_ms: Option<u32>,
}

/// Applies an event and returns the new view.
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
    let mut notice = None;
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
            // The running check is about another number now; its response will be ignored.
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
                notice = Some(codes::TRADE_VAT_UNKNOWN.into());
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
        visible: rules.shows_field(&field.country),
        required: rules.is_field_required(),
        read_only: field.status == VatStatus::Valid,
        button_enabled: can_ask(field.status),
        button_label: label(field.status).into(),
        notice,
        ask,
        cookie,
        ask_delivery,
        recalculate_after_ms,
        field,
    }
}

/// Validates a form with the field: it is required where it is shown, unless it is optional. [`crate::trade::tax_ids::vat`]
/// checks the format.
///
/// ```
/// use shop_core::trade::vat_field::{VatField, VatRules, errors};
/// let rules = VatRules { countries: vec!["DE".into()], number_of_countries: 26, ..VatRules::default() };
/// let field = |country: &str| VatField { country: country.into(), ..VatField::default() };
/// assert_eq!(errors(&field("DE"), &rules)[0].code, "vat_required");
/// assert_eq!(errors(&field("IT"), &rules), []);
/// ```
pub fn errors(field: &VatField, rules: &VatRules) -> Vec<FieldError> {
    let missing = !rules.optional && rules.shows_field(&field.country) && field.value.trim().is_empty();
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
            assert_eq!(rules().shows_field(country), shown, "{country:?}");
        }
        let one = VatRules { number_of_countries: 1, ..rules() };
        assert!(one.shows_field("IT"), "with one country none is judged");
        for number_of_countries in [0, 1, 26] {
            assert!(!VatRules { number_of_countries, ..VatRules::default() }.shows_field("DE"));
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
        let validating = after(VatStatus::Unvalidated, VatEvent::Validate);
        assert_eq!(
            (validating.ask, validating.button_enabled, &*validating.button_label),
            (true, false, "trade_vat_validating")
        );
        let state = step(validating.field, answer("DE1", "DE", "valid"), &rules());
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
            assert_eq!(state.notice.as_deref(), Some("trade_vat_unknown"));
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
        for (rules, delivery, wait) in [(rules(), None, None), (matters, Some("FR"), Some(250))] {
            let state = step(field(VatStatus::Valid), VatEvent::DeliveryCountry("FR".into()), &rules);
            assert_eq!((state.ask_delivery.as_deref(), state.recalculate_after_ms), (delivery, None));
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
