//! A lost password: asking for a link, and choosing a new one with it.

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

use super::account_page::Asked;
use super::account_page::Shown;
use super::account_page::expired;
use super::account_page::failed;
use super::account_page::is_genuine;
use super::account_page::judge;
use super::account_page::respond;
use super::attempt_limits::count_mail;
use crate::accounts::password::hash_password;
use crate::accounts::{PASSWORD_PATH as PATH, new_link, password_page};
use crate::app::nul::Form;
use crate::app::pairs::{Pairs, keyed};

const LOST_NONCE: &str = "lost_password";
const RESET_NONCE: &str = "reset_password";
const LOST_TITLE: Text = site_texts::lost_password;
const RESET_TITLE: Text = site_texts::new_password;

fn lost(login: &str, sent: bool) -> Shown {
    let login = login.chars().take(254).collect();
    let section = AccountSection::LostPassword { login, sent, link_hours: RESET_LINK_S / 3600 };
    Shown::new(LOST_TITLE, PATH, section).with_form(LOST_NONCE)
}

async fn reset(asked: &Asked, key: &str) -> Result<Shown, StoreError> {
    let key: String = key.chars().take(100).collect();
    let password_page = words_page(asked).await?;
    Ok(Shown::new(RESET_TITLE, &keyed(PATH, &key), AccountSection::ResetPassword { key, password_page })
        .with_form(RESET_NONCE))
}

async fn words_page(asked: &Asked) -> Result<PasswordPage, StoreError> {
    Ok(password_page(&asked.state, &asked.state.shop.context.settings().await?.shop.name, PATH))
}

/// The form that asks for a link; with `?key=` the form for a new password.
pub(super) async fn show(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let Some(key) = query.get("key") else { return respond(&asked, lost("", false)).await };
    match form_of_link(&asked, key).await {
        Ok(shown) => respond(&asked, shown).await,
        Err(error) => failed(&error),
    }
}

async fn form_of_link(asked: &Asked, key: &str) -> Result<Shown, StoreError> {
    let hash = asked.state.secrets.token_hash(key);
    if asked.state.shop.accounts.password_link_is_alive(&hash).await? {
        reset(asked, key).await
    } else {
        Ok(lost("", false).refused(vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)]))
    }
}

pub(super) async fn send(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let posted = Pairs(pairs);
    let done =
        if posted.get("reset_key").is_some() { choose(&asked, &posted).await } else { ask(&asked, &posted).await };
    done.unwrap_or_else(|error| failed(&error))
}

/// The answer is the same whether there is an account or not.
async fn ask(asked: &Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let login = posted.get("user_login").unwrap_or_default().trim();
    if !is_genuine(asked, posted, LOST_NONCE) {
        return Ok(respond(asked, lost(login, false).refused(expired())).await);
    }
    let found = errors(&AccountForm::LostPassword { login: login.to_owned() }, None);
    if !found.is_empty() {
        return Ok(respond(asked, lost(login, false).refused(found)).await);
    }
    if let Err(error) = count_mail(&asked.state, &asked.address, &login.to_lowercase()) {
        return Ok(respond(asked, lost(login, false).refused(vec![error])).await);
    }
    asked.state.shop.accounts.ask_new_password(login, &new_link(PATH, &asked.state)).await?;
    Ok(respond(asked, lost(login, true)).await)
}

async fn choose(asked: &Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let key = text("reset_key");
    if !is_genuine(asked, posted, RESET_NONCE) {
        return Ok(respond(asked, reset(asked, key).await?.refused(expired())).await);
    }
    let form = AccountForm::ResetPassword {
        password: TypedPassword(text("password_1").to_owned()),
        again: TypedPassword(text("password_2").to_owned()),
    };
    let found = judge(form, words_page(asked).await?).await;
    if !found.is_empty() {
        return Ok(respond(asked, reset(asked, key).await?.refused(found)).await);
    }
    let Ok(hash) = hash_password(text("password_1")).await else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    let token_hash = asked.state.secrets.token_hash(key);
    match asked.state.shop.accounts.reset_password(&token_hash, &hash).await? {
        TokenOutcome::Done(_) => Ok(Redirect::to("/my-account/?done=password").into_response()),
        TokenOutcome::EmailTaken | TokenOutcome::Dead => {
            Ok(respond(asked, lost("", false).refused(vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)])).await)
        }
    }
}
