//! The merchant's settings for payment methods: which are enabled, their order and their texts.

use serde::{Deserialize, Serialize};

use super::iban::{parse_bic, parse_iban};
use crate::base::{FieldError, Lang};
use crate::orders::payment::TRANSFER;
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Longest title, in characters: it is shown beside a radio button at the checkout and in every order.
const MAX_TITLE_CHARS: usize = 100;
/// Longest description or instructions, in characters.
const MAX_TEXT_CHARS: usize = 2000;
/// Longest name of a bank or of an account holder, in characters: the limit of a transfer (SEPA credit transfer, 70).
const MAX_HOLDER_CHARS: usize = 70;

/// Settings of a payment method. If an English text is empty, the Italian one is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentMethodSettings {
    /// Id such as `bacs` or `cod`.
    pub id: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Title at the checkout.
    pub title: String,
    pub title_en: String,
    /// Description at the checkout.
    pub description: String,
    pub description_en: String,
    /// Instructions shown after ordering.
    pub instructions: String,
    /// Instructions in English.
    pub instructions_en: String,
    /// Holder of the bank account.
    pub account_name: String,
    pub bank_name: String,
    pub iban: String,
    /// BIC of the bank.
    pub bic: String,
}

impl PaymentMethodSettings {
    /// Returns its title in a language.
    pub fn title_in(&self, lang: Lang) -> &str {
        lang.select(&self.title, &self.title_en)
    }

    /// Returns its instructions in a language.
    pub fn instructions_in(&self, lang: Lang) -> &str {
        lang.select(&self.instructions, &self.instructions_en)
    }

    /// Returns its description in a language.
    pub fn description_in(&self, lang: Lang) -> &str {
        lang.select(&self.description, &self.description_en)
    }
}

/// Validates all payment methods together, in their new order; `known` are the existing ids, each of which must appear once. An
/// enabled method needs a title, and a bank transfer an account.
///
/// # Errors
/// All invalid fields: `methods`, `methods.0.iban`.
///
/// ```
/// use shop_core::platform::merchant::payment::{PaymentMethodSettings, check_methods};
/// let cash = PaymentMethodSettings { id: "cod".into(), title: " Contrassegno ".into(), ..PaymentMethodSettings::default() };
/// assert_eq!(check_methods(&[cash], &["cod"]).unwrap()[0].title, "Contrassegno");
/// ```
pub fn check_methods(
    forms: &[PaymentMethodSettings],
    known: &[&str],
) -> Result<Vec<PaymentMethodSettings>, Vec<FieldError>> {
    let mut check = Check::default();
    let named = |id: &&str| forms.iter().filter(|form| form.id == **id).count() == 1;
    if forms.len() != known.len() || !known.iter().all(named) {
        check.refuse("methods", codes::OFFICE_ORDER_INCOMPLETE);
        return check.done(Vec::new());
    }
    let methods = forms.iter().enumerate().map(|(n, form)| check_method(&mut check, n, form)).collect();
    check.done(methods)
}

fn check_method(check: &mut Check, n: usize, form: &PaymentMethodSettings) -> PaymentMethodSettings {
    let at = |part: &str| format!("methods.{n}.{part}");
    let transfer = form.id == TRANSFER;
    let mut account =
        PaymentMethodSettings { id: form.id.clone(), enabled: form.enabled, ..PaymentMethodSettings::default() };
    account.title = if form.enabled {
        check.required(&at("title"), &form.title, MAX_TITLE_CHARS)
    } else {
        check.text(&at("title"), &form.title, MAX_TITLE_CHARS)
    };
    account.title_en = check.text(&at("title_en"), &form.title_en, MAX_TITLE_CHARS);
    account.description = check.text(&at("description"), &form.description, MAX_TEXT_CHARS);
    account.description_en = check.text(&at("description_en"), &form.description_en, MAX_TEXT_CHARS);
    account.instructions = check.text(&at("instructions"), &form.instructions, MAX_TEXT_CHARS);
    account.instructions_en = check.text(&at("instructions_en"), &form.instructions_en, MAX_TEXT_CHARS);
    if !transfer {
        return account;
    }
    account.account_name = if form.enabled {
        check.required(&at("account_name"), &form.account_name, MAX_HOLDER_CHARS)
    } else {
        check.text(&at("account_name"), &form.account_name, MAX_HOLDER_CHARS)
    };
    account.bank_name = check.text(&at("bank_name"), &form.bank_name, MAX_HOLDER_CHARS);
    account.iban = parse_account(check, &at("iban"), &form.iban, parse_iban, codes::OFFICE_IBAN_INVALID);
    if form.enabled && form.iban.trim().is_empty() {
        check.refuse(at("iban"), codes::MERCHANT_REQUIRED);
    }
    account.bic = parse_account(check, &at("bic"), &form.bic, parse_bic, codes::OFFICE_BIC_INVALID);
    account
}

fn parse_account(
    check: &mut Check,
    field: &str,
    typed: &str,
    parse: fn(&str) -> Option<String>,
    code: &'static str,
) -> String {
    match typed.trim() {
        "" => String::new(),
        typed => parse(typed).unwrap_or_else(|| {
            let shown: String = typed.chars().take(MAX_HOLDER_CHARS).collect();
            check.push(FieldError::new(field, code).with("value", shown));
            String::new()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer() -> PaymentMethodSettings {
        PaymentMethodSettings {
            id: "bacs".into(),
            enabled: true,
            title: "Bonifico bancario".into(),
            account_name: "Bottega S.r.l.".into(),
            iban: "IT60 X054 2811 1010 0000 0123 456".into(),
            bic: "uncritmm".into(),
            ..PaymentMethodSettings::default()
        }
    }

    fn cash() -> PaymentMethodSettings {
        PaymentMethodSettings { id: "cod".into(), title: "Contrassegno".into(), ..PaymentMethodSettings::default() }
    }

    fn field_errors(forms: &[PaymentMethodSettings]) -> Vec<(String, String)> {
        let errors = check_methods(forms, &["bacs", "cod"]).expect_err("refused");
        errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn numbers_are_kept_without_spaces_and_the_order_is_the_typed_one() {
        let methods = check_methods(&[cash(), transfer()], &["bacs", "cod"]).unwrap();
        let ids: Vec<&str> = methods.iter().map(|method| method.id.as_str()).collect();
        assert_eq!(ids, ["cod", "bacs"]);
        assert_eq!((methods[1].iban.as_str(), methods[1].bic.as_str()), ("IT60X0542811101000000123456", "UNCRITMM"));
        assert_eq!(check_methods(&methods, &["bacs", "cod"]), Ok(methods));
    }

    #[test]
    fn every_method_is_named_once() {
        let unknown = PaymentMethodSettings { id: "bitcoin".into(), ..cash() };
        let incomplete = [("methods".to_owned(), "office_order_incomplete".to_owned())];
        for forms in [vec![], vec![cash()], vec![cash(), cash()], vec![transfer(), cash(), unknown]] {
            assert_eq!(field_errors(&forms), incomplete, "{forms:?}");
        }
    }

    #[test]
    fn wrong_fields_are_named_by_their_place() {
        for (wrong, field, code) in [
            (PaymentMethodSettings { title: " ".into(), ..transfer() }, "title", "merchant_required"),
            (PaymentMethodSettings { title_en: "x".repeat(101), ..transfer() }, "title_en", "merchant_too_long"),
            (
                PaymentMethodSettings { instructions: "x".repeat(2001), ..transfer() },
                "instructions",
                "merchant_too_long",
            ),
            (PaymentMethodSettings { account_name: String::new(), ..transfer() }, "account_name", "merchant_required"),
            (PaymentMethodSettings { iban: String::new(), ..transfer() }, "iban", "merchant_required"),
            (PaymentMethodSettings { iban: "IT00".into(), ..transfer() }, "iban", "office_iban_invalid"),
            (PaymentMethodSettings { bic: "X".into(), ..transfer() }, "bic", "office_bic_invalid"),
        ] {
            assert_eq!(field_errors(&[cash(), wrong]), [(format!("methods.1.{field}"), code.to_owned())]);
        }
    }

    #[test]
    fn what_cannot_be_chosen_needs_no_account_and_only_a_transfer_has_one() {
        let off =
            PaymentMethodSettings { enabled: false, iban: String::new(), account_name: String::new(), ..transfer() };
        let stray = PaymentMethodSettings { iban: "IT00".into(), enabled: true, ..cash() };
        let methods = check_methods(&[off, stray], &["bacs", "cod"]).unwrap();
        assert!(methods.iter().all(|method| method.iban.is_empty()));
    }
}
