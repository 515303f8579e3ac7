//! Lost password: requesting a reset link, and choosing a new password with it.

use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::accounts::form::{AccountForm, TypedPassword, errors};
use shop_core::accounts::password::PasswordPage;
use shop_core::base::FieldError;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::AccountSection;
use shop_services::accounts::RESET_LINK_S;
use shop_services::ports::{StoreError, TokenOutcome};

use super::account_page::{
    AccountRequest, AccountView, error_response, form_expired_errors, is_genuine, respond, validate_form,
};
use super::attempt_limits::count_mail;
use crate::accounts::password::hash_password;
use crate::accounts::{PASSWORD_PATH as PATH, new_link, password_page};
use crate::app::forms::form_fields::{Pairs, keyed};
use crate::app::forms::nul_bytes::Form;

const LOST_NONCE: &str = "lost_password";
const RESET_NONCE: &str = "reset_password";
const LOST_TITLE: Text = site_texts::lost_password;
const RESET_TITLE: Text = site_texts::new_password;

fn lost_password_view(login: &str, sent: bool) -> AccountView {
    let login = login.chars().take(254).collect();
    let section = AccountSection::LostPassword { login, sent, link_hours: RESET_LINK_S / 3600 };
    AccountView::new(LOST_TITLE, PATH, section).with_form(LOST_NONCE)
}

async fn reset_view(request: &AccountRequest, key: &str) -> Result<AccountView, StoreError> {
    let key: String = key.chars().take(100).collect();
    let password_page = strength_page(request).await?;
    Ok(AccountView::new(RESET_TITLE, &keyed(PATH, &key), AccountSection::ResetPassword { key, password_page })
        .with_form(RESET_NONCE))
}

async fn strength_page(request: &AccountRequest) -> Result<PasswordPage, StoreError> {
    Ok(password_page(&request.state.shop.context, &request.state.shop.context.settings().await?.shop.name, PATH))
}

/// The form that requests a reset link; with `?key=` the form for the new password.
pub(super) async fn show(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let Some(key) = query.get("key") else { return respond(&request, lost_password_view("", false)).await };
    match view_of_link(&request, key).await {
        Ok(view) => respond(&request, view).await,
        Err(error) => error_response(&error),
    }
}

async fn view_of_link(request: &AccountRequest, key: &str) -> Result<AccountView, StoreError> {
    let hash = request.state.secrets.token_hash(key);
    if request.state.shop.accounts.password_link_is_alive(&hash).await? {
        reset_view(request, key).await
    } else {
        Ok(lost_password_view("", false).with_errors(vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)]))
    }
}

pub(super) async fn send(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let posted = Pairs(pairs);
    let result = if posted.get("reset_key").is_some() {
        choose_password(&request, &posted).await
    } else {
        request_link(&request, &posted).await
    };
    result.unwrap_or_else(|error| error_response(&error))
}

/// Sends a reset link. The response is the same whether the account exists or not.
async fn request_link(request: &AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let login = posted.get("user_login").unwrap_or_default().trim();
    if !is_genuine(request, posted, LOST_NONCE) {
        return Ok(respond(request, lost_password_view(login, false).with_errors(form_expired_errors())).await);
    }
    let field_errors = errors(&AccountForm::LostPassword { login: login.to_owned() }, None);
    if !field_errors.is_empty() {
        return Ok(respond(request, lost_password_view(login, false).with_errors(field_errors)).await);
    }
    if let Err(error) =
        count_mail(&request.state.shop.context, &request.state.limits, &request.client_ip, &login.to_lowercase())
    {
        return Ok(respond(request, lost_password_view(login, false).with_errors(vec![error])).await);
    }
    request.state.shop.accounts.send_password_reset(login, &new_link(PATH, &request.state.storefront.web)).await?;
    Ok(respond(request, lost_password_view(login, true)).await)
}

async fn choose_password(request: &AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let key = text("reset_key");
    if !is_genuine(request, posted, RESET_NONCE) {
        return Ok(respond(request, reset_view(request, key).await?.with_errors(form_expired_errors())).await);
    }
    let form = AccountForm::ResetPassword {
        password: TypedPassword(text("password_1").to_owned()),
        again: TypedPassword(text("password_2").to_owned()),
    };
    let field_errors = validate_form(form, strength_page(request).await?).await;
    if !field_errors.is_empty() {
        return Ok(respond(request, reset_view(request, key).await?.with_errors(field_errors)).await);
    }
    let Ok(hash) = hash_password(text("password_1")).await else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    let token_hash = request.state.secrets.token_hash(key);
    match request.state.shop.accounts.reset_password(&token_hash, &hash).await? {
        TokenOutcome::Done(_) => Ok(Redirect::to("/my-account/?done=password").into_response()),
        TokenOutcome::EmailTaken | TokenOutcome::Dead => Ok(respond(
            request,
            lost_password_view("", false).with_errors(vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)]),
        )
        .await),
    }
}
