//! Definition of the registration form, and validation of its input.

use shop_core::base::{CustomerRoleId, FieldError, Lang};
use shop_core::checkout::address::country::country_options;
use shop_core::platform::messages::codes;
use shop_core::trade::company::Approval;
use shop_core::trade::registration::{self, RegistrationForm, RegistrationRules};
use shop_core::trade::registration_field::{FieldKind, RoleField};

use super::Companies;
use crate::platform::settings::ShopSettings;
use crate::ports::{FieldRecord, NewCompany, Registration, RoleRecord, StoreError};

/// The registration form as configured by the merchant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegistrationSetup {
    /// Available roles; the first one is the default.
    pub roles: Vec<RoleRecord>,
    pub fields: Vec<FieldRecord>,
    pub rules: RegistrationRules,
}

impl RegistrationSetup {
    /// Finds a role by its form name; an empty name selects the first one.
    pub fn role(&self, slug: &str) -> Option<&RoleRecord> {
        if slug.is_empty() { self.roles.first() } else { self.roles.iter().find(|role| role.slug == slug) }
    }

    /// Returns the form name of a role.
    pub fn slug(&self, id: CustomerRoleId) -> &str {
        self.roles.iter().find(|role| role.id == id).map_or("", |role| role.slug.as_str())
    }

    /// Returns the form's fields.
    pub fn form_fields(&self, lang: Lang) -> Vec<RoleField> {
        let form_field = |one: &FieldRecord| one.field.in_form(&one.name, one.role_id.map(|id| self.slug(id)), lang);
        self.fields.iter().map(form_field).collect()
    }

    /// Returns name and label of the file fields.
    pub fn file_fields(&self, lang: Lang) -> Vec<(String, String)> {
        let files = self.form_fields(lang).into_iter().filter(|field| field.kind == FieldKind::File);
        files.map(|field| (field.name, field.label)).collect()
    }

    /// Returns the rules for a role: private customers need no country.
    pub fn rules_of(&self, role: &RoleRecord) -> RegistrationRules {
        RegistrationRules { country_shown: role.is_trade && self.rules.country_shown, ..self.rules.clone() }
    }

    /// Parses a form into a registration; `None` if the shop has no further fields.
    ///
    /// # Errors
    ///
    /// All invalid fields.
    pub fn read(
        &self,
        form: &RegistrationForm,
        name: &str,
        lang: Lang,
    ) -> Result<Option<Registration>, Vec<FieldError>> {
        if self.roles.is_empty() {
            return Ok(None);
        }
        let unknown = || vec![FieldError::new("role", codes::TRADE_ROLE_UNKNOWN)];
        let role = self.role(&form.role).ok_or_else(unknown)?;
        let form = RegistrationForm { role: role.slug.clone(), ..form.clone() };
        let mut data = registration::check(&form, &self.form_fields(lang), &self.rules_of(role))?;
        if !role.is_trade {
            return Ok(Some(Registration::Consumer { role_id: role.id, fields: data.fields }));
        }
        if data.name.is_empty() {
            name.clone_into(&mut data.name);
        }
        let approval = if role.terms.needs_approval { Approval::Pending } else { Approval::Approved };
        Ok(Some(Registration::Company(NewCompany { role_id: role.id, approval, data })))
    }
}

impl Companies {
    /// Loads the current registration form.
    pub async fn registration_setup(&self) -> Result<RegistrationSetup, StoreError> {
        let rules = registration_rules(self.context.settings().await?.as_ref());
        Ok(RegistrationSetup {
            roles: self.store.roles().await?,
            fields: self.store.registration_fields().await?,
            rules,
        })
    }
}

/// Returns the validation rules of a registration.
fn registration_rules(settings: &ShopSettings) -> RegistrationRules {
    let sold_to = country_options(&settings.places.sold_to, settings.lang());
    RegistrationRules {
        country_shown: sold_to.len() != 1,
        shop_country: settings.shop.country.clone(),
        countries: settings.places.sold_to.clone(),
        vat: settings.vat_rules(true).unwrap_or_default(),
    }
}
