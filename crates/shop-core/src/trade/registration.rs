//! The registration form: which fields a role shows, and what must be filled in (storefront specification, sections 2
//! and 5).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::custom_field::{self, CustomField};
use crate::base::FieldError;
use crate::messages::codes;

/// What the country selector holds until a country is chosen.
pub const NO_COUNTRY: &str = "default";

/// A field of the registration form as the shop sets it up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct RoleField {
    /// Name in the form.
    pub name: String,
    /// Label as shown.
    pub label: String,
    /// Role that the field belongs to; `None`: all roles.
    pub role: Option<String>,
    /// Whether it must be filled in where it is shown.
    pub required: bool,
    /// Whether it is a checkbox.
    pub checkbox: bool,
}

/// What the visitor filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct RegistrationForm {
    /// Chosen role.
    pub role: String,
    /// Chosen country; "default" while none is.
    pub country: String,
    /// Texts by field name.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
    pub values: BTreeMap<String, String>,
    /// Names of the ticked checkboxes.
    pub checked: Vec<String>,
}

/// The fields in page order, those of other roles hidden and not required. Fields of all roles are shown whatever the
/// role; an unknown role shows only them.
///
/// ```
/// use shop_core::trade::registration::{RoleField, fields};
/// let role = Some("bar".to_owned());
/// let licence = [RoleField { name: "licenza".into(), role, required: true, ..RoleField::default() }];
/// assert!(fields("bar", &licence)[0].required);
/// assert!(!fields("hotel", &licence)[0].visible && !fields("hotel", &licence)[0].required);
/// ```
pub fn fields(role: &str, all: &[RoleField]) -> Vec<CustomField> {
    let field = |field: &RoleField| {
        let visible = field.role.as_deref().is_none_or(|own| own == role);
        CustomField {
            name: field.name.clone(),
            label: field.label.clone(),
            required: visible && field.required,
            visible,
            checkbox: field.checkbox,
            ..CustomField::default()
        }
    };
    all.iter().map(field).collect()
}

/// The refusals: the country first, then the fields in page order. The country is asked for where its selector is shown.
///
/// ```
/// use shop_core::trade::registration::{RegistrationForm, errors};
/// let form = RegistrationForm { country: "default".into(), ..RegistrationForm::default() };
/// assert_eq!(errors(&form, &[], true)[0].code, "trade_country_required");
/// assert_eq!(errors(&form, &[], false), []);
/// ```
pub fn errors(form: &RegistrationForm, all: &[RoleField], country_shown: bool) -> Vec<FieldError> {
    let mut out = Vec::new();
    if country_shown && matches!(form.country.trim(), "" | NO_COUNTRY) {
        out.push(FieldError::new("country", codes::TRADE_COUNTRY_REQUIRED));
    }
    let mut filled = fields(&form.role, all);
    for field in &mut filled {
        field.value = form.values.get(&field.name).cloned().unwrap_or_default();
        field.checked = form.checked.contains(&field.name);
    }
    out.extend(custom_field::errors(&filled));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, role: Option<&str>) -> RoleField {
        RoleField {
            name: name.to_owned(),
            label: name.to_owned(),
            role: role.map(str::to_owned),
            required: true,
            checkbox: false,
        }
    }

    fn all() -> Vec<RoleField> {
        let consent = RoleField { checkbox: true, ..field("consenso", Some("bar")) };
        let note = RoleField { required: false, ..field("nota", None) };
        vec![field("licenza", Some("bar")), field("ditta", None), field("camere", Some("hotel")), consent, note]
    }

    fn form(role: &str, values: &[(&str, &str)]) -> RegistrationForm {
        RegistrationForm {
            role: role.to_owned(),
            country: "IT".to_owned(),
            values: values.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
            checked: Vec::new(),
        }
    }

    fn refused(form: &RegistrationForm) -> Vec<String> {
        errors(form, &all(), true).into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_role_shows_its_own_fields_and_those_of_all_roles() {
        for (role, shown) in [
            ("bar", vec!["licenza", "ditta", "consenso", "nota"]),
            ("hotel", vec!["ditta", "camere", "nota"]),
            ("", vec!["ditta", "nota"]),
            ("unknown", vec!["ditta", "nota"]),
        ] {
            let fields = fields(role, &all());
            let visible: Vec<&str> = fields.iter().filter(|f| f.visible).map(|f| f.name.as_str()).collect();
            assert_eq!(visible, shown, "{role}");
            assert!(fields.iter().all(|field| field.visible || !field.required), "{role}");
        }
    }

    #[test]
    fn only_fields_that_are_shown_are_asked_for() {
        assert_eq!(refused(&form("hotel", &[])), ["ditta", "camere"]);
        assert_eq!(refused(&form("bar", &[("licenza", "A1"), ("ditta", "Bar Sport")])), ["consenso"]);
        assert_eq!(refused(&form("", &[("ditta", " ")])), ["ditta"]);
        let ticked = RegistrationForm {
            checked: vec!["consenso".to_owned()],
            ..form("bar", &[("licenza", "A1"), ("ditta", "x")])
        };
        assert_eq!(refused(&ticked), Vec::<String>::new());
    }

    #[test]
    fn a_country_that_is_not_chosen_is_said_first_and_only_where_it_is_asked() {
        for country in ["default", "", " "] {
            let form = RegistrationForm { country: country.to_owned(), ..form("hotel", &[]) };
            assert_eq!(refused(&form), ["country", "ditta", "camere"], "{country:?}");
            assert_eq!(errors(&form, &all(), false).len(), 2);
        }
    }
}
