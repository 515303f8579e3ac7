//! The account's names, email address and password, and the browsers that are logged in to it.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::accounts::form::{AccountForm, TypedPassword};
use shop_core::accounts::password::PasswordPage;
use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::checkout::address::one_line;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{AccountDetailsView, AccountLogin, AccountSection};
use shop_services::ports::{Account, AccountNames, StoreError};

use super::access::require_customer;
use super::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, notice, redirect_with_notice,
    respond, validate_form,
};
use super::attempt_limits::{count_attempt, count_mail};
use crate::accounts::password::{hash_password, verify_password};
use crate::accounts::{CONFIRM_PATH, new_link, password_page};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::visitor::session::LoginSpan;

const PATH: &str = "/my-account/edit-account/";
const NONCE: &str = "save_account_details";
const TITLE: Text = site_texts::details_and_login;

/// Values of the form, without passwords.
struct FormValues {
    names: AccountNames,
    email: String,
}

impl FormValues {
    fn from_account(account: &Account) -> Self {
        Self {
            names: AccountNames {
                first_name: account.first_name.clone(),
                last_name: account.last_name.clone(),
                display_name: account.display_name().to_owned(),
            },
            email: account.email.clone(),
        }
    }

    fn from_form(posted: &Pairs) -> Self {
        let text = |name: &str| one_line(posted.get(name).unwrap_or_default()).chars().take(300).collect();
        Self {
            names: AccountNames {
                first_name: text("account_first_name"),
                last_name: text("account_last_name"),
                display_name: text("account_display_name"),
            },
            email: text("account_email"),
        }
    }
}

/// `/my-account/edit-account/`
pub(super) async fn show(request: AccountRequest) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    let loading = async {
        let Some(account) = request.state.shop.accounts.account(id).await? else { return Ok(None) };
        form(&request, &account, FormValues::from_account(&account)).await.map(Some)
    };
    match loading.await {
        Ok(Some(view)) => respond(&request, view).await,
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => error_response(&error),
    }
}

async fn form(request: &AccountRequest, account: &Account, typed: FormValues) -> Result<AccountView, StoreError> {
    let settings = request.state.shop.context.settings().await?;
    let open_logins = request.state.shop.logins.open_logins(account.id).await?;
    let mut logins: Vec<AccountLogin> = open_logins
        .iter()
        .map(|login| AccountLogin {
            browser: login.browser.clone(),
            since: shop_core::base::format::date(login.created_at, settings.lang()),
            current: login.token_hash == request.session.login,
        })
        .collect();
    logins.sort_by_key(|login| !login.current);
    let section = AccountSection::Details(Box::new(AccountDetailsView {
        password_page: strength_page(request, &settings.shop.name, &typed),
        first_name: typed.names.first_name,
        last_name: typed.names.last_name,
        display_name: typed.names.display_name,
        email: typed.email,
        stored_email: account.email.clone(),
        logins,
    }));
    Ok(AccountView::new(TITLE, PATH, section).with_form(NONCE))
}

/// A password that contains the account's names or address is as weak as one that contains the page's own words.
fn strength_page(request: &AccountRequest, shop_name: &str, typed: &FormValues) -> PasswordPage {
    let mut page = password_page(&request.state.shop.context, shop_name, PATH);
    for (field, value) in [
        ("first_name", &typed.names.first_name),
        ("last_name", &typed.names.last_name),
        ("display_name", &typed.names.display_name),
        ("email", &typed.email),
    ] {
        page.fields.insert(field.to_owned(), value.clone());
    }
    page
}

pub(super) async fn save(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match require_customer(&request.session, PATH) {
        Err(response) => response,
        Ok(id) => match save_form(request, id, &Pairs(pairs)).await {
            Ok(response) => response,
            Err(error) => error_response(&error),
        },
    }
}

async fn save_form(mut request: AccountRequest, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let Some(account) = request.state.shop.accounts.account(id).await? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let typed = FormValues::from_form(posted);
    let text = |name: &str| posted.get(name).unwrap_or_default().to_owned();
    let (current, password) = (text("password_current"), text("password_1"));
    let errors = if is_genuine(&request, posted, NONCE) {
        let form = AccountForm::Details {
            first_name: typed.names.first_name.clone(),
            last_name: typed.names.last_name.clone(),
            display_name: typed.names.display_name.clone(),
            email: typed.email.clone(),
            stored_email: account.email.clone(),
            current: TypedPassword(current.clone()),
            password: TypedPassword(password.clone()),
            again: TypedPassword(text("password_2")),
        };
        let settings = request.state.shop.context.settings().await?;
        validate_form(form, strength_page(&request, &settings.shop.name, &typed)).await
    } else {
        form_expired_errors()
    };
    if !errors.is_empty() {
        let view = form(&request, &account, typed).await?.with_errors(errors);
        return Ok(respond(&request, view).await);
    }
    let changes_email = !typed.email.trim().eq_ignore_ascii_case(&account.email);
    if (changes_email || !password.is_empty())
        && let Some(error) = check_current_password(&request, id, &current).await?
    {
        let view = form(&request, &account, typed).await?.with_errors(vec![error]);
        return Ok(respond(&request, view).await);
    }
    let to = typed.email.to_lowercase();
    if changes_email
        && let Err(error) = count_mail(&request.state.shop.context, &request.state.limits, &request.client_ip, &to)
    {
        let view = form(&request, &account, typed).await?.with_errors(vec![error]);
        return Ok(respond(&request, view).await);
    }
    request.state.shop.accounts.save_names(id, &typed.names).await?;
    let mut cookies = HeaderMap::new();
    let mut outcome = notice("success", codes::ACCOUNT_SAVED, Params::new());
    if !password.is_empty() {
        let Ok(hash) = hash_password(&password).await else {
            return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
        };
        request.state.shop.accounts.change_password(id, &hash).await?;
        request.session.log_in(id, LoginSpan::Remembered, &request.headers, &mut cookies, &request.state).await?;
        outcome = notice("success", codes::PASSWORD_CHANGED, Params::new());
    }
    if changes_email {
        let link = new_link(CONFIRM_PATH, &request.state.storefront.web);
        request.state.shop.accounts.send_confirmation_link(id, &typed.email, &link).await?;
        outcome = notice("info", codes::ACCOUNT_EMAIL_PENDING, [("email".to_owned(), typed.email)].into());
    }
    redirect_with_notice(&request.state.shop.carts, &request.session, cookies, PATH, outcome).await
}

/// Verifies the current password and returns the error if it is wrong. Attempts are counted like logins.
pub(in crate::site) async fn check_current_password(
    request: &AccountRequest,
    id: CustomerId,
    current: &str,
) -> Result<Option<FieldError>, StoreError> {
    if let Err(error) = count_attempt(
        &request.state.shop.context,
        &request.state.config,
        &request.state.limits,
        &request.client_ip,
        &format!("current {id}"),
    ) {
        return Ok(Some(error));
    }
    let person = request.state.shop.logins.customer(id).await?;
    let hash = person.as_ref().map(|person| person.password_hash.as_str());
    Ok(match verify_password(hash, current).await {
        Ok(true) => None,
        Ok(false) => Some(FieldError::new("password_current", codes::PASSWORD_CURRENT_WRONG)),
        Err(_) => Some(FieldError::new("", codes::RATE_LIMIT_EXCEEDED)),
    })
}
