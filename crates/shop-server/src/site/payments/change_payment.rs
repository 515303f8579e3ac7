//! Changing what a subscription is paid by: a kept method, or a new one. The form of kept methods works without scripts.

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

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::page_data::gateway::{self, Asking, Place};
use crate::page_data::texts;
use crate::payments::{ChangeStep, change_payment, changed, page_path, payment_input, subscription_path};
use crate::site::accounts::access::paying_owner;
use crate::site::accounts::access::poster;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;
use crate::site::redirects::go_on;

/// Action of the form.
const NONCE: &str = "change_payment_method";

/// `/my-account/change-payment-method/{id}/`. The bank's page leads back here with the setup that it asked about. Somebody else's
/// subscription looks like one that is not there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let customer = match paying_owner(&asked, &page_path(id)).await {
        Ok(owner) => owner.customer_id,
        Err(answer) => return answer,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let answer = match query.get("setup_intent") {
        Some(intent) => finished(&asked, id, customer, intent).await,
        None => page(&asked, id, customer, StatusCode::OK, None).await,
    };
    answer.unwrap_or_else(|error| failed(&error))
}

/// After the bank's page. The address is left behind, as it names the setup.
async fn finished(
    asked: &Asked,
    id: SubscriptionId,
    customer: CustomerId,
    intent: &str,
) -> Result<Response, StoreError> {
    if asked.state.shop.renewals.finish_payment_change(id, customer, intent).await? == Ok(true) {
        changed(&asked.state, &asked.session, (id, customer)).await?;
        return Ok(Redirect::to(&subscription_path(id)).into_response());
    }
    let told = notice("error", codes::PAYMENT_AUTHENTICATION_FAILURE, Params::new());
    go_with_notice(&asked.state, &asked.session, HeaderMap::new(), &page_path(id), told).await
}

async fn page(
    asked: &Asked,
    id: SubscriptionId,
    customer: CustomerId,
    status: StatusCode,
    refused: Option<String>,
) -> Result<Response, StoreError> {
    let shop = &asked.state.shop;
    let found = shop.subscriptions.own_subscription(id, customer).await?.filter(SubscriptionRecord::is_open);
    let settings = shop.context.settings().await?;
    let Some(record) = found.filter(|_| settings.charges_renewals()) else {
        return Ok(texts::missing(&asked.state, &asked.request, &page_path(id)).await);
    };
    let lang = settings.lang();
    let billing = &record.content.order.billing;
    // Renewals can be charged to methods that can be kept alone.
    let kept = |kind: PaymentMethod| kind.saved_as() == Some(kind);
    let methods: Vec<_> = settings
        .enabled_payment_methods()
        .filter(|method| PaymentMethod::from_gateway_id(&method.id).is_some_and(kept))
        .collect();
    let asking = Asking {
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
    let gateway = gateway::settings(&asked.state, &asked.session, asking).await;
    let allowed = gateway.clone();
    let current = shop.subscriptions.method_of(&record).await?.map_or(0, |kept| kept.id);
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
    let mut shown = Shown::new(title, &page_path(id), section).with_form(NONCE);
    shown.status = status;
    shown.notices.extend(refused.map(|text| Notice { kind: "error".into(), text, ..Notice::default() }));
    let mut response = respond(asked, shown).await;
    if let Some(settings) = allowed {
        gateway::allow(&mut response, &settings);
    }
    Ok(response)
}

/// Changes the method.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match paying_owner(&asked, &page_path(id)).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    let posted = Pairs(pairs);
    match poster(&asked, &posted, &page_path(id), NONCE).await {
        Err(answer) => answer,
        Ok(_) => acted(&asked, id, owner.customer_id, &posted).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(
    asked: &Asked,
    id: SubscriptionId,
    customer: CustomerId,
    posted: &Pairs,
) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let back = page_path(id);
    let method = posted.get("payment_method").filter(|id| !id.is_empty()).unwrap_or("stripe");
    let Ok(PaymentInput::Gateway(wish)) = payment_input(method, |name| posted.get(name).map(str::to_owned)) else {
        let told = notice("error", codes::SUBSCRIPTION_NO_METHOD, Params::new());
        return go_with_notice(state, session, HeaderMap::new(), &back, told).await;
    };
    let all = matches!(posted.get("update_all_subscription_payment_methods"), Some("true" | "1" | "yes" | "on"));
    match change_payment(state, session, (id, customer), &wish, all, &asked.address).await? {
        Ok(ChangeStep::Done) => {
            changed(state, session, (id, customer)).await?;
            Ok(Redirect::to(&subscription_path(id)).into_response())
        }
        // A hash route is read on this page.
        Ok(ChangeStep::Go(to)) if to.starts_with('#') => Ok(Redirect::to(&(back + &to)).into_response()),
        Ok(ChangeStep::Go(to)) => Ok(go_on(state, &asked.request, &back, &to).await),
        Err(Some(sentence)) => page(asked, id, customer, StatusCode::UNPROCESSABLE_ENTITY, Some(sentence)).await,
        Err(None) => Ok(texts::missing(state, &asked.request, &back).await),
    }
}
