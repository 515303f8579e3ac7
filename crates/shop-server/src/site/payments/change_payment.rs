//! Changing a subscription's payment method to a saved or a new one. The form of saved methods works without scripts.

use axum::extract::{Path, RawQuery};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{Cents, CustomerId, Params, SubscriptionId};
use shop_core::payments::method::PaymentMethod;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountPaymentChange, AccountSection, GatewayCustomer, Notice};
use shop_services::checkout::PaymentInput;
use shop_services::orders::subscriptions::row;
use shop_services::ports::{StoreError, SubscriptionRecord};

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::page_data::payments::gateway::{self, GatewayPage, Place};
use crate::page_data::texts;
use crate::payments::{ChangeStep, change_payment, changed, page_path, payment_input, subscription_path};
use crate::site::accounts::access::{require_form_customer, require_paying_owner};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};
use crate::site::redirects::redirect_to;

/// Nonce action of the form.
const NONCE: &str = "change_payment_method";

/// `/my-account/change-payment-method/{id}/`. The bank's authentication page redirects back here with `setup_intent`. Another customer's
/// subscription looks like one that does not exist.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let customer = match require_paying_owner(&request, &page_path(id)).await {
        Ok(owner) => owner.customer_id,
        Err(response) => return response,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let response = match query.get("setup_intent") {
        Some(intent) => finish_setup(&request, id, customer, intent).await,
        None => page(&request, id, customer, StatusCode::OK, None).await,
    };
    response.unwrap_or_else(|error| error_response(&error))
}

/// After the bank's page. Redirects, because the address names the setup intent.
async fn finish_setup(
    request: &AccountRequest,
    id: SubscriptionId,
    customer: CustomerId,
    intent: &str,
) -> Result<Response, StoreError> {
    if request.state.shop.renewals.finish_payment_change(id, customer, intent).await? == Ok(true) {
        changed(
            &request.state.shop.context,
            &request.state.shop.carts,
            &request.state.shop.subscriptions,
            &request.state.shop.renewals,
            &request.session,
            (id, customer),
        )
        .await?;
        return Ok(Redirect::to(&subscription_path(id)).into_response());
    }
    let notice = notice("error", codes::PAYMENT_AUTHENTICATION_FAILURE, Params::new());
    redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), &page_path(id), notice).await
}

async fn page(
    request: &AccountRequest,
    id: SubscriptionId,
    customer: CustomerId,
    status: StatusCode,
    error_text: Option<String>,
) -> Result<Response, StoreError> {
    let shop = &request.state.shop;
    let found = shop.subscriptions.own_subscription(id, customer).await?.filter(SubscriptionRecord::is_open);
    let settings = shop.context.settings().await?;
    let Some(record) = found.filter(|_| settings.charges_renewals()) else {
        return Ok(texts::missing(&request.state.storefront, &request.page_request, &page_path(id)).await);
    };
    let lang = settings.lang();
    let billing = &record.content.order.billing;
    // Renewals can be charged only to methods that are saved as themselves.
    let is_saveable = |kind: PaymentMethod| kind.saved_as() == Some(kind);
    let methods: Vec<_> = settings
        .enabled_payment_methods()
        .filter(|method| PaymentMethod::from_gateway_id(&method.id).is_some_and(is_saveable))
        .collect();
    let asking = GatewayPage {
        shop: &settings,
        methods: &methods,
        place: Place::ChangePayment(id.0),
        total: Cents::ZERO,
        subscription: true,
        customer: GatewayCustomer {
            billing_country: billing.country.clone(),
            name: format!("{} {}", billing.first_name, billing.last_name).trim().to_owned(),
            email: billing.email.clone(),
        },
    };
    let gateway = gateway::settings(&request.state.storefront, &request.session, asking).await;
    let gateway_on_page = gateway.clone();
    let current = shop.subscriptions.method_of(&record).await?.map_or(0, |method| method.id);
    let others = shop.subscriptions.subscriptions_of(customer).await?;
    let others = others.iter().filter(|one| one.id != id && one.is_open()).count();
    let view = AccountPaymentChange {
        row: row(&record, lang),
        payment: shop.subscriptions.paid_by(&record, lang).await?,
        current,
        action: page_path(id),
        charges_open: record.state.open_order.is_some(),
        others: i64::try_from(others).unwrap_or(i64::MAX),
        gateway,
    };
    let section = AccountSection::ChangePaymentMethod(Box::new(view));
    let title = site_texts::change_payment_method;
    let mut view = AccountView::new(title, &page_path(id), section).with_form(NONCE);
    view.status = status;
    view.notices.extend(error_text.map(|text| Notice { kind: "error".into(), text, ..Notice::default() }));
    let mut response = respond(request, view).await;
    if let Some(settings) = gateway_on_page {
        gateway::allow(&mut response, &settings);
    }
    Ok(response)
}

pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match require_paying_owner(&request, &page_path(id)).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    let posted = Pairs(pairs);
    match require_form_customer(&request, &posted, &page_path(id), NONCE).await {
        Err(response) => response,
        Ok(_) => {
            run_action(&request, id, owner.customer_id, &posted).await.unwrap_or_else(|error| error_response(&error))
        }
    }
}

async fn run_action(
    request: &AccountRequest,
    id: SubscriptionId,
    customer: CustomerId,
    posted: &Pairs,
) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let path = page_path(id);
    let method = posted.get("payment_method").filter(|id| !id.is_empty()).unwrap_or("stripe");
    let Ok(PaymentInput::Gateway(payment)) = payment_input(method, |name| posted.get(name).map(str::to_owned)) else {
        let notice = notice("error", codes::SUBSCRIPTION_NO_METHOD, Params::new());
        return redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), &path, notice).await;
    };
    let all = matches!(posted.get("update_all_subscription_payment_methods"), Some("true" | "1" | "yes" | "on"));
    match change_payment(state, session, (id, customer), &payment, all, &request.client_ip).await? {
        Ok(ChangeStep::Done) => {
            changed(
                &state.shop.context,
                &state.shop.carts,
                &state.shop.subscriptions,
                &state.shop.renewals,
                session,
                (id, customer),
            )
            .await?;
            Ok(Redirect::to(&subscription_path(id)).into_response())
        }
        // The script of this page handles hash routes.
        Ok(ChangeStep::Go(to)) if to.starts_with('#') => Ok(Redirect::to(&(path + &to)).into_response()),
        Ok(ChangeStep::Go(to)) => Ok(redirect_to(&state.storefront, &request.page_request, &path, &to).await),
        Err(Some(sentence)) => page(request, id, customer, StatusCode::UNPROCESSABLE_ENTITY, Some(sentence)).await,
        Err(None) => Ok(texts::missing(&state.storefront, &request.page_request, &path).await),
    }
}
