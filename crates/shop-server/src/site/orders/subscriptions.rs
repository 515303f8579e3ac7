//! A customer's subscriptions: list, one of them, and suspending, resuming or cancelling it.

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
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::site::accounts::access::order_owner;
use crate::site::accounts::access::paying_owner;
use crate::site::accounts::access::poster;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;

const PATH: &str = "/my-account/subscriptions/";
/// Action of the buttons of a subscription.
const NONCE: &str = "subscription_action";

fn path_of(id: SubscriptionId) -> String {
    format!("/my-account/view-subscription/{id}/")
}

/// `/my-account/subscriptions/`
pub(super) async fn list(asked: Asked) -> Response {
    let owner = match order_owner(&asked, PATH).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    match listed(&asked, owner.customer_id).await {
        Ok(section) => respond(&asked, Shown::new(site_texts::my_subscriptions, PATH, section)).await,
        Err(error) => failed(&error),
    }
}

async fn listed(asked: &Asked, id: CustomerId) -> Result<AccountSection, StoreError> {
    let shop = &asked.state.shop;
    let lang = shop.context.settings().await?.lang();
    let found = shop.subscriptions.subscriptions_of(id).await?;
    Ok(AccountSection::Subscriptions { subscriptions: found.iter().map(|record| row(record, lang)).collect() })
}

/// `/my-account/view-subscription/{id}/`: somebody else's looks like one that is not there.
pub(super) async fn show(asked: Asked, Path(number): Path<String>) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match order_owner(&asked, &path_of(id)).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    match section(&asked, id, owner).await {
        Ok(Some(section)) => {
            let shown = Shown::new(site_texts::my_subscription, &path_of(id), section);
            respond(&asked, shown.with_form(NONCE)).await
        }
        Ok(None) => crate::page_data::texts::missing(&asked.state, &asked.request, &path_of(id)).await,
        Err(error) => failed(&error),
    }
}

async fn section(asked: &Asked, id: SubscriptionId, owner: OrderOwner) -> Result<Option<AccountSection>, StoreError> {
    let shop = &asked.state.shop;
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

/// Suspends, resumes or cancels.
pub(super) async fn act(
    asked: Asked,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = SubscriptionId(number.parse().unwrap_or(0));
    let owner = match paying_owner(&asked, &path_of(id)).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    let posted = Pairs(pairs);
    match poster(&asked, &posted, &path_of(id), NONCE).await {
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
    let back = path_of(id);
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
            return Ok(crate::page_data::texts::missing(state, &asked.request, &back).await);
        }
        Err(refusal) => {
            if let StepRefusal::Invalid(status) = refusal {
                let lang = state.shop.context.settings().await?.lang();
                params.insert("status".to_owned(), words::status(status, lang).to_owned());
            }
            ("error", refusal.code())
        }
    };
    go_with_notice(state, session, HeaderMap::new(), &back, notice(kind, code, params)).await
}
