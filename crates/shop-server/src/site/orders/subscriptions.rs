//! A customer's subscriptions: list, one subscription, suspending, resuming and cancelling.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{CustomerId, Params, SubscriptionId};
use shop_core::orders::subscription::{SubscriptionStep, words};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::AccountSection;
use shop_services::orders::renewals::{StepRefusal, change_path};
use shop_services::orders::subscriptions::{detail, row};
use shop_services::ports::{OrderOwner, StoreError};

use super::account_orders::order_row;
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::site::accounts::access::{require_form_customer, require_order_owner, require_paying_owner};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};

const PATH: &str = "/my-account/subscriptions/";
/// Nonce action of the buttons of a subscription.
const NONCE: &str = "subscription_action";

fn subscription_path(id: SubscriptionId) -> String {
    format!("/my-account/view-subscription/{id}/")
}

/// `/my-account/subscriptions/`
pub(super) async fn list(request: AccountRequest) -> Response {
    let owner = match require_order_owner(&request, PATH).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    match load_list_section(&request, owner.customer_id).await {
        Ok(section) => respond(&request, AccountView::new(site_texts::my_subscriptions, PATH, section)).await,
        Err(error) => error_response(&error),
    }
}

async fn load_list_section(request: &AccountRequest, id: CustomerId) -> Result<AccountSection, StoreError> {
    let shop = &request.state.shop;
    let lang = shop.context.settings().await?.lang();
    let found = shop.subscriptions.subscriptions_of(id).await?;
    Ok(AccountSection::Subscriptions { subscriptions: found.iter().map(|record| row(record, lang)).collect() })
}

/// `/my-account/view-subscription/{id}/`. Another customer's subscription looks like one that does not exist.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match require_order_owner(&request, &subscription_path(id)).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    match load_section(&request, id, owner).await {
        Ok(Some(section)) => {
            let view = AccountView::new(site_texts::my_subscription, &subscription_path(id), section);
            respond(&request, view.with_form(NONCE)).await
        }
        Ok(None) => {
            crate::page_data::texts::missing(&request.state.storefront, &request.page_request, &subscription_path(id))
                .await
        }
        Err(error) => error_response(&error),
    }
}

async fn load_section(
    request: &AccountRequest,
    id: SubscriptionId,
    owner: OrderOwner,
) -> Result<Option<AccountSection>, StoreError> {
    let shop = &request.state.shop;
    let Some(record) = shop.subscriptions.own_subscription(id, owner.customer_id).await? else { return Ok(None) };
    let settings = shop.context.settings().await?;
    let lang = settings.lang();
    let mut view = detail(&record, shop.subscriptions.paid_by(&record, lang).await?, &settings.shop.country, lang);
    if record.is_open() && settings.charges_renewals() {
        view.change_path = change_path(&record);
    }
    view.orders =
        shop.subscriptions.orders_of_subscription(id).await?.iter().map(|order| order_row(order, lang)).collect();
    if let Some(open) = record.state.open_order
        && let Some(order) = shop.orders.own_order(open, owner).await?
        && order.needs_payment()
    {
        view.pay_path = order.pay_path();
    }
    Ok(Some(AccountSection::Subscription(Box::new(view))))
}

/// Suspends, resumes or cancels the subscription.
pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match require_paying_owner(&request, &subscription_path(id)).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    let posted = Pairs(pairs);
    match require_form_customer(&request, &posted, &subscription_path(id), NONCE).await {
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
    let back = subscription_path(id);
    let (step, done) = match posted.get("action") {
        Some("suspend") => (SubscriptionStep::Suspend, codes::SUBSCRIPTION_SUSPENDED),
        Some("resume") => (SubscriptionStep::Resume, codes::SUBSCRIPTION_RESUMED),
        Some("cancel") => (SubscriptionStep::Cancel, codes::SUBSCRIPTION_CANCELLED),
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    let mut params: Params = [("number".to_owned(), id.to_string())].into();
    let (kind, code) = match state.shop.renewals.step_subscription(id, Some(customer), step, "customer").await? {
        Ok(()) => ("success", done),
        Err(StepRefusal::Unknown) => {
            return Ok(crate::page_data::texts::missing(&state.storefront, &request.page_request, &back).await);
        }
        Err(refusal) => {
            if let StepRefusal::Invalid(status) = refusal {
                let lang = state.shop.context.settings().await?.lang();
                params.insert("status".to_owned(), words::status(status, lang).to_owned());
            }
            ("error", refusal.code())
        }
    };
    redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), &back, notice(kind, code, params)).await
}
