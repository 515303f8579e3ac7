//! Requesting an emailed link to an order by its number and email address: `/ordine/` to view it, `/recesso/` to withdraw from it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::orders::lookup::{Lookup, LookupForm, check};
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{FindOrderPage, FindPurpose, Notice, Page};
use shop_services::ports::StoreError;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::site::plain_form::{SPAN_S, error_notices, error_response, expired_notices, is_genuine, too_many_attempts};

const NONCE: &str = "find_order";
/// Characters read from a field.
const MAX_CHARS: usize = 254;
/// Links to one email address in the span, as many as for password resets.
const LINKS_PER_EMAIL: u32 = 3;
/// Links requested from one IP address in the span: whole offices share an address.
const LINKS_PER_ADDRESS: u32 = 20;
/// Minimum response time, so that timing does not reveal whether an email was sent.
const MIN_RESPONSE_TIME: Duration = Duration::from_millis(250);

const fn path_and_title(purpose: FindPurpose) -> (&'static str, Text) {
    match purpose {
        FindPurpose::Order => ("/ordine/", site_texts::find_your_order),
        FindPurpose::Withdrawal => ("/recesso/", site_texts::withdraw_here),
    }
}

async fn render(
    storefront: &Arc<Storefront>,
    session: &Session,
    request: &PageRequest,
    status: StatusCode,
    page: FindOrderPage,
) -> Response {
    let (path, title) = path_and_title(page.purpose);
    let page = FindOrderPage { nonce: plain_form::nonce(storefront, session, NONCE), ..page };
    plain_form::respond(storefront, &session.buyer, request, path, title, status, Page::FindOrder(page)).await
}

/// `/ordine/`
pub(super) async fn show_order_form(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> Response {
    render(&storefront, &session, &request, StatusCode::OK, FindOrderPage::default()).await
}

/// `/recesso/`
pub(super) async fn show_withdrawal_form(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> Response {
    let page = FindOrderPage { purpose: FindPurpose::Withdrawal, ..FindOrderPage::default() };
    render(&storefront, &session, &request, StatusCode::OK, page).await
}

/// Handles the form of `/ordine/`.
pub(super) async fn send_order(
    storefront: State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    address: ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
    form: Form<Vec<(String, String)>>,
) -> Response {
    send(FindPurpose::Order, storefront, session, headers, address, request, form).await
}

/// Handles the form of `/recesso/`.
pub(super) async fn send_withdrawal(
    storefront: State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    address: ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
    form: Form<Vec<(String, String)>>,
) -> Response {
    send(FindPurpose::Withdrawal, storefront, session, headers, address, request, form).await
}

async fn send(
    purpose: FindPurpose,
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let started_ms = storefront.web.context.now_ms();
    let posted = Pairs(pairs);
    let lang = match storefront.web.context.settings().await {
        Ok(settings) => settings.lang(),
        Err(error) => return error_response(&error),
    };
    let truncated = |name: &str| posted.get(name).unwrap_or_default().chars().take(MAX_CHARS).collect::<String>();
    let form = LookupForm { number: truncated("order_number"), email: truncated("order_email") };
    let page = |errors: Vec<Notice>, sent: bool| FindOrderPage {
        purpose,
        number: form.number.clone(),
        email: form.email.clone(),
        sent,
        errors,
        nonce: String::new(),
    };
    if !is_genuine(&storefront, &session, &headers, &posted, ("_wpnonce", NONCE)) {
        return render(&storefront, &session, &request, StatusCode::FORBIDDEN, page(expired_notices(lang), false))
            .await;
    }
    let lookup = match check(&form) {
        Ok(lookup) => lookup,
        Err(errors) => {
            let page = page(error_notices(&errors, lang), false);
            return render(&storefront, &session, &request, StatusCode::UNPROCESSABLE_ENTITY, page).await;
        }
    };
    match own_order_path(&storefront, &session, &lookup, purpose).await {
        Ok(Some(path)) => return Redirect::to(&path).into_response(),
        Ok(None) => {}
        Err(error) => return error_response(&error),
    }
    let now = storefront.web.context.now();
    let by_email = storefront.limits.count("order_link", lookup.email(), LINKS_PER_EMAIL, SPAN_S, now);
    let by_address =
        storefront.limits.count("order_link_address", &address.ip().to_string(), LINKS_PER_ADDRESS, SPAN_S, now);
    if let Err(wait) = by_email.and(by_address) {
        return render(
            &storefront,
            &session,
            &request,
            StatusCode::TOO_MANY_REQUESTS,
            page(too_many_attempts(wait, lang), false),
        )
        .await;
    }
    if let Err(error) = storefront.orders.send_order_link(&lookup, purpose).await {
        return error_response(&error);
    }
    let elapsed_ms = u64::try_from(storefront.web.context.now_ms() - started_ms).unwrap_or(0);
    storefront.web.context.clock().pause(MIN_RESPONSE_TIME.saturating_sub(Duration::from_millis(elapsed_ms))).await;
    render(&storefront, &session, &request, StatusCode::OK, page(Vec::new(), true)).await
}

/// Path of the order if it belongs to the logged-in customer, who is redirected there without an email.
async fn own_order_path(
    storefront: &Arc<Storefront>,
    session: &Session,
    lookup: &Lookup,
    purpose: FindPurpose,
) -> Result<Option<String>, StoreError> {
    let Ok(owner) = session.buyer.orders() else { return Ok(None) };
    let id = lookup.id();
    Ok(storefront.orders.own_order(id, owner).await?.map(|_| match purpose {
        FindPurpose::Order => format!("/my-account/view-order/{id}/"),
        FindPurpose::Withdrawal => format!("/recesso/{id}/"),
    }))
}
