//! Logging in and out, registering, and the link that completes a registration or confirms an address.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::accounts::form::{AccountForm, TypedPassword};
use shop_core::base::{FieldError, Params};
use shop_core::payments::redirect::same_origin_path;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{AccountEntry, AccountSection};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Role, StoreError, TokenOutcome};

use super::account_page::ACCOUNT;
use super::account_page::Asked;
use super::account_page::LOGOUT_NONCE;
use super::account_page::Shown;
use super::account_page::expired;
use super::account_page::failed;
use super::account_page::go_with_notice;
use super::account_page::judge;
use super::account_page::notice;
use super::account_page::respond;
use super::attempt_limits::count_mail;
use super::attempt_limits::count_try;
use super::registration::Filled;
use super::upload_form::Posted;
use crate::accounts::password::{PasswordError, hash_password, verify_password};
use crate::accounts::{CONFIRM_PATH, new_link, password_page};
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::{LoginSpan, Session, is_same_origin};
use crate::app::state::AppState;
use crate::page_data::context::notices;
use crate::site::accounts::registration;
use crate::site::orders::account_orders;

/// Nonce of the login form. Of anybody: the form is also in the header of pages that all guests share; a login from another
/// site is kept out by the origin.
pub(in crate::site) const LOGIN_NONCE: &str = "woocommerce-login";
/// Nonce of the registration form.
const REGISTER_NONCE: &str = "woocommerce-register";
/// Longest login looked up, in characters.
const MAX_LOGIN_CHARS: usize = 254;
const TITLE: Text = site_texts::my_account;

/// `/my-account/`: the overview, or the entry.
pub(super) async fn show(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    if asked.session.customer_id.is_some() {
        return account_orders::dashboard(&asked).await;
    }
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let typed = Typed {
        redirect: query.get("redirect_to").unwrap_or_default(),
        filled: Filled::of_role(query.get("role").unwrap_or_default()),
        ..Typed::default()
    };
    let mut shown = match entry(&asked, typed).await {
        Ok(shown) => shown,
        Err(error) => return failed(&error),
    };
    let code = match query.get("done") {
        Some("logged-out") => codes::LOGGED_OUT,
        Some("deleted") => codes::ACCOUNT_DELETED,
        Some("password") => codes::PASSWORD_CHANGED,
        _ => "",
    };
    if !code.is_empty()
        && let Ok(settings) = asked.state.shop.context.settings().await
    {
        shown.notices = notices(&[notice("success", code, Params::new())], settings.lang());
    }
    respond(&asked, shown).await
}

/// What the forms are filled with.
#[derive(Clone, Default)]
struct Typed<'a> {
    redirect: &'a str,
    login: &'a str,
    email: &'a str,
    filled: Filled,
}

async fn entry(asked: &Asked, typed: Typed<'_>) -> Result<Shown, StoreError> {
    let state = &asked.state;
    let settings = state.shop.context.settings().await?;
    let setup = state.shop.companies.registration_setup().await?;
    let short = |text: &str| text.chars().take(MAX_LOGIN_CHARS).collect::<String>();
    let section = AccountSection::Entry(Box::new(AccountEntry {
        login: short(typed.login),
        email: short(typed.email),
        registration: settings.accounts.registration,
        register_nonce: state.secrets.nonce(REGISTER_NONCE, "", state.shop.context.now()),
        redirect: own_path(state, typed.redirect),
        password_page: words_page(state, &settings),
        form: registration::view(asked, &setup, typed.filled, false, settings.lang()),
    }));
    // The page's own nonce is of the visitor's session, while this form's is of anybody: see [`LOGIN_NONCE`].
    Ok(Shown::new(TITLE, ACCOUNT, section).with_form(LOGIN_NONCE))
}

fn words_page(state: &AppState, settings: &ShopSettings) -> shop_core::accounts::password::PasswordPage {
    password_page(state, &settings.shop.name, ACCOUNT)
}

/// A path of the shop to go on to; anything else is none.
fn own_path(state: &AppState, text: &str) -> String {
    same_origin_path(&state.public_url, text).unwrap_or_default()
}

/// The forms of the entry.
pub(super) async fn send(asked: Asked, posted: Posted) -> Response {
    let registers = posted.pairs.get("register").is_some();
    let done = if registers { register(asked, &posted).await } else { log_in(asked, &posted.pairs).await };
    done.unwrap_or_else(|error| failed(&error))
}

fn is_genuine(asked: &Asked, nonce: &str, action: &str) -> bool {
    let now = asked.state.shop.context.now();
    is_same_origin(&asked.headers, &asked.state) && asked.state.secrets.nonce_is_valid(nonce, action, "", now)
}

async fn log_in(mut asked: Asked, posted: &Pairs) -> Result<Response, StoreError> {
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let login: String = text("username").trim().chars().take(MAX_LOGIN_CHARS).collect();
    let redirect = own_path(&asked.state, text("redirect"));
    let shown = entry(&asked, Typed { redirect: &redirect, login: &login, ..Typed::default() }).await?;
    if !is_genuine(&asked, text("woocommerce-login-nonce"), LOGIN_NONCE) {
        return Ok(respond(&asked, shown.refused(expired())).await);
    }
    let form = AccountForm::Login { username: login.clone(), password: TypedPassword(text("password").to_owned()) };
    let found = shop_core::accounts::form::errors(&form, None);
    if !found.is_empty() {
        return Ok(respond(&asked, shown.refused(found)).await);
    }
    if let Err(error) = count_try(&asked.state, &asked.address, &login.to_lowercase()) {
        return Ok(respond(&asked, shown.refused(vec![error])).await);
    }
    let person = asked.state.shop.logins.customer_by_login(&login).await?.filter(|p| p.role == Role::Customer);
    let hash = person.as_ref().map(|person| person.password_hash.as_str());
    let matches = match verify_password(hash, text("password")).await {
        Ok(matches) => matches,
        Err(PasswordError::Busy | PasswordError::Failed) => return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()),
    };
    let Some(person) = person.filter(|_| matches) else {
        return Ok(respond(&asked, shown.refused(vec![FieldError::new("", codes::ACCOUNT_LOGIN_FAILED)])).await);
    };
    if person.blocked {
        return Ok(respond(&asked, shown.refused(vec![FieldError::new("", codes::ACCOUNT_BLOCKED)])).await);
    }
    let span = if text("rememberme").is_empty() { LoginSpan::Browser } else { LoginSpan::Remembered };
    let target = if redirect.is_empty() { ACCOUNT } else { &redirect };
    let mut response = Redirect::to(target).into_response();
    asked.session.log_in(person.id, span, &asked.headers, response.headers_mut(), &asked.state).await?;
    Ok(response)
}

/// Whether the address is known is told by mail only: the answer is the same, and takes as long.
async fn register(asked: Asked, posted: &Posted) -> Result<Response, StoreError> {
    let text = |name: &str| posted.pairs.get(name).unwrap_or_default();
    let email = text("email").trim().to_lowercase();
    let settings = asked.state.shop.context.settings().await?;
    if !settings.accounts.registration {
        return Ok(StatusCode::NOT_FOUND.into_response());
    }
    let genuine = is_genuine(&asked, text("woocommerce-register-nonce"), REGISTER_NONCE);
    let setup = asked.state.shop.companies.registration_setup().await?;
    let without_files = Posted { pairs: posted.pairs.clone(), files: Vec::new() };
    let sent = if genuine { posted } else { &without_files };
    let filled = registration::read(&asked, sent, &setup, None, settings.lang()).await?;
    let typed = Typed { redirect: text("redirect"), email: &email, filled: filled.clone(), ..Typed::default() };
    let shown = entry(&asked, typed).await?;
    if !genuine {
        return Ok(respond(&asked, shown.refused(expired())).await);
    }
    let form = AccountForm::Register { email: email.clone(), password: TypedPassword(text("password").to_owned()) };
    let mut page = words_page(&asked.state, &settings);
    page.fields.insert("email".into(), email.clone());
    let mut found = judge(form, page).await;
    let read = setup.read(&filled.form, &email, settings.lang());
    found.extend(filled.refusals(read.clone().err().unwrap_or_default()));
    let registration = match read {
        Ok(registration) if found.is_empty() => registration,
        _ => return Ok(respond(&asked, shown.refused(found)).await),
    };
    if let Err(error) = count_mail(&asked.state, &asked.address, &email) {
        return Ok(respond(&asked, shown.refused(vec![error])).await);
    }
    let Ok(hash) = hash_password(text("password")).await else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    let link = new_link(CONFIRM_PATH, &asked.state);
    asked.state.shop.accounts.ask_registration(&email, &hash, registration, &link).await?;
    let told = notice("success", codes::ACCOUNT_CONFIRM_SENT, [("email".to_owned(), email)].into());
    let mut shown = entry(&asked, Typed { redirect: text("redirect"), ..Typed::default() }).await?;
    shown.notices = notices(&[told], settings.lang());
    Ok(respond(&asked, shown).await)
}

/// The link of a message: completes a registration and logs in, or confirms an address.
pub(super) async fn confirm(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    confirmed(asked, &Pairs::parse(raw.as_deref().unwrap_or_default())).await.unwrap_or_else(|error| failed(&error))
}

async fn confirmed(mut asked: Asked, query: &Pairs) -> Result<Response, StoreError> {
    let hash = asked.state.secrets.token_hash(query.get("key").unwrap_or_default());
    let (outcome, registers) = asked.state.shop.accounts.use_link(&hash).await?;
    match outcome {
        TokenOutcome::Done(id) => {
            let told = notice("success", codes::ACCOUNT_CONFIRMED, Params::new());
            let mut cookies = HeaderMap::new();
            if registers {
                if let Some(company) = asked.state.shop.companies.own_company(id).await? {
                    registration::check_vat(&asked, company.id).await;
                }
                asked.session.log_in(id, LoginSpan::Browser, &asked.headers, &mut cookies, &asked.state).await?;
            }
            if asked.session.customer_id == Some(id) {
                return go_with_notice(&asked.state, &asked.session, cookies, ACCOUNT, told).await;
            }
            let mut shown = entry(&asked, Typed::default()).await?;
            shown.notices = notices(&[told], asked.state.shop.context.settings().await?.lang());
            Ok(respond(&asked, shown).await)
        }
        TokenOutcome::EmailTaken | TokenOutcome::Dead => {
            let dead = vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)];
            if asked.session.customer_id.is_some() {
                let told = notice("error", codes::ACCOUNT_LINK_DEAD, Params::new());
                return go_with_notice(&asked.state, &asked.session, HeaderMap::new(), ACCOUNT, told).await;
            }
            Ok(respond(&asked, entry(&asked, Typed::default()).await?.refused(dead)).await)
        }
    }
}

/// Ends the login of this browser; with `everywhere`, all others too.
pub(super) async fn log_out(
    State(state): State<AppState>,
    mut session: Session,
    headers: HeaderMap,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let posted = Pairs(pairs);
    let nonce = posted.get("_wpnonce").unwrap_or_default();
    let Some(id) = session.customer_id else { return Redirect::to(ACCOUNT).into_response() };
    if !is_same_origin(&headers, &state)
        || !state.secrets.nonce_is_valid(nonce, LOGOUT_NONCE, &session.key, state.shop.context.now())
    {
        return Redirect::to(ACCOUNT).into_response();
    }
    let done = async {
        if posted.get("elsewhere").is_some() {
            state.shop.logins.close_other_logins(id, &session.login).await?;
            let told = notice("success", codes::LOGGED_OUT_ELSEWHERE, Params::new());
            return go_with_notice(&state, &session, HeaderMap::new(), "/my-account/edit-account/", told).await;
        }
        let mut response = Redirect::to("/my-account/?done=logged-out").into_response();
        session.log_out(response.headers_mut(), &state).await?;
        Ok(response)
    };
    done.await.unwrap_or_else(|error: StoreError| failed(&error))
}
