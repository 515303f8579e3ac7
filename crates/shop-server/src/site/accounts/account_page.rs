//! Showing a page of the account.

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
use shop_services::platform::boundary::run_blocking;
use shop_services::ports::{Account, CompanyRecord, StoreError};
use shop_services::records::StoredNotice;

use crate::app::client::client_ip;
use crate::app::pairs::Pairs;
use crate::app::session::{Session, append_headers};
use crate::app::state::AppState;
use crate::page_data::context::{Context, notices, unavailable};
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::trade;

/// Path of the account's overview, or of the login form for guests.
pub(in crate::site) const ACCOUNT: &str = "/my-account/";
/// Nonce of the button that logs out.
pub(in crate::site) const LOGOUT_NONCE: &str = "customer-logout";

/// What is asked, with who asks: an extractor.
pub(in crate::site) struct Asked {
    pub state: AppState,
    pub session: Session,
    pub headers: HeaderMap,
    pub request: PageRequest,
    /// Address of the browser.
    pub address: String,
}

impl FromRequestParts<AppState> for Asked {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self {
            session: Session::extract(&parts.headers, state).await?,
            request: match PageRequest::from_request_parts(parts, state).await {
                Ok(request) => request,
                Err(never) => match never {},
            },
            headers: parts.headers.clone(),
            address: client_ip(&parts.extensions),
            state: state.clone(),
        })
    }
}

/// What a page of the account shows.
pub(in crate::site) struct Shown {
    /// Words of the heading.
    pub title: Text,
    pub path: String,
    /// Action of the section's form; empty: it has none.
    pub nonce: &'static str,
    pub section: AccountSection,
    pub errors: Vec<FieldError>,
    pub notices: Vec<Notice>,
    pub status: StatusCode,
}

impl Shown {
    /// A page as it opens.
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

    /// The same page after its form was refused.
    pub(in crate::site) fn refused(self, errors: Vec<FieldError>) -> Self {
        let status = if errors.iter().any(|error| error.code == codes::ACCOUNT_TOO_MANY_TRIES) {
            StatusCode::TOO_MANY_REQUESTS
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        Self { errors, status, ..self }
    }
}

/// The refusal of a form without its nonce.
pub(in crate::site) fn expired() -> Vec<FieldError> {
    vec![FieldError::new("", codes::FORM_EXPIRED)]
}

/// Renders a page of the account. Messages that wait for its owner are shown on it.
pub(in crate::site) async fn respond(asked: &Asked, shown: Shown) -> Response {
    match prepare(asked, shown).await {
        Ok((page, title, path, status, lang)) => {
            let mut response = asked
                .state
                .pages
                .respond_uncached(&asked.request, lang, || async {
                    let context = Context::load(&asked.state, &asked.session.buyer).await.map_err(unavailable)?;
                    let account = site_texts::my_account(lang);
                    let mut head = context.head(title(lang), "", plain_form::bare(&path));
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
        Err(error) => failed(&error),
    }
}

type Prepared = (AccountPage, Text, String, StatusCode, Lang);

async fn prepare(asked: &Asked, shown: Shown) -> Result<Prepared, StoreError> {
    let Asked { state, session, .. } = asked;
    let settings = state.shop.context.settings().await?;
    let lang = settings.lang();
    let mut told = shown.notices;
    let person = match session.customer_id {
        None => None,
        Some(id) => {
            let mut open = state.shop.carts.open_cart(&session.key, Some(id)).await?;
            told.extend(notices(&state.shop.carts.collect_notices(&mut open).await?, lang));
            let company = unapproved(asked, id).await?;
            told.extend(notices(&company.iter().map(standing).collect::<Vec<_>>(), lang));
            let keeps = company.is_some() || session.buyer.account == TradeAccount::Main;
            let account = state.shop.accounts.account(id).await?;
            let new_offers = i64::try_from(state.shop.offers.unseen(&session.buyer).await?).unwrap_or(i64::MAX);
            account.map(|account| AccountPerson {
                keeps_company: keeps,
                new_offers,
                ..person(&account, &session.buyer)
            })
        }
    };
    let unread = state.shop.conversations.unread(&session.buyer).await?;
    let nonce = |action: &str| plain_form::nonce(state, session, action);
    let page = AccountPage {
        nonce: if shown.nonce.is_empty() { String::new() } else { nonce(shown.nonce) },
        logout_nonce: if person.is_some() { nonce(LOGOUT_NONCE) } else { String::new() },
        person,
        trade_token: if session.customer_id.is_some() { trade::token(state, session) } else { String::new() },
        unread_conversations: i64::try_from(unread).unwrap_or(i64::MAX),
        notices: told,
        errors: shown.errors,
        section: shown.section,
    };
    Ok((page, shown.title, shown.path, shown.status, lang))
}

/// The company of its main account while it is not approved.
async fn unapproved(asked: &Asked, id: CustomerId) -> Result<Option<CompanyRecord>, StoreError> {
    match asked.session.buyer.approval {
        Some(Approval::Pending | Approval::Rejected) => asked.state.shop.companies.own_company(id).await,
        Some(Approval::Approved) | None => Ok(None),
    }
}

/// What is told on every page of who waits for the merchant's approval, or was refused.
fn standing(company: &CompanyRecord) -> StoredNotice {
    if company.approval == Approval::Rejected {
        let reason = company.content.rejection_reason.clone();
        notice("error", codes::TRADE_REJECTED, [("reason".to_owned(), reason)].into())
    } else {
        notice("notice", codes::TRADE_WAITING, Params::new())
    }
}

fn person(account: &Account, buyer: &Buyer) -> AccountPerson {
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

/// Whether a form was sent from the page that it was shown on.
pub(in crate::site) fn is_genuine(asked: &Asked, posted: &Pairs, action: &str) -> bool {
    plain_form::is_genuine(&asked.state, &asked.session, &asked.headers, posted, ("_wpnonce", action))
}

/// What is answered when the database does not.
pub(in crate::site) fn failed(error: &StoreError) -> Response {
    tracing::error!(%error, "a page of the account failed");
    crate::app::failure_codes::status_of(error).into_response()
}

/// Judges a form; the new password's strength is worked out beside the requests, as it takes its time.
pub(in crate::site) async fn judge(form: AccountForm, page: PasswordPage) -> Vec<FieldError> {
    let password = match &form {
        AccountForm::Register { password, .. }
        | AccountForm::ResetPassword { password, .. }
        | AccountForm::Details { password, .. } => password.0.clone(),
        AccountForm::Login { .. } | AccountForm::LostPassword { .. } | AccountForm::Delete { .. } => String::new(),
    };
    if password.is_empty() {
        return errors(&form, None);
    }
    let judged = run_blocking(move || {
        let score = shop_password::score(&password, &words(&page)).score;
        errors(&form, Some(score))
    });
    // The work cannot fail but by a fault of ours, which then refuses.
    judged.await.unwrap_or_else(|_| vec![FieldError::new("", codes::UNKNOWN_SERVER_ERROR)])
}

pub(in crate::site) fn notice(kind: &str, code: &str, params: Params) -> StoredNotice {
    StoredNotice { kind: kind.to_owned(), code: code.to_owned(), params }
}

/// Leaves a message for the next page and goes there.
pub(in crate::site) async fn go_with_notice(
    state: &AppState,
    session: &Session,
    headers: HeaderMap,
    path: &str,
    told: StoredNotice,
) -> Result<Response, StoreError> {
    state.shop.carts.leave_notices(&session.key, session.customer_id, &[told]).await?;
    let mut response = Redirect::to(path).into_response();
    append_headers(response.headers_mut(), headers);
    Ok(response)
}
