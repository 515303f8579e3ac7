//! Reads and changes the payment methods.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::orders::payment::TRANSFER;
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::merchant::payment::PaymentMethodSettings;
use shop_services::Context;
use shop_services::platform::settings::{CURRENCY, ShopSettings};
use shop_services::platform::settings_service::SettingsService;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Admin;
use crate::admin::platform::mirror::mirror;
use crate::admin::problem::{Body, Refusal};

mirror! {
    /// A payment method. An empty English text falls back to Italian.
    PaymentFields = PaymentMethodSettings {
        /// `bacs`, `cod`, …
        id: String,
        enabled: bool,
        title: String,
        title_en: String,
        /// Text shown at checkout.
        description: String,
        description_en: String,
        /// Instructions shown and e-mailed after the order.
        instructions: String,
        instructions_en: String,
        /// Holder of the bank account; this and the following fields apply to bank transfer only.
        account_name: String,
        bank_name: String,
        iban: String,
        bic: String,
    }
}

/// A method of the payment provider, with what is shown beside its switch.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProvidedMethod {
    /// Id of its payment method: `stripe`, `stripe_klarna`.
    id: String,
    /// Group: `card`, `bank_debit`, ….
    group: String,
    /// Billing countries that can use it in the shop's currency; all if empty.
    countries: Vec<String>,
    /// Currencies that it accepts; all if empty.
    currencies: Vec<String>,
    /// Why this shop can never offer it: `closed`, `currency` or `countries`; `null` if it can.
    obstacle: Option<String>,
    /// Whether buyers can save it for later payments.
    reusable: bool,
    /// Whether the money arrives days after the payment.
    delayed: bool,
}

/// All payment methods in their order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct PaymentList {
    methods: Vec<PaymentFields>,
    /// Id of the bank transfer method.
    transfer: String,
    /// Methods of the payment provider.
    provided: Vec<ProvidedMethod>,
    /// Whether a provider is configured; without one its methods are not offered.
    has_provider: bool,
    /// The shop's currency.
    currency: String,
}

/// All payment methods in their new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct PaymentsChange {
    methods: Vec<PaymentFields>,
}

/// Lists the payment methods, including those that cannot be offered.
#[utoipa::path(get, path = "/api/admin/payments", responses((status = 200, body = PaymentList)))]
pub(in crate::admin) async fn payments(
    State(context): State<Arc<Context>>,
    _admin: Admin,
) -> Result<Json<PaymentList>, Refusal> {
    load_payment_methods(&context).await.map(Json)
}

/// Replaces the payment methods. They take effect immediately.
#[utoipa::path(put, path = "/api/admin/payments", request_body = PaymentsChange,
    responses((status = 200, body = PaymentList)))]
pub(in crate::admin) async fn change_payments(
    State(context): State<Arc<Context>>,
    State(settings_service): State<SettingsService>,
    admin: Admin,
    Body(change): Body<PaymentsChange>,
) -> Result<Json<PaymentList>, Refusal> {
    let forms: Vec<PaymentMethodSettings> = change.methods.into_iter().map(Into::into).collect();
    settings_service.change_payment_methods(&forms, &admin.person.username).await?;
    load_payment_methods(&context).await.map(Json)
}

async fn load_payment_methods(context: &Context) -> Result<PaymentList, Refusal> {
    let settings = context.settings().await?;
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
    // The sandbox accepts any currency, so such a method can be tried there.
    let is_sandbox_only = settings.takes(method) && !method.takes(CURRENCY);
    let obstacle = method.obstacle(CURRENCY, &settings.places.sold_to).filter(|_| !is_sandbox_only);
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
