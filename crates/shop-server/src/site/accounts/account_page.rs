//! The frame of every account page: the request, the view, and the response.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::accounts::form::{AccountForm, errors};
use shop_core::accounts::password::{PasswordPage, words};
use shop_core::base::{CustomerId, FieldError, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::company::Approval;
use shop_core::view::{AccountPage, AccountPerson, AccountSection, Link, Notice, Page};
use shop_services::accounts::buyer::Buyer;
use shop_services::cart::Carts;
use shop_services::platform::boundary::run_blocking;
use shop_services::ports::{Account, CompanyRecord, StoreError};
use shop_services::records::StoredNotice;

use crate::app::forms::form_fields::Pairs;
use crate::app::state::AppState;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::session::{Session, append_headers};
use crate::page_data::context::{Context, notices, unavailable};
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::trade;

/// Path of the account's overview, or of the login form for guests.
pub(in crate::site) const ACCOUNT: &str = "/my-account/";
/// Nonce of the button that logs out.
pub(in crate::site) const LOGOUT_NONCE: &str = "customer-logout";

/// A request for an account page, with the session that sends it. An extractor.
pub(in crate::site) struct AccountRequest {
    pub state: AppState,
    pub session: Session,
    pub headers: HeaderMap,
    pub page_request: PageRequest,
    pub client_ip: String,
}

impl FromRequestParts<AppState> for AccountRequest {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self {
            session: Session::extract(&parts.headers, &state.shop.logins, &state.storefront.web).await?,
            page_request: match PageRequest::from_request_parts(parts, state).await {
                Ok(request) => request,
                Err(never) => match never {},
            },
            headers: parts.headers.clone(),
            client_ip: client_ip(&parts.extensions),
            state: state.clone(),
        })
    }
}

/// An account page before it is rendered.
pub(in crate::site) struct AccountView {
    pub title: Text,
    pub path: String,
    /// Nonce action of the section's form; empty when the section has no form.
    pub nonce: &'static str,
    pub section: AccountSection,
    pub errors: Vec<FieldError>,
    pub notices: Vec<Notice>,
    pub status: StatusCode,
}

impl AccountView {
    /// A page without errors or notices.
    pub(in crate::site) fn new(title: Text, path: &str, section: AccountSection) -> Self {
        Self {
            title,
            path: path.to_owned(),
            nonce: "",
            section,
            errors: Vec::new(),
            notices: Vec::new(),
            status: StatusCode::OK,
        }
    }

    pub(in crate::site) fn with_form(self, nonce: &'static str) -> Self {
        Self { nonce, ..self }
    }

    /// Shows the page again with the errors of its form.
    pub(in crate::site) fn with_errors(self, errors: Vec<FieldError>) -> Self {
        let status = if errors.iter().any(|error| error.code == codes::ACCOUNT_TOO_MANY_TRIES) {
            StatusCode::TOO_MANY_REQUESTS
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        Self { errors, status, ..self }
    }
}

/// Errors of a form whose nonce is missing or expired.
pub(in crate::site) fn form_expired_errors() -> Vec<FieldError> {
    vec![FieldError::new("", codes::FORM_EXPIRED)]
}

/// Renders an account page, with the notices that the session has stored for its next page.
pub(in crate::site) async fn respond(request: &AccountRequest, view: AccountView) -> Response {
    match prepare(request, view).await {
        Ok((page, title, path, status, lang)) => {
            let mut response = request
                .state
                .pages
                .respond_uncached(&request.page_request, lang, || async {
                    let context =
                        Context::load(&request.state.storefront, &request.session.buyer).await.map_err(unavailable)?;
                    let account = site_texts::my_account(lang);
                    let mut head = context.head(title(lang), "", plain_form::without_query(&path));
                    head.noindex = true;
                    let mut steps = vec![context.home_link(), Link { label: account.into(), path: ACCOUNT.into() }];
                    if path != ACCOUNT {
                        steps.push(Link { label: title(lang).into(), path: path.clone() });
                    }
                    Ok(context.page(&path, head, Page::Account(Box::new(page)), &[]))
                })
                .await;
            if response.status() == StatusCode::OK {
                *response.status_mut() = status;
            }
            response
        }
        Err(error) => error_response(&error),
    }
}

type Prepared = (AccountPage, Text, String, StatusCode, Lang);

async fn prepare(request: &AccountRequest, view: AccountView) -> Result<Prepared, StoreError> {
    let AccountRequest { state, session, .. } = request;
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let mut page_notices = view.notices;
    let person = match session.customer_id {
        None => None,
        Some(id) => {
            let mut open = state.shop.carts.open_cart(&session.key, Some(id)).await?;
            page_notices.extend(notices(&state.shop.carts.collect_notices(&mut open).await?, lang));
            let company = find_unapproved_company(request, id).await?;
            page_notices.extend(notices(&company.iter().map(approval_notice).collect::<Vec<_>>(), lang));
            let manages_company = company.is_some() || session.buyer.account == TradeAccount::Main;
            let account = state.shop.accounts.account(id).await?;
            let new_offers = i64::try_from(state.shop.offers.unseen(&session.buyer).await?).unwrap_or(i64::MAX);
            account.map(|account| AccountPerson {
                keeps_company: manages_company,
                new_offers,
                ..build_person(&account, &session.buyer)
            })
        }
    };
    let unread = state.shop.conversations.unread(&session.buyer).await?;
    let nonce = |action: &str| plain_form::nonce(&state.storefront, session, action);
    let page = AccountPage {
        nonce: if view.nonce.is_empty() { String::new() } else { nonce(view.nonce) },
        logout_nonce: if person.is_some() { nonce(LOGOUT_NONCE) } else { String::new() },
        person,
        trade_token: if session.customer_id.is_some() {
            trade::token(&state.storefront.web, session)
        } else {
            String::new()
        },
        unread_conversations: i64::try_from(unread).unwrap_or(i64::MAX),
        notices: page_notices,
        errors: view.errors,
        section: view.section,
    };
    Ok((page, view.title, view.path, view.status, lang))
}

/// Finds the company that this main account has registered, while it is not approved.
async fn find_unapproved_company(
    request: &AccountRequest,
    id: CustomerId,
) -> Result<Option<CompanyRecord>, StoreError> {
    match request.session.buyer.approval {
        Some(Approval::Pending | Approval::Rejected) => request.state.shop.companies.own_company(id).await,
        Some(Approval::Approved) | None => Ok(None),
    }
}

/// Notice on every page of an account whose company is pending or rejected.
fn approval_notice(company: &CompanyRecord) -> StoredNotice {
    if company.approval == Approval::Rejected {
        let reason = company.content.rejection_reason.clone();
        notice("error", codes::TRADE_REJECTED, [("reason".to_owned(), reason)].into())
    } else {
        notice("notice", codes::TRADE_WAITING, Params::new())
    }
}

fn build_person(account: &Account, buyer: &Buyer) -> AccountPerson {
    let may = |action: &TradeAction| buyer.trade(*action).is_ok();
    AccountPerson {
        display_name: account.display_name().to_owned(),
        email: account.email.clone(),
        email_confirmed: account.email_confirmed_at.is_some(),
        may: TradeAction::ALL.iter().copied().filter(may).collect(),
        sees_orders: buyer.orders().is_ok(),
        subaccount: buyer.is_subaccount(),
        ..AccountPerson::default()
    }
}

/// Whether a form was posted from the shop's own page with a valid nonce.
pub(in crate::site) fn is_genuine(request: &AccountRequest, posted: &Pairs, action: &str) -> bool {
    plain_form::is_genuine(&request.state.storefront, &request.session, &request.headers, posted, ("_wpnonce", action))
}

/// Logs a database error and returns its status.
pub(in crate::site) fn error_response(error: &StoreError) -> Response {
    tracing::error!(%error, "a page of the account failed");
    crate::app::failure_codes::status_of(error).into_response()
}

/// Validates a form. The strength of a new password is computed on a blocking thread, as it takes milliseconds.
pub(in crate::site) async fn validate_form(form: AccountForm, page: PasswordPage) -> Vec<FieldError> {
    let password = match &form {
        AccountForm::Register { password, .. }
        | AccountForm::ResetPassword { password, .. }
        | AccountForm::Details { password, .. } => password.0.clone(),
        AccountForm::Login { .. } | AccountForm::LostPassword { .. } | AccountForm::Delete { .. } => String::new(),
    };
    if password.is_empty() {
        return errors(&form, None);
    }
    let scored = run_blocking(move || {
        let score = shop_password::score(&password, &words(&page)).score;
        errors(&form, Some(score))
    });
    // The blocking task fails only by a panic of ours: the form is refused then.
    scored.await.unwrap_or_else(|_| vec![FieldError::new("", codes::UNKNOWN_SERVER_ERROR)])
}

pub(in crate::site) fn notice(kind: &str, code: &str, params: Params) -> StoredNotice {
    StoredNotice { kind: kind.to_owned(), code: code.to_owned(), params }
}

/// Stores a notice for the session's next page and redirects there.
pub(in crate::site) async fn redirect_with_notice(
    carts: &Carts,
    session: &Session,
    headers: HeaderMap,
    path: &str,
    notice: StoredNotice,
) -> Result<Response, StoreError> {
    carts.leave_notices(&session.key, session.customer_id, &[notice]).await?;
    let mut response = Redirect::to(path).into_response();
    append_headers(response.headers_mut(), headers);
    Ok(response)
}
