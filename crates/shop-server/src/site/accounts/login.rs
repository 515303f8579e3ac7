//! Login, logout, registration, and the emailed link that completes a registration or confirms an address.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::accounts::form::{AccountForm, TypedPassword};
use shop_core::base::{FieldError, Params};
use shop_core::payments::redirect::same_origin_path;
use shop_core::platform::messages::codes;
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{AccountEntry, AccountSection};
use shop_services::Context;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Role, StoreError, TokenOutcome};

use super::account_page::{
    ACCOUNT, AccountRequest, AccountView, LOGOUT_NONCE, error_response, form_expired_errors, notice,
    redirect_with_notice, respond, validate_form,
};
use super::attempt_limits::{count_attempt, count_mail};
use super::registration::RegistrationInput;
use super::upload_form::UploadForm;
use crate::accounts::password::{PasswordError, hash_password, verify_password};
use crate::accounts::{CONFIRM_PATH, new_link, password_page};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::{PublicAddress, Storefront};
use crate::app::visitor::session::{LoginSpan, Session, is_same_origin};
use crate::page_data::context::notices;
use crate::site::accounts::registration;
use crate::site::orders::account_orders;

/// Nonce of the login form. All guests share it, because the form is also in the header of cached guest pages; the origin check keeps
/// other sites out.
pub(in crate::site) const LOGIN_NONCE: &str = "woocommerce-login";
/// Nonce of the registration form.
const REGISTER_NONCE: &str = "woocommerce-register";
/// Longest login looked up, in characters.
const MAX_LOGIN_CHARS: usize = 254;
const TITLE: Text = site_texts::my_account;

/// `/my-account/`: the overview, or the login and registration forms for guests.
pub(super) async fn show(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    if request.session.customer_id.is_some() {
        return account_orders::show_dashboard(&request).await;
    }
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let typed = FormValues {
        redirect: query.get("redirect_to").unwrap_or_default(),
        registration: RegistrationInput::with_role(query.get("role").unwrap_or_default()),
        ..FormValues::default()
    };
    let mut view = match login_view(&request, typed).await {
        Ok(view) => view,
        Err(error) => return error_response(&error),
    };
    let code = match query.get("done") {
        Some("logged-out") => codes::LOGGED_OUT,
        Some("deleted") => codes::ACCOUNT_DELETED,
        Some("password") => codes::PASSWORD_CHANGED,
        _ => "",
    };
    if !code.is_empty()
        && let Ok(settings) = request.state.shop.context.settings().await
    {
        view.notices = notices(&[notice("success", code, Params::new())], settings.lang());
    }
    respond(&request, view).await
}

/// Values that the login and registration forms are filled with.
#[derive(Clone, Default)]
struct FormValues<'a> {
    redirect: &'a str,
    login: &'a str,
    email: &'a str,
    registration: RegistrationInput,
}

async fn login_view(request: &AccountRequest, typed: FormValues<'_>) -> Result<AccountView, StoreError> {
    let state = &request.state;
    let settings = state.shop.context.settings().await?;
    let setup = state.shop.companies.registration_setup().await?;
    let truncate = |text: &str| text.chars().take(MAX_LOGIN_CHARS).collect::<String>();
    let section = AccountSection::Entry(Box::new(AccountEntry {
        login: truncate(typed.login),
        email: truncate(typed.email),
        registration: settings.accounts.registration,
        register_nonce: state.secrets.nonce(REGISTER_NONCE, "", state.shop.context.now()),
        redirect: own_path(&state.public_address, typed.redirect),
        password_page: strength_page(&state.shop.context, &settings),
        form: registration::form_view(request, &setup, typed.registration, false, settings.lang()),
    }));
    // A guest's page nonce is bound to no session, as `LOGIN_NONCE` requires.
    Ok(AccountView::new(TITLE, ACCOUNT, section).with_form(LOGIN_NONCE))
}

fn strength_page(context: &Context, settings: &ShopSettings) -> shop_core::accounts::password::PasswordPage {
    password_page(context, &settings.shop.name, ACCOUNT)
}

/// Returns the path to redirect to, or an empty string unless it is the shop's own.
fn own_path(public_address: &PublicAddress, text: &str) -> String {
    same_origin_path(public_address.as_str(), text).unwrap_or_default()
}

/// Handles the login and registration forms.
pub(super) async fn send(request: AccountRequest, posted: UploadForm) -> Response {
    let is_registration = posted.pairs.get("register").is_some();
    let result = if is_registration { register(request, &posted).await } else { log_in(request, &posted.pairs).await };
    result.unwrap_or_else(|error| error_response(&error))
}

fn is_genuine(request: &AccountRequest, nonce: &str, action: &str) -> bool {
    let now = request.state.shop.context.now();
    is_same_origin(&request.headers, &request.state.public_address)
        && request.state.secrets.nonce_is_valid(nonce, action, "", now)
}

async fn log_in(mut request: AccountRequest, posted: &Pairs) -> Result<Response, StoreError> {
    let text = |name: &str| posted.get(name).unwrap_or_default();
    let login: String = text("username").trim().chars().take(MAX_LOGIN_CHARS).collect();
    let redirect = own_path(&request.state.public_address, text("redirect"));
    let view = login_view(&request, FormValues { redirect: &redirect, login: &login, ..FormValues::default() }).await?;
    if !is_genuine(&request, text("woocommerce-login-nonce"), LOGIN_NONCE) {
        return Ok(respond(&request, view.with_errors(form_expired_errors())).await);
    }
    let form = AccountForm::Login { username: login.clone(), password: TypedPassword(text("password").to_owned()) };
    let errors = shop_core::accounts::form::errors(&form, None);
    if !errors.is_empty() {
        return Ok(respond(&request, view.with_errors(errors)).await);
    }
    if let Err(error) = count_attempt(
        &request.state.shop.context,
        &request.state.config,
        &request.state.limits,
        &request.client_ip,
        &login.to_lowercase(),
    ) {
        return Ok(respond(&request, view.with_errors(vec![error])).await);
    }
    let person = request.state.shop.logins.customer_by_login(&login).await?.filter(|p| p.role == Role::Customer);
    let hash = person.as_ref().map(|person| person.password_hash.as_str());
    let matches = match verify_password(hash, text("password")).await {
        Ok(matches) => matches,
        Err(PasswordError::Busy | PasswordError::Failed) => return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()),
    };
    let Some(person) = person.filter(|_| matches) else {
        return Ok(respond(&request, view.with_errors(vec![FieldError::new("", codes::ACCOUNT_LOGIN_FAILED)])).await);
    };
    if person.blocked {
        return Ok(respond(&request, view.with_errors(vec![FieldError::new("", codes::ACCOUNT_BLOCKED)])).await);
    }
    let span = if text("rememberme").is_empty() { LoginSpan::Browser } else { LoginSpan::Remembered };
    let target = if redirect.is_empty() { ACCOUNT } else { &redirect };
    let mut response = Redirect::to(target).into_response();
    request.session.log_in(person.id, span, &request.headers, response.headers_mut(), &request.state).await?;
    Ok(response)
}

/// Registers a customer. Only the email tells whether the address already has an account: the response is the same, and takes as long.
async fn register(request: AccountRequest, posted: &UploadForm) -> Result<Response, StoreError> {
    let text = |name: &str| posted.pairs.get(name).unwrap_or_default();
    let email = text("email").trim().to_lowercase();
    let settings = request.state.shop.context.settings().await?;
    if !settings.accounts.registration {
        return Ok(StatusCode::NOT_FOUND.into_response());
    }
    let has_nonce = is_genuine(&request, text("woocommerce-register-nonce"), REGISTER_NONCE);
    let setup = request.state.shop.companies.registration_setup().await?;
    let without_files = UploadForm { pairs: posted.pairs.clone(), files: Vec::new() };
    let upload = if has_nonce { posted } else { &without_files };
    let input = registration::read_form(&request, upload, &setup, None, settings.lang()).await?;
    let typed =
        FormValues { redirect: text("redirect"), email: &email, registration: input.clone(), ..FormValues::default() };
    let view = login_view(&request, typed).await?;
    if !has_nonce {
        return Ok(respond(&request, view.with_errors(form_expired_errors())).await);
    }
    let form = AccountForm::Register { email: email.clone(), password: TypedPassword(text("password").to_owned()) };
    let mut page = strength_page(&request.state.shop.context, &settings);
    page.fields.insert("email".into(), email.clone());
    let mut errors = validate_form(form, page).await;
    let checked = setup.read(&input.form, &email, settings.lang());
    errors.extend(input.control_errors(checked.clone().err().unwrap_or_default()));
    let registration = match checked {
        Ok(registration) if errors.is_empty() => registration,
        _ => return Ok(respond(&request, view.with_errors(errors)).await),
    };
    if let Err(error) = count_mail(&request.state.shop.context, &request.state.limits, &request.client_ip, &email) {
        return Ok(respond(&request, view.with_errors(vec![error])).await);
    }
    let Ok(hash) = hash_password(text("password")).await else {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    let link = new_link(CONFIRM_PATH, &request.state.storefront.web);
    request.state.shop.accounts.send_registration_link(&email, &hash, registration, &link).await?;
    let notice = notice("success", codes::ACCOUNT_CONFIRM_SENT, [("email".to_owned(), email)].into());
    let mut view = login_view(&request, FormValues { redirect: text("redirect"), ..FormValues::default() }).await?;
    view.notices = notices(&[notice], settings.lang());
    Ok(respond(&request, view).await)
}

/// The emailed link: completes a registration and logs in, or confirms an address.
pub(super) async fn confirm(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    use_link(request, &Pairs::parse(raw.as_deref().unwrap_or_default()))
        .await
        .unwrap_or_else(|error| error_response(&error))
}

async fn use_link(mut request: AccountRequest, query: &Pairs) -> Result<Response, StoreError> {
    let hash = request.state.secrets.token_hash(query.get("key").unwrap_or_default());
    let (outcome, is_registration) = request.state.shop.accounts.use_link(&hash).await?;
    match outcome {
        TokenOutcome::Done(id) => {
            let notice = notice("success", codes::ACCOUNT_CONFIRMED, Params::new());
            let mut cookies = HeaderMap::new();
            if is_registration {
                if let Some(company) = request.state.shop.companies.own_company(id).await? {
                    registration::check_vat(&request, company.id).await;
                }
                request.session.log_in(id, LoginSpan::Browser, &request.headers, &mut cookies, &request.state).await?;
            }
            if request.session.customer_id == Some(id) {
                return redirect_with_notice(&request.state.shop.carts, &request.session, cookies, ACCOUNT, notice)
                    .await;
            }
            let mut view = login_view(&request, FormValues::default()).await?;
            view.notices = notices(&[notice], request.state.shop.context.settings().await?.lang());
            Ok(respond(&request, view).await)
        }
        TokenOutcome::EmailTaken | TokenOutcome::Dead => {
            let errors = vec![FieldError::new("", codes::ACCOUNT_LINK_DEAD)];
            if request.session.customer_id.is_some() {
                let notice = notice("error", codes::ACCOUNT_LINK_DEAD, Params::new());
                return redirect_with_notice(
                    &request.state.shop.carts,
                    &request.session,
                    HeaderMap::new(),
                    ACCOUNT,
                    notice,
                )
                .await;
            }
            Ok(respond(&request, login_view(&request, FormValues::default()).await?.with_errors(errors)).await)
        }
    }
}

/// Logs this browser out; with the field `elsewhere`, all other browsers instead.
pub(super) async fn log_out(
    State(storefront): State<Arc<Storefront>>,
    mut session: Session,
    headers: HeaderMap,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let posted = Pairs(pairs);
    let nonce = posted.get("_wpnonce").unwrap_or_default();
    let Some(id) = session.customer_id else { return Redirect::to(ACCOUNT).into_response() };
    if !is_same_origin(&headers, &storefront.web.public_address)
        || !storefront.web.secrets.nonce_is_valid(nonce, LOGOUT_NONCE, &session.key, storefront.web.context.now())
    {
        return Redirect::to(ACCOUNT).into_response();
    }
    let result = async {
        if posted.get("elsewhere").is_some() {
            storefront.logins.close_other_logins(id, &session.login).await?;
            let notice = notice("success", codes::LOGGED_OUT_ELSEWHERE, Params::new());
            return redirect_with_notice(
                &storefront.carts,
                &session,
                HeaderMap::new(),
                "/my-account/edit-account/",
                notice,
            )
            .await;
        }
        let mut response = Redirect::to("/my-account/?done=logged-out").into_response();
        session.log_out(response.headers_mut(), &storefront.web, &storefront.logins).await?;
        Ok(response)
    };
    result.await.unwrap_or_else(|error: StoreError| error_response(&error))
}
