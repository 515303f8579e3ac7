//! Roles in a shop document, each with the fields of its registration form.

use serde::Deserialize;
use shop_core::base::{Cents, FieldError, Lang};
use shop_core::platform::messages::sentence;
use shop_core::trade::registration_field::{FieldKind, MAX_FIELDS, RegistrationField, name_error};
use shop_core::trade::role::{RoleForm, RoleTerms};

use super::{ApplyError, SetUp, wrong};
use crate::ports::{FieldRecord, RoleSaved};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RoleDocument {
    slug: String,
    is_trade: bool,
    name: String,
    name_en: String,
    needs_approval: bool,
    net_prices: bool,
    minimum_order: String,
    invoice_days: Option<u16>,
    hidden_payment_methods: Vec<String>,
    hidden_shipping_methods: Vec<String>,
    fields: Vec<FieldDocument>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FieldDocument {
    name: String,
    label: String,
    label_en: String,
    kind: String,
    required: bool,
    options: Vec<String>,
    options_en: Vec<String>,
}

/// A parsed role with its fields.
pub(super) struct ReadRole {
    form: RoleForm,
    fields: Vec<(String, RegistrationField)>,
}

/// Parses a role.
pub(super) fn read_role(document: &RoleDocument) -> Result<ReadRole, ApplyError> {
    let place = format!("roles: {}", document.slug);
    let minimum =
        if document.minimum_order.is_empty() { Some(Cents::ZERO) } else { Cents::parse(&document.minimum_order) };
    let form = RoleForm {
        slug: document.slug.clone(),
        is_trade: document.is_trade,
        terms: RoleTerms {
            name: document.name.clone(),
            name_en: document.name_en.clone(),
            needs_approval: document.needs_approval,
            net_prices: document.net_prices,
            minimum_order_cents: minimum.ok_or_else(|| wrong(&*place, "minimum_order is no amount"))?,
            invoice_days: document.invoice_days,
            hidden_payment_methods: document.hidden_payment_methods.clone(),
            hidden_shipping_methods: document.hidden_shipping_methods.clone(),
            ..RoleTerms::default()
        },
    };
    refuse_first(&place, form.errors())?;
    let fields = document.fields.iter().map(|field| read_field(&place, field)).collect::<Result<_, _>>()?;
    Ok(ReadRole { form: form.normalised(), fields })
}

fn read_field(place: &str, document: &FieldDocument) -> Result<(String, RegistrationField), ApplyError> {
    let place = format!("{place}: {}", document.name);
    let kind =
        FieldKind::parse(&document.kind).ok_or_else(|| wrong(&*place, format!("`{}` is no kind", document.kind)))?;
    let field = RegistrationField {
        label: document.label.clone(),
        label_en: document.label_en.clone(),
        kind,
        required: document.required,
        options: document.options.clone(),
        options_en: document.options_en.clone(),
    };
    let errors = name_error("name", &document.name).into_iter().chain(field.errors()).collect();
    refuse_first(&place, errors)?;
    Ok((document.name.clone(), field.normalised()))
}

pub(super) fn refuse_first(place: &str, errors: Vec<FieldError>) -> Result<(), ApplyError> {
    errors.first().map_or(Ok(()), |error| Err(wrong(place, format!("{}: {}", error.field, sentence(error, Lang::En)))))
}

impl SetUp {
    /// Adds roles and fields, or updates existing ones with the same names; returns the number of roles.
    pub(super) async fn apply_roles(&self, roles: &[ReadRole]) -> Result<usize, ApplyError> {
        for role in roles {
            let known = self.store.roles().await?.into_iter().find(|known| known.slug == role.form.slug);
            let place = || format!("roles: {}", role.form.slug);
            let RoleSaved::Done(id) = self.store.save_role(known.map(|known| known.id), &role.form).await? else {
                return Err(wrong(place(), "it is in use and cannot become another kind"));
            };
            for (name, field) in &role.fields {
                let known = self.store.registration_fields().await?.into_iter().find(|known| known.name == *name);
                let record = FieldRecord {
                    id: known.map_or(0, |known| known.id),
                    name: name.clone(),
                    role_id: Some(id),
                    field: field.clone(),
                };
                let RoleSaved::Done(_) = self.store.save_registration_field(&record, MAX_FIELDS).await? else {
                    return Err(wrong(place(), format!("there are {MAX_FIELDS} fields already")));
                };
            }
        }
        Ok(roles.len())
    }
}
