//! Login, logout and access control: a handler that takes a [`Staff`] or an [`Admin`] is guarded.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use shop_services::Context;
use shop_services::accounts::Logins;
use shop_services::ports::{Customer, Role};
use shop_services::trade::companies::Companies;
use utoipa::ToSchema;

use crate::accounts::password::verify_password;
use crate::admin::messages;
use crate::admin::problem::{Body, Problem, Refusal};
use crate::app::limits::{Budget, Limits};
use crate::app::state::AppState;
use crate::app::storefront::{PublicAddress, WebContext};
use crate::app::visitor::client::client_ip;
use crate::app::visitor::session::{cookie, is_same_origin};
use crate::platform::config::Config;
use crate::platform::secrets::Secrets;

/// Lifetime of a login, whether it is used or not.
const LOGIN_LIFETIME_S: i64 = 12 * 3600;
/// Time window in which login attempts are counted.
const ATTEMPTS_WINDOW_S: i64 = 15 * 60;
/// Attempts per client address, and on one account from all addresses, as a multiple of those per address and login: a whole
/// office may share an address.
const ATTEMPTS_FACTOR: u32 = 5;
/// Action that the back office's nonces are bound to.
const NONCE_ACTION: &str = "admin";
const NONCE_HEADER: &str = "x-admin-nonce";
/// Longest login name that is looked up, in characters.
const MAX_LOGIN_CHARS: usize = 200;

/// Credentials of a member of staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Login {
    /// E-mail or user name.
    #[serde(alias = "email")]
    login: String,
    password: String,
}

/// The logged-in member of staff.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct Me {
    username: String,
    email: String,
    first_name: String,
    last_name: String,
    /// `admin` or `shop_manager`.
    role: String,
    shop_name: String,
    /// Nonce to send as `X-Admin-Nonce` with every write.
    nonce: String,
    /// Companies that await approval.
    waiting_companies: u64,
}

/// The logged-in administrator or shop manager. Extracting it guards a handler: without a login the response is 401; a write from
/// another site or without this login's nonce gets 403.
pub(in crate::admin) struct Staff {
    pub(in crate::admin) person: Customer,
    token_hash: String,
}

/// The logged-in administrator, for what shop managers may not do: settings and people's roles. Guards like [`Staff`].
pub(in crate::admin) struct Admin {
    pub(in crate::admin) person: Customer,
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let staff = Staff::from_request_parts(parts, state).await?;
        if staff.person.role == Role::Admin {
            Ok(Self { person: staff.person })
        } else {
            Err(Refusal::new(StatusCode::FORBIDDEN, messages::ADMIN_ROLE_ONLY))
        }
    }
}

impl FromRequestParts<AppState> for Staff {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let now = state.shop.context.now();
        let required = || Refusal::new(StatusCode::UNAUTHORIZED, messages::LOGIN_REQUIRED);
        let token = cookie(&parts.headers, cookie_name(state.public_address.is_https())).ok_or_else(required)?;
        let token_hash = state.secrets.token_hash(&token);
        let person = state.shop.logins.login_owner(&token_hash).await?.ok_or_else(required)?;
        let person = require_staff(person)?;
        if !matches!(parts.method, Method::GET | Method::HEAD) {
            if !is_same_origin(&parts.headers, &state.public_address) {
                return Err(cross_origin_refusal());
            }
            check_nonce(&parts.headers, &state.secrets, &token_hash, now)?;
        }
        Ok(Self { person, token_hash })
    }
}

fn cross_origin_refusal() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, messages::ORIGIN_REFUSED)
}

/// Rejects customers, who may log in to the shop but not here.
fn require_staff(person: Customer) -> Result<Customer, Refusal> {
    if person.role.is_staff() { Ok(person) } else { Err(Refusal::new(StatusCode::FORBIDDEN, messages::ADMIN_ONLY)) }
}

fn check_nonce(headers: &HeaderMap, secrets: &Secrets, token_hash: &str, now: i64) -> Result<(), Refusal> {
    let nonce = headers.get(NONCE_HEADER).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if secrets.nonce_is_valid(nonce, NONCE_ACTION, token_hash, now) {
        Ok(())
    } else {
        Err(Refusal::new(StatusCode::FORBIDDEN, messages::NONCE_INVALID))
    }
}

/// Browsers accept a cookie with the `__Host-` prefix only from this host over HTTPS.
const fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-bottega_admin" } else { "bottega_admin" }
}

fn set_cookie(token: &str, max_age_s: i64, https: bool) -> Option<HeaderValue> {
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    HeaderValue::from_str(&format!("{name}={token}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{secure}"))
        .ok()
}

fn with_cookie(mut response: Response, value: Option<HeaderValue>) -> Response {
    if let Some(value) = value {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

async fn load_me(person: &Customer, token_hash: &str, companies: &Companies, web: &WebContext) -> Result<Me, Refusal> {
    Ok(Me {
        username: person.username.clone(),
        email: person.email.clone(),
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        role: person.role.as_str().into(),
        shop_name: web.context.settings().await?.shop.name.clone(),
        nonce: web.secrets.nonce(NONCE_ACTION, token_hash, web.context.now()),
        waiting_companies: companies.waiting_companies().await?,
    })
}

fn count_attempt(
    context: &Context,
    config: &Config,
    limits: &Limits,
    address: &str,
    login: &str,
) -> Result<(), Refusal> {
    let (limit, now) = (config.login_limit, context.now());
    let budget = |action, who, limit| Budget { action, who, limit, span_s: ATTEMPTS_WINDOW_S };
    let by_address = budget("admin_address", address, limit.saturating_mul(ATTEMPTS_FACTOR));
    let pair = format!("{address} {login}");
    // Attempts on one account from many addresses share a budget, wide enough that a stranger cannot easily lock its owner out.
    let all = limits.count_both(&by_address, &budget("admin_login", &pair, limit), now);
    let of_login =
        || limits.count("admin_account", login, limit.saturating_mul(ATTEMPTS_FACTOR), ATTEMPTS_WINDOW_S, now);
    all.and_then(|()| of_login().map(|_| ())).map_err(|wait_s| {
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MANY_TRIES)
            .with("minutes", &((wait_s + 59) / 60));
        Refusal { retry_after: Some(wait_s), ..refusal }
    })
}

/// Logs a member of staff in. A wrong password and an unknown login get the same response after the same time.
#[utoipa::path(post, path = "/api/admin/login",
    request_body = Login,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(in crate::admin) async fn login(
    State(logins): State<Logins>,
    State(companies): State<Companies>,
    State(config): State<Arc<Config>>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    parts: Parts,
    Body(body): Body<Login>,
) -> Result<Response, Refusal> {
    if !is_same_origin(&parts.headers, &web.public_address) {
        return Err(cross_origin_refusal());
    }
    let login: String = body.login.trim().chars().take(MAX_LOGIN_CHARS).collect();
    let lower = login.to_lowercase();
    count_attempt(&web.context, &config, &limits, &client_ip(&parts.extensions), &lower)?;
    let found = logins.customer_by_login(if login.contains('@') { &lower } else { &login }).await?;
    let person = found.filter(|person| person.role.is_staff() && !person.blocked);
    let matches = verify_password(person.as_ref().map(|p| p.password_hash.as_str()), &body.password).await?;
    let Some(person) = person.filter(|_| matches) else {
        return Err(Refusal::new(StatusCode::UNAUTHORIZED, messages::LOGIN_FAILED));
    };
    let https = web.public_address.is_https();
    if let Some(before) = cookie(&parts.headers, cookie_name(https)) {
        logins.close_login(&web.secrets.token_hash(&before)).await?;
    }
    let token = web.context.random().hex(32);
    let token_hash = web.secrets.token_hash(&token);
    logins.open_login(&token_hash, person.id, "", LOGIN_LIFETIME_S).await?;
    tracing::info!(person = person.id.0, "back office: logged in");
    let me = load_me(&person, &token_hash, &companies, &web).await?;
    Ok(with_cookie(Json(me).into_response(), set_cookie(&token, LOGIN_LIFETIME_S, https)))
}

/// Ends the session.
#[utoipa::path(post, path = "/api/admin/logout", responses((status = 204)))]
pub(in crate::admin) async fn logout(
    State(logins): State<Logins>,
    State(public_address): State<PublicAddress>,
    staff: Staff,
) -> Result<Response, Refusal> {
    logins.close_login(&staff.token_hash).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), set_cookie("", 0, public_address.is_https())))
}

/// Returns the logged-in member of staff and the nonce for writes.
#[utoipa::path(get, path = "/api/admin/me", responses((status = 200, body = Me)))]
pub(in crate::admin) async fn me(
    State(companies): State<Companies>,
    State(web): State<WebContext>,
    staff: Staff,
) -> Result<Json<Me>, Refusal> {
    Ok(Json(load_me(&staff.person, &staff.token_hash, &companies, &web).await?))
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use shop_core::base::CustomerId;
    use shop_services::ports::{SettingsStore, StoreError};

    use super::*;

    /// A settings store that holds only the signing key.
    struct KeyOnly;

    #[async_trait]
    impl SettingsStore for KeyOnly {
        async fn settings_version(&self) -> Result<i64, StoreError> {
            Ok(1)
        }
        async fn load_setting(&self, _name: &str) -> Result<Option<String>, StoreError> {
            Ok(None)
        }
        async fn save_setting(&self, _name: &str, _content: &str) -> Result<(), StoreError> {
            Ok(())
        }
        async fn setting_or_insert(&self, _name: &str, content: &str) -> Result<String, StoreError> {
            Ok(content.to_owned())
        }
        fn write_trouble(&self) -> Option<String> {
            None
        }

        async fn ping(&self) -> Result<(), StoreError> {
            Ok(())
        }
    }

    fn person(role: Role) -> Customer {
        Customer {
            id: CustomerId(1),
            email: "titolare@bottega.example".into(),
            username: "titolare".into(),
            password_hash: String::new(),
            role,
            first_name: String::new(),
            last_name: String::new(),
            blocked: false,
            membership: shop_services::ports::Membership::default(),
        }
    }

    #[test]
    fn customers_are_refused() {
        assert!(require_staff(person(Role::Admin)).is_ok());
        assert!(require_staff(person(Role::ShopManager)).is_ok());
        let refusal = require_staff(person(Role::Customer)).unwrap_err();
        assert_eq!((refusal.status, refusal.code), (StatusCode::FORBIDDEN, messages::ADMIN_ONLY));
    }

    #[tokio::test]
    async fn a_write_needs_the_nonce_of_its_own_login() {
        let secrets = Secrets::load(&KeyOnly, &shop_services::SystemRandom).await.unwrap();
        let verdict = |nonce: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(nonce) = nonce {
                headers.insert(NONCE_HEADER, HeaderValue::from_str(nonce).unwrap());
            }
            check_nonce(&headers, &secrets, "mine", 1000).map_err(|refusal| refusal.status)
        };
        assert_eq!(verdict(Some(&secrets.nonce(NONCE_ACTION, "mine", 1000))), Ok(()));
        assert_eq!(verdict(None), Err(StatusCode::FORBIDDEN));
        assert_eq!(verdict(Some("")), Err(StatusCode::FORBIDDEN));
        assert_eq!(verdict(Some(&secrets.nonce(NONCE_ACTION, "another", 1000))), Err(StatusCode::FORBIDDEN));
        assert_eq!(verdict(Some(&secrets.nonce("checkout", "mine", 1000))), Err(StatusCode::FORBIDDEN));
    }

    #[test]
    fn the_cookie_is_for_this_host_and_not_for_scripts() {
        let plain = set_cookie("abc", LOGIN_LIFETIME_S, false).unwrap();
        assert_eq!(plain, "bottega_admin=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
        let https = set_cookie("abc", LOGIN_LIFETIME_S, true).unwrap();
        assert_eq!(https, "__Host-bottega_admin=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure");
    }
}
