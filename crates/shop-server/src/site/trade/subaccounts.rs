//! A company's sub-accounts: list, creation, one sub-account.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::format::decimal;
use shop_core::base::{CustomerId, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::account::TradeAction;
use shop_core::view::{
    AccountSection, AccountSubaccount, AccountSubaccountFields, AccountSubaccountRow, AccountSubaccounts,
};
use shop_services::accounts::buyer::TradeBuyer;
use shop_services::ports::{StoreError, SubaccountRecord};
use shop_services::trade::subaccounts::SubaccountRefusal;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::page_data::texts;
use crate::site::accounts::access::require_trade_buyer;
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice, respond,
};
use crate::trade::subaccounts::{CreateSubaccountError, create as create_subaccount, details_of, form_of};

const PATH: &str = "/my-account/subaccounts/";
/// Nonce action of both forms.
const NONCE: &str = "subaccounts";
const ACTION: TradeAction = TradeAction::ManageSubaccounts;

fn subaccount_path(id: CustomerId) -> String {
    format!("{PATH}{id}/")
}

/// `/my-account/subaccounts/`
pub(super) async fn list(request: AccountRequest) -> Response {
    match require_trade_buyer(&request, ACTION, PATH).await {
        Err(response) => response,
        Ok(main) => match list_view(&request, &main, None).await {
            Ok(view) => respond(&request, view).await,
            Err(error) => error_response(&error),
        },
    }
}

async fn list_view(
    request: &AccountRequest,
    main: &TradeBuyer,
    typed: Option<AccountSubaccountFields>,
) -> Result<AccountView, StoreError> {
    let (found, maximum) = request.state.shop.subaccounts.list(main).await?;
    let section = AccountSection::Subaccounts(Box::new(AccountSubaccounts {
        room: u64::try_from(found.len()).is_ok_and(|count| count < maximum),
        subaccounts: found.into_iter().map(row).collect(),
        maximum: i64::try_from(maximum).unwrap_or(i64::MAX),
        typed,
    }));
    Ok(AccountView::new(site_texts::subaccounts, PATH, section).with_form(NONCE))
}

fn row(one: SubaccountRecord) -> AccountSubaccountRow {
    let profile = one.subaccount;
    AccountSubaccountRow {
        id: one.id.0,
        name: if profile.name.is_empty() { one.username.clone() } else { profile.name },
        username: one.username,
        email: one.email,
        job_title: profile.job_title,
        permissions: profile.permissions,
        path: subaccount_path(one.id),
    }
}

/// Creates a sub-account.
pub(super) async fn create(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match require_trade_buyer(&request, ACTION, PATH).await {
        Err(response) => response,
        Ok(main) => {
            create_from_form(&request, &main, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error))
        }
    }
}

async fn create_from_form(request: &AccountRequest, main: &TradeBuyer, posted: &Pairs) -> Result<Response, StoreError> {
    let errors = if is_genuine(request, posted, NONCE) {
        match create_subaccount(&request.state, &request.session, &request.client_ip, posted).await? {
            Ok(_) => {
                let notice = notice("success", codes::SUBACCOUNT_CREATED, Params::new());
                return redirect_with_notice(
                    &request.state.shop.carts,
                    &request.session,
                    HeaderMap::new(),
                    PATH,
                    notice,
                )
                .await;
            }
            Err(CreateSubaccountError::Busy) => return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()),
            Err(CreateSubaccountError::TooMany(error)) => vec![error],
            Err(CreateSubaccountError::Refused(refusal)) => refusal.errors(),
        }
    } else {
        form_expired_errors()
    };
    let view = list_view(request, main, Some(posted_fields(posted))).await?.with_errors(errors);
    Ok(respond(request, view).await)
}

/// The posted values without the password.
fn posted_fields(posted: &Pairs) -> AccountSubaccountFields {
    let (form, details) = (form_of(posted), details_of(posted));
    AccountSubaccountFields {
        username: form.username,
        email: form.email,
        name: details.name,
        job_title: details.job_title,
        phone: details.phone,
        permissions: details.permissions,
        approval_above: details.approval_above,
    }
}

/// `/my-account/subaccounts/{id}/`. Another company's sub-account looks like one that does not exist.
pub(super) async fn show(request: AccountRequest, Path(number): Path<String>) -> Response {
    let id = CustomerId(number.parse().unwrap_or(0));
    let main = match require_trade_buyer(&request, ACTION, &subaccount_path(id)).await {
        Ok(main) => main,
        Err(response) => return response,
    };
    match request.state.shop.subaccounts.one(&main, id).await {
        Ok(Some(one)) => {
            let lang = request.state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
            respond(&request, subaccount_view(&one, lang)).await
        }
        Ok(None) => texts::missing(&request.state.storefront, &request.page_request, &subaccount_path(id)).await,
        Err(error) => error_response(&error),
    }
}

fn subaccount_view(one: &SubaccountRecord, lang: Lang) -> AccountView {
    let profile = &one.subaccount;
    let fields = AccountSubaccountFields {
        username: one.username.clone(),
        email: one.email.clone(),
        name: profile.name.clone(),
        job_title: profile.job_title.clone(),
        phone: profile.phone.clone(),
        permissions: profile.permissions,
        approval_above: profile
            .approval_above_cents
            .map(|above| decimal(&above.to_decimal(), lang))
            .unwrap_or_default(),
    };
    fields_view(one.id, fields)
}

fn fields_view(id: CustomerId, fields: AccountSubaccountFields) -> AccountView {
    let section = AccountSection::Subaccount(Box::new(AccountSubaccount { id: id.0, fields }));
    AccountView::new(site_texts::subaccount, &subaccount_path(id), section).with_form(NONCE)
}

/// Saves or deletes a sub-account.
pub(super) async fn act(
    request: AccountRequest,
    Path(number): Path<String>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let id = CustomerId(number.parse().unwrap_or(0));
    match require_trade_buyer(&request, ACTION, &subaccount_path(id)).await {
        Err(response) => response,
        Ok(main) => run_action(&request, &main, id, &Pairs(pairs)).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn run_action(
    request: &AccountRequest,
    main: &TradeBuyer,
    id: CustomerId,
    posted: &Pairs,
) -> Result<Response, StoreError> {
    let (state, buyer) = (&request.state, &request.session.buyer);
    let Some(one) = state.shop.subaccounts.one(main, id).await? else {
        return Ok(texts::missing(&state.storefront, &request.page_request, &subaccount_path(id)).await);
    };
    let view_with_posted = || {
        let fields = AccountSubaccountFields {
            username: one.username.clone(),
            email: one.email.clone(),
            ..posted_fields(posted)
        };
        fields_view(id, fields)
    };
    if !is_genuine(request, posted, NONCE) {
        return Ok(respond(request, view_with_posted().with_errors(form_expired_errors())).await);
    }
    let (outcome, code) = match posted.get("action") {
        Some("save") => (state.shop.subaccounts.update(buyer, id, &details_of(posted)).await?, codes::SUBACCOUNT_SAVED),
        Some("delete") => (state.shop.subaccounts.delete(buyer, id).await?, codes::SUBACCOUNT_DELETED),
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    match outcome {
        Ok(()) => {
            let notice = notice("success", code, Params::new());
            redirect_with_notice(&state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await
        }
        Err(SubaccountRefusal::Unknown) => {
            Ok(texts::missing(&state.storefront, &request.page_request, &subaccount_path(id)).await)
        }
        Err(refusal) => Ok(respond(request, view_with_posted().with_errors(refusal.errors())).await),
    }
}
