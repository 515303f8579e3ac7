//! Ways of payment as the merchant reads and changes them.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::orders::payment::TRANSFER;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::merchant::payment::PaymentMethodSettings;
use shop_services::platform::settings::{CURRENCY, ShopSettings};
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::platform::mirror::mirror;
use crate::admin::problem::{Body, Refusal};
use crate::app::state::AppState;

mirror! {
    /// A way of payment. Empty English words: the Italian ones are shown.
    PaymentFields = PaymentMethodSettings {
        /// `bacs`, `cod`, …
        id: String,
        enabled: bool,
        title: String,
        title_en: String,
        /// Shown at the checkout.
        description: String,
        description_en: String,
        /// Shown and sent after ordering.
        instructions: String,
        instructions_en: String,
        /// Holder of the bank account; this and what follows is of a bank transfer alone.
        account_name: String,
        bank_name: String,
        iban: String,
        bic: String,
    }
}

/// A method of the payment provider's: what its switch is shown with.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProvidedMethod {
    /// Its way of payment: `stripe`, `stripe_klarna`.
    id: String,
    /// Kind of paying: `card`, `bank_debit`, ….
    group: String,
    /// Billing countries that pay with it in the shop's currency; empty: all.
    countries: Vec<String>,
    /// Currencies that it takes; empty: all.
    currencies: Vec<String>,
    /// Why this shop can never offer it: `closed`, `currency` or `countries`; none: it can.
    obstacle: Option<String>,
    /// Whether buyers can keep it for later payments.
    reusable: bool,
    /// Whether the money comes only days later.
    delayed: bool,
}

/// All ways of payment in their order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentList {
    methods: Vec<PaymentFields>,
    /// The one that has a bank account.
    transfer: String,
    /// Those that are the payment provider's.
    provided: Vec<ProvidedMethod>,
    /// Whether there is a provider: without one its methods are not offered.
    has_provider: bool,
    /// The shop's currency.
    currency: String,
}

/// All ways of payment in their new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PaymentsChange {
    methods: Vec<PaymentFields>,
}

/// The ways of payment, those included that cannot be chosen.
#[utoipa::path(get, path = "/api/admin/payments", responses((status = 200, body = PaymentList)))]
pub(in crate::admin) async fn payments(
    State(state): State<AppState>,
    _admin: Admin,
) -> Result<Json<PaymentList>, Refusal> {
    shown(&state).await.map(Json)
}

/// Replaces the ways of payment. They hold at once.
#[utoipa::path(put, path = "/api/admin/payments", request_body = PaymentsChange,
    responses((status = 200, body = PaymentList)))]
pub(in crate::admin) async fn change_payments(
    State(state): State<AppState>,
    admin: Admin,
    Body(change): Body<PaymentsChange>,
) -> Result<Json<PaymentList>, Refusal> {
    let forms: Vec<PaymentMethodSettings> = change.methods.into_iter().map(Into::into).collect();
    state
        .shop
        .settings_service
        .change_payment_methods(&forms, &admin.person.username)
        .await?
        .map_err(Refusal::fields)?;
    shown(&state).await.map(Json)
}

async fn shown(state: &AppState) -> Result<PaymentList, Refusal> {
    let settings = state.shop.context.settings().await?;
    let methods = settings.own_payment_methods();
    let provided = methods.iter().filter_map(|own| PaymentMethod::from_gateway_id(&own.id));
    let provided = provided.map(|method| provided_method(method, &settings)).collect();
    Ok(PaymentList {
        methods: methods.into_iter().map(Into::into).collect(),
        transfer: TRANSFER.into(),
        provided,
        has_provider: settings.has_gateway,
        currency: CURRENCY.into(),
    })
}

fn provided_method(method: PaymentMethod, settings: &ShopSettings) -> ProvidedMethod {
    // What a sandbox takes in any currency can be tried here.
    let tried = settings.takes(method) && !method.takes(CURRENCY);
    let obstacle = method.obstacle(CURRENCY, &settings.places.sold_to).filter(|_| !tried);
    let texts = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
    ProvidedMethod {
        id: method.gateway_id(),
        group: method.group().as_str().into(),
        countries: texts(method.countries(CURRENCY)),
        currencies: texts(method.currencies()),
        obstacle: obstacle.map(|obstacle| obstacle.as_str().into()),
        reusable: method.saved_as().is_some(),
        delayed: method.is_delayed(),
    }
}
