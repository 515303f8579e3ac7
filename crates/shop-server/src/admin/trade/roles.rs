//! Customer roles and the fields of the registration form.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use shop_core::base::text::format_fixed;
use shop_core::base::{CategoryId, Cents, CustomerRoleId, FieldError, ProductId};
use shop_core::platform::messages::codes;
use shop_core::trade::registration_field::{FieldKind, RegistrationField};
use shop_core::trade::role::{RoleForm, RoleTerms};
use shop_services::Context;
use shop_services::platform::settings::{PaymentMethodSettings, ShopSettings};
use shop_services::ports::{FieldRecord, RoleRecord};
use shop_services::trade::roles::{RoleError, Roles};
use utoipa::ToSchema;

use crate::admin::accounts::auth::{Admin, Staff};
use crate::admin::catalogue::names::{NamedEntry, named_products};
use crate::admin::created::Made;
use crate::admin::problem::{Body, Id, Problem, Refusal};

/// Roles and registration fields, each in their order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct RoleList {
    roles: Vec<RoleRow>,
    fields: Vec<FieldRow>,
    /// Available field kinds.
    kinds: Vec<String>,
    /// Payment methods that a role can exclude.
    payment_methods: Vec<RoleOption>,
    /// Shipping methods that a role can exclude.
    shipping_methods: Vec<RoleOption>,
}

/// A payment or shipping method that a role can exclude.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct RoleOption {
    value: String,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct RoleRow {
    id: i64,
    /// Identifier in forms and documents.
    slug: String,
    fields: RoleFields,
    /// Names of the products that the role cannot buy.
    products: Vec<NamedEntry>,
    /// Number of companies, customers and open registrations with this role.
    uses: i64,
}

/// A role as entered.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct RoleFields {
    /// Identifier in forms and documents: lower-case letters, digits, `_` and `-`.
    #[schema(max_length = 40, pattern = "^[a-z][a-z0-9_-]*$")]
    slug: String,
    /// Whether its members are trade customers with a company.
    is_trade: bool,
    /// Name in Italian.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// Name in English; falls back to Italian if empty.
    #[schema(max_length = 200)]
    name_en: String,
    /// Whether new registrations need approval.
    needs_approval: bool,
    /// Whether prices are shown without VAT.
    net_prices: bool,
    /// Minimum net value of goods per order: "150.00"; none if empty.
    minimum_order: String,
    /// Payment term of orders on account in days, at most 60; `null` if the role cannot buy on account.
    #[schema(minimum = 1, maximum = 60)]
    invoice_days: Option<u16>,
    #[schema(max_items = 500)]
    hidden_payment_methods: Vec<String>,
    #[schema(max_items = 500)]
    hidden_shipping_methods: Vec<String>,
    #[schema(max_items = 500)]
    hidden_category_ids: Vec<i64>,
    #[schema(max_items = 500)]
    hidden_product_ids: Vec<i64>,
}

impl RoleFields {
    fn from_record(role: &RoleRecord) -> Self {
        let terms = role.terms.clone();
        let minimum = terms.minimum_order_cents;
        Self {
            slug: role.slug.clone(),
            is_trade: role.is_trade,
            name: terms.name,
            name_en: terms.name_en,
            needs_approval: terms.needs_approval,
            net_prices: terms.net_prices,
            minimum_order: if minimum == Cents::ZERO { String::new() } else { format_fixed(minimum.0, 2) },
            invoice_days: terms.invoice_days,
            hidden_payment_methods: terms.hidden_payment_methods,
            hidden_shipping_methods: terms.hidden_shipping_methods,
            hidden_category_ids: terms.hidden_category_ids.iter().map(|id| id.0).collect(),
            hidden_product_ids: terms.hidden_product_ids.iter().map(|id| id.0).collect(),
        }
    }

    fn form(self) -> Result<RoleForm, Refusal> {
        Ok(RoleForm {
            slug: self.slug,
            is_trade: self.is_trade,
            terms: RoleTerms {
                name: self.name,
                name_en: self.name_en,
                needs_approval: self.needs_approval,
                net_prices: self.net_prices,
                minimum_order_cents: amount("minimum_order", &self.minimum_order)?,
                invoice_days: self.invoice_days,
                hidden_payment_methods: self.hidden_payment_methods,
                hidden_shipping_methods: self.hidden_shipping_methods,
                hidden_category_ids: self.hidden_category_ids.into_iter().map(CategoryId).collect(),
                hidden_product_ids: self.hidden_product_ids.into_iter().map(ProductId).collect(),
            },
        })
    }
}

/// Parses an amount; an empty text is zero.
pub(in crate::admin) fn amount(field: &str, typed: &str) -> Result<Cents, Refusal> {
    if typed.trim().is_empty() {
        return Ok(Cents::ZERO);
    }
    Cents::parse(typed.trim()).ok_or_else(|| Refusal::field(FieldError::new(field, codes::TRADE_AMOUNT_INVALID)))
}

/// A field of the registration form.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct FieldRow {
    id: i64,
    /// Name in the form.
    name: String,
    /// Role that it belongs to; `null` for all.
    role_id: Option<i64>,
    field: RegistrationField,
}

/// A new field.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct NewField {
    /// Name in the form; cannot be changed later.
    #[schema(max_length = 40, pattern = "^[a-z][a-z0-9_-]*$")]
    name: String,
    /// Role that it belongs to; `null` for all.
    role_id: Option<i64>,
    field: RegistrationField,
}

/// Changes to a registration field.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct FieldChange {
    /// Role that it belongs to; `null` for all.
    role_id: Option<i64>,
    field: RegistrationField,
}

/// Registration fields in page order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct FieldOrder {
    #[schema(max_items = 100)]
    ids: Vec<i64>,
}

/// Lists roles and registration fields.
#[utoipa::path(get, path = "/api/admin/roles", responses((status = 200, body = RoleList)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(roles): State<Roles>,
    _staff: Staff,
) -> Result<Json<RoleList>, Refusal> {
    load_roles(&context, &roles).await.map(Json)
}

async fn load_roles(context: &Context, roles: &Roles) -> Result<RoleList, Refusal> {
    let uses = roles.role_uses().await?;
    let catalogue = context.catalogue().await?;
    let settings = context.settings().await?;
    let role = |role: RoleRecord| RoleRow {
        id: role.id.0,
        products: named_products(&role.terms.hidden_product_ids, &catalogue),
        uses: uses.get(&role.id).copied().unwrap_or(0),
        fields: RoleFields::from_record(&role),
        slug: role.slug,
    };
    let field = |one: FieldRecord| FieldRow {
        id: one.id,
        name: one.name,
        role_id: one.role_id.map(|id| id.0),
        field: one.field,
    };
    Ok(RoleList {
        roles: roles.roles().await?.into_iter().map(role).collect(),
        fields: roles.fields().await?.into_iter().map(field).collect(),
        payment_methods: payment_options(&settings),
        shipping_methods: shipping_options(&settings),
        kinds: FieldKind::ALL.iter().map(|kind| kind.as_str().to_owned()).collect(),
    })
}

fn payment_options(settings: &ShopSettings) -> Vec<RoleOption> {
    let option = |method: &PaymentMethodSettings| RoleOption { value: method.id.clone(), label: method.title.clone() };
    settings.enabled_payment_methods().map(option).collect()
}

fn shipping_options(settings: &ShopSettings) -> Vec<RoleOption> {
    let ways = settings.zones.iter().flat_map(|zone| zone.methods.iter().map(move |method| (zone, method)));
    ways.map(|(zone, method)| RoleOption { value: method.rate_id(), label: format!("{}: {}", zone.name, method.title) })
        .collect()
}

/// Creates a role.
#[utoipa::path(post, path = "/api/admin/roles", request_body = RoleFields, responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add(
    State(roles): State<Roles>,
    _admin: Admin,
    Body(fields): Body<RoleFields>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let id = roles.save_role(None, &fields.form()?).await?;
    Ok((StatusCode::CREATED, Json(Made { id: id.0 })))
}

/// Replaces all terms of a role. Its kind cannot change while it is in use.
#[utoipa::path(put, path = "/api/admin/roles/{id}", request_body = RoleFields, params(("id" = i64, Path)),
    responses((status = 200, body = RoleList), (status = 409, body = Problem)))]
pub(in crate::admin) async fn save(
    State(context): State<Arc<Context>>,
    State(roles): State<Roles>,
    _admin: Admin,
    Id(id): Id,
    Body(fields): Body<RoleFields>,
) -> Result<Json<RoleList>, Refusal> {
    roles.save_role(Some(CustomerRoleId(id)), &fields.form()?).await?;
    load_roles(&context, &roles).await.map(Json)
}

/// Deletes an unused role with its fields.
#[utoipa::path(delete, path = "/api/admin/roles/{id}", params(("id" = i64, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
pub(in crate::admin) async fn delete(
    State(roles): State<Roles>,
    _admin: Admin,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    roles.delete_role(CustomerRoleId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a registration field after the others.
#[utoipa::path(post, path = "/api/admin/registration-fields", request_body = NewField,
    responses((status = 201, body = Made)))]
pub(in crate::admin) async fn add_field(
    State(roles): State<Roles>,
    _admin: Admin,
    Body(new): Body<NewField>,
) -> Result<(StatusCode, Json<Made>), Refusal> {
    let role = new.role_id.map(CustomerRoleId);
    let id = roles.add_field(&new.name, role, &new.field).await?;
    Ok((StatusCode::CREATED, Json(Made { id })))
}

/// Changes a registration field.
#[utoipa::path(put, path = "/api/admin/registration-fields/{id}", request_body = FieldChange, params(("id" = i64, Path)),
    responses((status = 200, body = RoleList)))]
pub(in crate::admin) async fn save_field(
    State(context): State<Arc<Context>>,
    State(roles): State<Roles>,
    _admin: Admin,
    Id(id): Id,
    Body(change): Body<FieldChange>,
) -> Result<Json<RoleList>, Refusal> {
    let role = change.role_id.map(CustomerRoleId);
    roles.change_field(id, role, &change.field).await?;
    load_roles(&context, &roles).await.map(Json)
}

/// Deletes a registration field. Companies keep the values they filled in.
#[utoipa::path(delete, path = "/api/admin/registration-fields/{id}", params(("id" = i64, Path)),
    responses((status = 204)))]
pub(in crate::admin) async fn delete_field(
    State(roles): State<Roles>,
    _admin: Admin,
    Id(id): Id,
) -> Result<StatusCode, Refusal> {
    if roles.delete_field(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::not_found()) }
}

/// Reorders the registration fields; those not listed follow.
#[utoipa::path(put, path = "/api/admin/registration-field-order", request_body = FieldOrder,
    responses((status = 200, body = RoleList)))]
pub(in crate::admin) async fn order_fields(
    State(context): State<Arc<Context>>,
    State(roles): State<Roles>,
    _admin: Admin,
    Body(order): Body<FieldOrder>,
) -> Result<Json<RoleList>, Refusal> {
    roles.order_fields(order.ids.get(..100).unwrap_or(&order.ids)).await?;
    load_roles(&context, &roles).await.map(Json)
}

impl From<RoleError> for Refusal {
    fn from(error: RoleError) -> Self {
        match error {
            RoleError::Unknown => Self::not_found(),
            RoleError::InUse => Self::new(StatusCode::CONFLICT, codes::TRADE_ROLE_IN_USE),
            RoleError::Fields(errors) => Self::fields(errors),
            RoleError::Store(error) => error.into(),
        }
    }
}
