//! Reads and changes tax classes and rates.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use shop_core::cart::tax::form::{TaxForm, form_of};
use shop_services::Context;
use shop_services::platform::settings_service::SettingsService;
use utoipa::ToSchema;

use super::{Choice, countries};
use crate::admin::accounts::auth::Admin;
use crate::admin::problem::{Body, Refusal, language};

/// Tax classes and rates, with the options of their form.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct TaxDetail {
    fields: TaxForm,
    countries: Vec<Choice>,
    /// Number of products per class; the standard class has the empty name.
    products: BTreeMap<String, usize>,
}

/// Lists tax classes and rates.
#[utoipa::path(get, path = "/api/admin/taxes", responses((status = 200, body = TaxDetail)))]
pub(in crate::admin) async fn taxes(
    State(context): State<Arc<Context>>,
    _admin: Admin,
    headers: HeaderMap,
) -> Result<Json<TaxDetail>, Refusal> {
    load_taxes(&context, &headers).await.map(Json)
}

/// Replaces tax classes and rates. They take effect immediately; a class in use by products cannot be removed.
#[utoipa::path(put, path = "/api/admin/taxes", request_body = TaxForm, responses((status = 200, body = TaxDetail)))]
pub(in crate::admin) async fn change_taxes(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    admin: Admin,
    headers: HeaderMap,
    Body(fields): Body<TaxForm>,
) -> Result<Json<TaxDetail>, Refusal> {
    settings_service.change_taxes(&fields, &admin.person.username).await?;
    load_taxes(&context, &headers).await.map(Json)
}

async fn load_taxes(context: &Context, headers: &HeaderMap) -> Result<TaxDetail, Refusal> {
    let settings = context.settings().await?;
    let catalogue = context.catalogue().await?;
    let mut products: BTreeMap<String, usize> = BTreeMap::new();
    for product in catalogue.products() {
        *products.entry(product.item.tax_class.clone()).or_default() += 1;
    }
    Ok(TaxDetail { fields: form_of(&settings.tax), countries: countries(language(headers)), products })
}
