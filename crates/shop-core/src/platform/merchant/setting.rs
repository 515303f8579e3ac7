//! Parsing and validation of a single shop setting by its kind.

use serde::Serialize;

use super::closed_days::check_closed_days;
use crate::accounts::email;
use crate::base::{Cents, FieldError};
use crate::checkout::address::country::CountryCode;
use crate::checkout::address::{postcode, states};
use crate::checkout::extra_field::{ExtraFieldKind, MAX_OPTIONS};
use crate::checkout::form::FieldLocation;
use crate::payments::bnpl::widget::is_selector;
use crate::payments::error::is_own_sentence;
use crate::platform::input::Check;
use crate::platform::messages::codes;
use crate::privacy::analytics::TagKind;
use crate::trade::tax_ids::vat::VatNumber;

/// Longest label of an additional field, in characters.
const MAX_LABEL_CHARS: usize = 100;
/// Maximum number of selectors of positions on a page.
const MAX_SELECTORS: usize = 5;
/// Maximum number of messages for the payment provider's codes, of which it publishes about a hundred.
const MAX_SENTENCES: usize = 100;
const MAX_SENTENCE: usize = 300;
/// Maximum number of additional fields of the checkout.
pub const MAX_EXTRA_FIELDS: usize = 10;

/// An option of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingChoice {
    /// Value as stored.
    pub value: &'static str,
    /// Label in Italian and in English.
    pub label: [&'static str; 2],
}

/// Type of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A line of text.
    Line {
        maximum: usize,
        /// Whether it is required.
        required: bool,
    },
    /// Several lines of text.
    Lines {
        maximum: usize,
    },
    /// An e-mail address; may be empty.
    Email,
    /// A VAT number of the shop's country; may be empty. The country's letters are optional.
    VatNumber,
    /// A boolean value.
    Flag,
    /// One of several options.
    Choice(&'static [SettingChoice]),
    /// A whole number within bounds.
    Number {
        minimum: i64,
        maximum: i64,
    },
    /// An amount in euros within bounds.
    Money {
        /// Minimum, in cents.
        minimum: i64,
        /// Maximum, in cents.
        maximum: i64,
    },
    /// An https URL of a messaging service with the placeholders `{phone}` and `{text}`.
    ChatAddress,
    /// CSS selectors, one a line; may be empty.
    Selectors,
    /// Messages by the payment provider's codes, one a line; may be empty.
    PaymentSentences,
    /// Days on which the shop is closed: one day, or the first and the last one, on each line; may be empty.
    ClosedDays,
    Country,
    /// A province of the shop's country.
    Province,
    /// A postcode of the shop's country.
    Postcode,
    /// Countries, at least one.
    Countries,
    /// The URL of one of the shop's own pages; may be empty.
    Page,
    /// A product; empty or 0: none.
    Product,
    /// The tax class of delivery: `inherit`, empty for the standard class, or a class of the shop.
    TaxClass,
    /// The shop's identifier at a third-party service; may be empty.
    Tag(TagKind),
    /// Additional fields of the checkout.
    ExtraFields,
}

/// The submitted value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// A boolean value.
    Flag(bool),
    /// Text of any other field.
    Text(String),
    List(Vec<String>),
    /// Additional fields of the checkout.
    Fields(Vec<ExtraFieldForm>),
}

/// An additional field of the checkout, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExtraFieldForm {
    /// Name of the form field; empty for a new one.
    pub name: String,
    pub label: String,
    pub label_en: String,
    /// Location: `address`, `contact` or `order`; empty: with the address.
    pub location: String,
    /// Whether it is required.
    pub required: bool,
    /// Type of its value: `text`, `select` or `checkbox`; empty: text.
    pub kind: String,
    /// Options of a list, one a line.
    pub options: String,
    /// The options in English, in the same order; a missing or empty one: the Italian one.
    pub options_en: String,
}

/// Context for validating settings.
#[derive(Clone, Debug, Default)]
pub struct SettingContext {
    /// Country of the shop, after the change.
    pub country: String,
    /// URLs of the shop's pages.
    pub pages: Vec<String>,
    /// Ids of the shop's products.
    pub products: Vec<i64>,
    /// Tax classes of the shop.
    pub tax_classes: Vec<String>,
}

/// Validates a setting and returns it normalised. Numbers, products and flags stay as entered, trimmed.
///
/// # Errors
/// The invalid field; additional fields of the checkout are named `{field}.0.label`.
///
/// ```
/// use shop_core::platform::merchant::setting::{SettingKind, SettingContext, SettingValue, check_setting};
/// let place = SettingContext { country: "IT".into(), ..SettingContext::default() };
/// let typed = |text: &str| SettingValue::Text(text.into());
/// assert_eq!(check_setting("base_postcode", SettingKind::Postcode, &typed(" 20 121"), &place), Ok(typed("20121")));
/// assert!(check_setting("base_postcode", SettingKind::Postcode, &typed("2012"), &place).is_err());
/// ```
pub fn check_setting(
    field: &str,
    kind: SettingKind,
    value: &SettingValue,
    place: &SettingContext,
) -> Result<SettingValue, Vec<FieldError>> {
    let mut check = Check::default();
    let checked = match (kind, value) {
        (SettingKind::Flag, SettingValue::Flag(flag)) => SettingValue::Flag(*flag),
        (SettingKind::Countries, SettingValue::List(list)) => countries(&mut check, field, list),
        (SettingKind::ExtraFields, SettingValue::Fields(list)) => extra_fields(&mut check, field, list),
        // An empty list has no type of its own.
        (SettingKind::ExtraFields, SettingValue::List(list)) if list.is_empty() => SettingValue::Fields(Vec::new()),
        (SettingKind::Flag | SettingKind::Countries | SettingKind::ExtraFields, _)
        | (_, SettingValue::Flag(_) | SettingValue::List(_) | SettingValue::Fields(_)) => {
            check.refuse(field, codes::OFFICE_VALUE_SHAPE);
            value.clone()
        }
        (kind, SettingValue::Text(text)) => SettingValue::Text(one_text(&mut check, field, kind, text, place)),
    };
    check.done(checked)
}

fn one_text(check: &mut Check, field: &str, kind: SettingKind, typed: &str, place: &SettingContext) -> String {
    let text = typed.trim();
    let mut wrong = |code: &'static str| check.push(FieldError::new(field, code).with("value", text));
    match kind {
        SettingKind::Line { maximum, required: true } => return check.required(field, text, maximum),
        SettingKind::Line { maximum, required: false } | SettingKind::Lines { maximum } => {
            return check.text(field, text, maximum);
        }
        SettingKind::Email => {
            if !text.is_empty() && !email::is_valid(text) {
                wrong(codes::MERCHANT_EMAIL_INVALID);
            }
        }
        SettingKind::VatNumber if !text.is_empty() => match VatNumber::parse_at(&place.country, "", text) {
            Ok(number) => return number.as_str().to_owned(),
            Err(_) => wrong(codes::OFFICE_VAT_INVALID),
        },
        SettingKind::Choice(choices) => {
            if !choices.iter().any(|one| one.value == text) {
                wrong(codes::MERCHANT_VALUE_UNKNOWN);
            }
        }
        SettingKind::Number { minimum, maximum } => {
            if text.is_empty() {
                check.refuse(field, codes::MERCHANT_REQUIRED);
            }
            return check.whole(field, text, minimum, maximum).unwrap_or_default().to_string();
        }
        SettingKind::Money { minimum, maximum } => {
            match Cents::parse(text).filter(|cents| (minimum..=maximum).contains(&cents.0)) {
                Some(cents) => return typed_cents(cents),
                None => check.push(
                    FieldError::new(field, codes::OFFICE_AMOUNT_RANGE)
                        .with("minimum", typed_cents(Cents(minimum)))
                        .with("maximum", typed_cents(Cents(maximum))),
                ),
            }
        }
        SettingKind::ChatAddress => {
            if !is_chat_address(text) {
                wrong(codes::MERCHANT_CHAT_ADDRESS);
            }
        }
        SettingKind::Selectors => {
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.len() > MAX_SELECTORS {
                check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_SELECTORS));
            }
            for line in lines.iter().filter(|line| !is_selector(line)) {
                let shown: String = line.chars().take(80).collect();
                check.push(FieldError::new(field, codes::BNPL_SELECTOR).with("value", shown));
            }
            return lines.join("\n");
        }
        SettingKind::PaymentSentences => {
            let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.len() > MAX_SENTENCES {
                check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_SENTENCES));
            }
            for line in lines.iter().filter(|line| line.chars().count() > MAX_SENTENCE || !is_own_sentence(line)) {
                let shown: String = line.chars().take(80).collect();
                check.push(FieldError::new(field, codes::PAYMENT_SENTENCE_INVALID).with("value", shown));
            }
            return lines.join("\n");
        }
        SettingKind::ClosedDays => return check_closed_days(check, field, text),
        SettingKind::Country => match CountryCode::parse(text) {
            Some(country) => return country.as_str().to_owned(),
            None => wrong(codes::OFFICE_COUNTRY_UNKNOWN),
        },
        SettingKind::Province => match states::stored(&place.country, text) {
            Some(state) => return state,
            None => wrong(codes::OFFICE_STATE_UNKNOWN),
        },
        SettingKind::Postcode => match postcode::check(&place.country, text).normal {
            Some(normal) => return normal,
            None => wrong(codes::OFFICE_POSTCODE_INVALID),
        },
        SettingKind::Tag(kind) if !text.is_empty() => match kind.parse(text) {
            Some(id) => return id,
            None => check.push(FieldError::new(field, codes::MERCHANT_TAG_INVALID).with("prefix", kind.prefix())),
        },
        SettingKind::Page => {
            if !text.is_empty() && !place.pages.iter().any(|page| page == text) {
                wrong(codes::OFFICE_PAGE_UNKNOWN);
            }
        }
        SettingKind::Product => {
            let number = if text.is_empty() { Some(0) } else { text.parse().ok() };
            match number.filter(|number| *number == 0 || place.products.contains(number)) {
                Some(number) => return number.to_string(),
                None => wrong(codes::OFFICE_PRODUCT_UNKNOWN),
            }
        }
        SettingKind::TaxClass => {
            let known = text.is_empty() || text == "inherit" || place.tax_classes.iter().any(|class| class == text);
            if !known {
                wrong(codes::OFFICE_TAX_CLASS_UNKNOWN);
            }
        }
        SettingKind::VatNumber
        | SettingKind::Tag(_)
        | SettingKind::Flag
        | SettingKind::Countries
        | SettingKind::ExtraFields => {}
    }
    text.to_owned()
}

/// Formats an amount for an input field: "35,00".
pub fn typed_cents(cents: Cents) -> String {
    format!("{},{:02}", cents.0 / 100, (cents.0 % 100).abs())
}

fn countries(check: &mut Check, field: &str, typed: &[String]) -> SettingValue {
    let mut codes_of = Vec::new();
    for text in typed {
        match CountryCode::parse(text) {
            Some(country) => codes_of.push(country.as_str().to_owned()),
            None => check.push(FieldError::new(field, codes::OFFICE_COUNTRY_UNKNOWN).with("value", text)),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    codes_of.retain(|code| seen.insert(code.clone()));
    if codes_of.is_empty() && check.is_clean() {
        check.refuse(field, codes::OFFICE_LIST_EMPTY);
    }
    SettingValue::List(codes_of)
}

/// Validates additional fields. A field keeps its name forever, since orders store values under it; new ones get the next number.
fn extra_fields(check: &mut Check, field: &str, typed: &[ExtraFieldForm]) -> SettingValue {
    if typed.len() > MAX_EXTRA_FIELDS {
        check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_EXTRA_FIELDS));
    }
    let number = |name: &str| name.strip_prefix("billing_field_").and_then(|rest| rest.parse::<u32>().ok());
    let mut next = typed.iter().filter_map(|one| number(&one.name)).max().unwrap_or(0);
    let mut seen = std::collections::BTreeSet::new();
    let mut out = Vec::with_capacity(typed.len());
    for (n, one) in typed.iter().enumerate() {
        let label = check.required(&format!("{field}.{n}.label"), &one.label, MAX_LABEL_CHARS);
        let label_en = check.text(&format!("{field}.{n}.label_en"), &one.label_en, MAX_LABEL_CHARS);
        let name = match number(&one.name) {
            Some(known) if seen.insert(known) => one.name.clone(),
            _ => {
                next = next.saturating_add(1);
                seen.insert(next);
                format!("billing_field_{next}")
            }
        };
        let place = FieldLocation::ALL.iter().find(|own| own.as_str() == one.location);
        if place.is_none() && !one.location.is_empty() {
            let error = FieldError::new(format!("{field}.{n}.location"), codes::MERCHANT_VALUE_UNKNOWN);
            check.push(error.with("value", &one.location));
        }
        let location = place.copied().unwrap_or_default().as_str().to_owned();
        let kind = ExtraFieldKind::parse(&one.kind);
        if kind.is_none() && !one.kind.is_empty() {
            let error = FieldError::new(format!("{field}.{n}.kind"), codes::MERCHANT_VALUE_UNKNOWN);
            check.push(error.with("value", &one.kind));
        }
        let kind = kind.unwrap_or_default();
        let (options, options_en) = if kind == ExtraFieldKind::Select {
            choices(check, &format!("{field}.{n}"), one)
        } else {
            Default::default()
        };
        let (required, kind) = (one.required, kind.as_str().to_owned());
        out.push(ExtraFieldForm { name, label, label_en, location, required, kind, options, options_en });
    }
    SettingValue::Fields(out)
}

/// Parses the options of a list and their translations, one a line. Options must be unique, because orders store them.
fn choices(check: &mut Check, field: &str, typed: &ExtraFieldForm) -> (String, String) {
    let name = format!("{field}.options");
    let lines = typed.options.lines().map(str::trim);
    let mut english = typed.options_en.lines().map(str::trim);
    let (mut options, mut options_en) = (Vec::new(), Vec::new());
    for option in lines {
        let words = english.next().unwrap_or_default();
        if !option.is_empty() && !options.contains(&option) {
            options.push(option);
            options_en.push(words);
        }
    }
    if !(2..=MAX_OPTIONS).contains(&options.len()) {
        check.push(FieldError::new(name.as_str(), codes::TRADE_CHOICES_NEEDED).with("max", MAX_OPTIONS));
    }
    for text in &options {
        check.text(&name, text, MAX_LABEL_CHARS);
    }
    for text in &options_en {
        check.text(&format!("{field}.options_en"), text, MAX_LABEL_CHARS);
    }
    (options.join("\n"), options_en.join("\n"))
}

/// Longest URL of a messaging service, in characters.
const MAX_CHAT_ADDRESS: usize = 300;

/// Returns whether it is an https URL that contains the shop's number.
fn is_chat_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.contains('.')
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
        && text.contains("{phone}")
        && text.is_ascii()
        && !text.contains(char::is_whitespace)
        && text.len() <= MAX_CHAT_ADDRESS
}

#[cfg(test)]
#[path = "setting_tests.rs"]
mod tests;
