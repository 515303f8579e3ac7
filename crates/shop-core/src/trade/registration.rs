//! The registration form: which fields a role and a country show, which are required, and the company data parsed from it
//! (storefront specification, sections 2 and 5).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::custom_field::CustomField;
use super::registration_field::{FieldKind, RoleField};
use super::registration_file::ChosenFile;
use super::registration_value::{self, FieldOutcome};
use super::vat_field::VatRules;
use crate::base::FieldError;
use crate::checkout::address::locale::{FieldOptions, Presence, presence};
use crate::checkout::address::{AddressField, AddressKind, states};
use crate::platform::messages::codes;

/// Value of the country selector until a country is chosen.
pub const NO_COUNTRY: &str = "default";

/// The shop's settings for registration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct RegistrationRules {
    /// Whether the form has a country field; otherwise the shop's country applies.
    pub country_shown: bool,
    /// The shop's country.
    pub shop_country: String,
    /// Countries that can be chosen; empty: all.
    pub countries: Vec<String>,
    /// Where the VAT number field is shown.
    pub vat: VatRules,
}

/// A registration as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct RegistrationForm {
    pub role: String,
    /// Chosen country; "default" until one is chosen.
    pub country: String,
    /// Values by field name; for a file that was uploaded earlier, its stored name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub values: BTreeMap<String, String>,
    /// Names of the ticked checkboxes.
    pub checked: Vec<String>,
    /// Uploaded files by field name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, ChosenFile>"))]
    pub files: BTreeMap<String, ChosenFile>,
}

impl RegistrationForm {
    /// Returns the country that decides on the fields: empty until one is chosen.
    fn selected_country<'a>(&'a self, rules: &'a RegistrationRules) -> &'a str {
        match self.country.trim() {
            _ if !rules.country_shown => &rules.shop_country,
            NO_COUNTRY => "",
            chosen => chosen,
        }
    }
}

/// Company data parsed from a valid form. Empty strings: no such field, or left empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyData {
    pub country: String,
    /// Name of the business.
    pub name: String,
    /// VAT number in its normal form.
    pub vat_number: String,
    /// Tax code in its normal form.
    pub tax_code: String,
    /// Recipient code of the exchange system.
    pub sdi_code: String,
    pub pec: String,
    /// All fields that were shown, by name; "1" for a ticked box; for files, the stored name.
    pub fields: BTreeMap<String, String>,
}

/// Returns the fields in page order, with those of other roles hidden and not required. Fields of all roles are shown whatever
/// the role; an unknown role shows only them. The VAT number is shown and required according to the rules, Italian codes if the
/// country is Italy, and the state according to the country's address format.
///
/// ```
/// use shop_core::trade::registration::{RegistrationForm, RegistrationRules, fields};
/// use shop_core::trade::registration_field::RoleField;
/// let role = Some("bar".to_owned());
/// let licence = [RoleField { name: "licenza".into(), role, required: true, ..RoleField::default() }];
/// let shown = |role: &str| {
///     let form = RegistrationForm { role: role.into(), ..RegistrationForm::default() };
///     fields(&form, &licence, &RegistrationRules::default()).remove(0)
/// };
/// assert!(shown("bar").required);
/// assert!(!shown("hotel").visible && !shown("hotel").required);
/// ```
pub fn fields(form: &RegistrationForm, all: &[RoleField], rules: &RegistrationRules) -> Vec<CustomField> {
    let country = form.selected_country(rules);
    let field = |field: &RoleField| {
        let (fits, required) = requirement(field, country, rules);
        let visible = fits && field.role.as_deref().is_none_or(|own| own == form.role);
        CustomField {
            name: field.name.clone(),
            label: field.label.clone(),
            required: visible && required,
            visible,
            checkbox: field.kind == FieldKind::Checkbox,
            checked: form.checked.contains(&field.name),
            value: form.values.get(&field.name).cloned().unwrap_or_default(),
        }
    };
    all.iter().map(field).collect()
}

/// Returns whether a field is shown for a country, and whether it is required there.
fn requirement(field: &RoleField, country: &str, rules: &RegistrationRules) -> (bool, bool) {
    match field.kind {
        FieldKind::Vat => (rules.vat.shows_field(country), true),
        FieldKind::TaxCode | FieldKind::InvoiceRecipient => (country == "IT", field.required),
        FieldKind::State => {
            let needed = presence(country, AddressKind::Billing, AddressField::State, FieldOptions::default());
            (!states::is_hidden(country), field.required && needed == Presence::Required)
        }
        _ => (true, field.required),
    }
}

/// Returns the errors: the country first, then the fields in page order. The country is required where its selector is shown.
///
/// ```
/// use shop_core::trade::registration::{RegistrationForm, RegistrationRules, errors};
/// let form = RegistrationForm { country: "default".into(), ..RegistrationForm::default() };
/// let rules = RegistrationRules { country_shown: true, ..RegistrationRules::default() };
/// assert_eq!(errors(&form, &[], &rules)[0].code, "trade_country_required");
/// assert_eq!(errors(&form, &[], &RegistrationRules::default()), []);
/// ```
pub fn errors(form: &RegistrationForm, all: &[RoleField], rules: &RegistrationRules) -> Vec<FieldError> {
    check(form, all, rules).err().unwrap_or_default()
}

/// Parses the company data.
///
/// # Errors
/// All invalid fields, in page order.
pub fn check(
    form: &RegistrationForm,
    all: &[RoleField],
    rules: &RegistrationRules,
) -> Result<CompanyData, Vec<FieldError>> {
    let country = form.selected_country(rules);
    let mut out = Vec::new();
    if rules.country_shown {
        if country.is_empty() {
            out.push(FieldError::new("country", codes::TRADE_COUNTRY_REQUIRED));
        } else if !rules.countries.is_empty() && !rules.countries.iter().any(|one| one == country) {
            out.push(FieldError::new("country", codes::TRADE_COUNTRY_UNKNOWN));
        }
    }
    let mut data = CompanyData { country: country.to_owned(), ..CompanyData::default() };
    for (shown, field) in fields(form, all, rules).iter().zip(all).filter(|(shown, _)| shown.visible) {
        match registration_value::validate(field, shown, form.files.get(&field.name), country) {
            FieldOutcome::Invalid(error) => out.push(error),
            FieldOutcome::Empty => {}
            FieldOutcome::Value(value) => take(&mut data, field, value),
        }
    }
    if out.is_empty() { Ok(data) } else { Err(out) }
}

/// Stores a value in the company data that its field stands for.
fn take(data: &mut CompanyData, field: &RoleField, value: String) {
    match field.kind {
        FieldKind::Vat => data.vat_number.clone_from(&value),
        FieldKind::BusinessName => data.name.clone_from(&value),
        FieldKind::TaxCode => data.tax_code.clone_from(&value),
        FieldKind::InvoiceRecipient if value.contains('@') => data.pec.clone_from(&value),
        FieldKind::InvoiceRecipient => data.sdi_code.clone_from(&value),
        _ => {}
    }
    data.fields.insert(field.name.clone(), value);
}

#[cfg(test)]
#[path = "registration_tests.rs"]
mod tests;
