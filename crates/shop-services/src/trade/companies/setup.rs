//! What the registration form asks for, and what is read from it.

use shop_core::base::{CustomerRoleId, FieldError, Lang};
use shop_core::checkout::address::country::country_options;
use shop_core::platform::messages::codes;
use shop_core::trade::company::Approval;
use shop_core::trade::registration::{self, RegistrationForm, RegistrationRules};
use shop_core::trade::registration_field::{FieldKind, RoleField};

use super::Companies;
use crate::platform::settings::ShopSettings;
use crate::ports::{FieldRecord, NewCompany, Registration, RoleRecord, StoreError};

/// The registration form as the merchant set it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegistrationSetup {
    /// The roles that can be chosen, the first one unless another is.
    pub roles: Vec<RoleRecord>,
    /// The fields of all roles, in page order.
    pub fields: Vec<FieldRecord>,
    /// What the shop asks.
    pub rules: RegistrationRules,
}

impl RegistrationSetup {
    /// A role by its name in the form; with nothing chosen the first one.
    pub fn role(&self, slug: &str) -> Option<&RoleRecord> {
        if slug.is_empty() { self.roles.first() } else { self.roles.iter().find(|role| role.slug == slug) }
    }

    /// The name in the form of a role.
    pub fn slug(&self, id: CustomerRoleId) -> &str {
        self.roles.iter().find(|role| role.id == id).map_or("", |role| role.slug.as_str())
    }

    /// The fields as the form shows them.
    pub fn form_fields(&self, lang: Lang) -> Vec<RoleField> {
        let shown = |one: &FieldRecord| one.field.in_form(&one.name, one.role_id.map(|id| self.slug(id)), lang);
        self.fields.iter().map(shown).collect()
    }

    /// The names of the fields that take files, with their labels.
    pub fn file_fields(&self, lang: Lang) -> Vec<(String, String)> {
        let files = self.form_fields(lang).into_iter().filter(|field| field.kind == FieldKind::File);
        files.map(|field| (field.name, field.label)).collect()
    }

    /// The rules for a role: of private customers the country is not asked.
    pub fn rules_of(&self, role: &RoleRecord) -> RegistrationRules {
        RegistrationRules { country_shown: role.is_trade && self.rules.country_shown, ..self.rules.clone() }
    }

    /// What a form registers as; `None`: the shop asks for nothing.
    ///
    /// # Errors
    /// All refused fields.
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
    /// The registration form as it is now.
    pub async fn registration_setup(&self) -> Result<RegistrationSetup, StoreError> {
        let rules = registration_rules(self.context.settings().await?.as_ref());
        Ok(RegistrationSetup {
            roles: self.store.roles().await?,
            fields: self.store.registration_fields().await?,
            rules,
        })
    }
}

/// What a registration is checked by.
fn registration_rules(settings: &ShopSettings) -> RegistrationRules {
    let sold_to = country_options(&settings.places.sold_to, settings.lang());
    RegistrationRules {
        country_shown: sold_to.len() != 1,
        shop_country: settings.shop.country.clone(),
        countries: settings.places.sold_to.clone(),
        vat: settings.vat_rules(true).unwrap_or_default(),
    }
}
