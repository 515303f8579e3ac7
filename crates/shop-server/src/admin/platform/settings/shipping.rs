//! Reads and changes shipping zones and methods, and tries out what an address would be offered.

use shop_core::base::Cents;
use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use shop_core::cart::shipping::form::{ZoneForm, forms_of};
use shop_services::Context;
use shop_services::platform::settings::trial::{TrialForm, offer};
use shop_services::platform::settings_service::SettingsService;
use utoipa::ToSchema;

use super::{Choice, choice, countries, states_of};
use crate::admin::accounts::auth::Admin;
use crate::admin::problem::{Body, Refusal, language};

/// Shipping zones in their order, with the options of their form.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ZoneList {
    zones: Vec<ZoneForm>,
    countries: Vec<Choice>,
    /// Provinces of the shop's country, as `IT:CA`.
    states: Vec<Choice>,
    /// Shipping classes used by products or shipping methods.
    classes: Vec<String>,
    weight_unit: String,
    /// Whether costs are entered including tax.
    costs_include_tax: bool,
}

/// All zones in their new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct ZonesChange {
    zones: Vec<ZoneForm>,
}

/// An address and goods to try, with the zones as currently entered in the form.
#[derive(Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
pub(in crate::admin) struct AddressTrial {
    zones: Vec<ZoneForm>,
    country: String,
    /// Province code, with or without its country before a colon.
    state: String,
    postcode: String,
    /// Value of the goods in euro.
    amount: String,
    /// Weight of the goods in the shop's unit.
    weight: String,
    /// Shipping classes of the goods.
    classes: Vec<String>,
    /// Whether a coupon grants free shipping.
    free_by_coupon: bool,
}

/// An offered shipping method.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferedMethod {
    title: String,
    cost_cents: Cents,
}

/// Shipping offer for an address.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct AddressOffer {
    /// Name of the matching zone; `null` if no zone matches.
    zone: Option<String>,
    /// Whether the shop ships to the country at all.
    delivered_to: bool,
    methods: Vec<OfferedMethod>,
}

/// Lists the shipping zones.
#[utoipa::path(get, path = "/api/admin/shipping", responses((status = 200, body = ZoneList)))]
pub(in crate::admin) async fn zones(
    State(context): State<Arc<Context>>,
    _admin: Admin,
    headers: HeaderMap,
) -> Result<Json<ZoneList>, Refusal> {
    load_zones(&context, &headers).await.map(Json)
}

/// Replaces the shipping zones. They take effect immediately.
#[utoipa::path(put, path = "/api/admin/shipping", request_body = ZonesChange,
    responses((status = 200, body = ZoneList)))]
pub(in crate::admin) async fn change_zones(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    admin: Admin,
    headers: HeaderMap,
    Body(change): Body<ZonesChange>,
) -> Result<Json<ZoneList>, Refusal> {
    settings_service.change_zones(&change.zones, &admin.person.username).await?;
    load_zones(&context, &headers).await.map(Json)
}

/// Calculates what an address would be offered with these zones. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/shipping/trial", request_body = AddressTrial,
    responses((status = 200, body = AddressOffer)))]
pub(in crate::admin) async fn try_address(
    State(context): State<Arc<Context>>,
    _admin: Admin,
    Body(trial): Body<AddressTrial>,
) -> Result<Json<AddressOffer>, Refusal> {
    let settings = context.settings().await?;
    let bare = trial.state.split_once(':').map(|(_, state)| state.to_owned());
    let form = TrialForm {
        country: trial.country,
        state: bare.unwrap_or(trial.state),
        postcode: trial.postcode,
        amount: trial.amount,
        weight: trial.weight,
        classes: trial.classes,
        free_by_coupon: trial.free_by_coupon,
    };
    let found = offer(&settings, &trial.zones, &form).map_err(Refusal::fields)?;
    let methods = found.methods.into_iter().map(|(title, cost)| OfferedMethod { title, cost_cents: cost });
    Ok(Json(AddressOffer { zone: found.zone, delivered_to: found.delivered_to, methods: methods.collect() }))
}

async fn load_zones(context: &Context, headers: &HeaderMap) -> Result<ZoneList, Refusal> {
    let lang = language(headers);
    let settings = context.settings().await?;
    let catalogue = context.catalogue().await?;
    let of_products = catalogue
        .products()
        .iter()
        .flat_map(|product| std::iter::once(&product.item).chain(product.variations.iter().map(|one| &one.item)));
    let of_methods = settings.zones.iter().flat_map(|zone| zone.methods.iter().flat_map(|m| &m.class_costs));
    let classes: BTreeSet<&str> = of_products
        .map(|item| item.shipping_class.as_str())
        .chain(of_methods.map(|one| one.class.as_str()))
        .filter(|class| !class.is_empty())
        .collect();
    let country = &settings.shop.country;
    let prefixed = |one: Choice| choice(&format!("{country}:{}", one.value), &one.label);
    Ok(ZoneList {
        zones: forms_of(&settings.zones),
        countries: countries(lang),
        states: states_of(country, lang).into_iter().map(prefixed).collect(),
        classes: classes.into_iter().map(str::to_owned).collect(),
        weight_unit: settings.places.weight_unit.to_string(),
        costs_include_tax: settings.taxes.shipping_includes_tax,
    })
}
