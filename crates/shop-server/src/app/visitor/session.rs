//! The shopper's session, from a cookie or cart token.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use shop_core::base::CustomerId;
use shop_services::Random;
use shop_services::accounts::Logins;
use shop_services::accounts::buyer::Buyer;
use shop_services::cart::{OpenCart, customer_key, is_customer_key};
use shop_services::ports::{Role, StoreError};

use crate::app::failure_codes::status_of;
use crate::app::state::AppState;
use crate::app::storefront::{PublicAddress, WebContext};

/// Start of the session cookie's name; the rest distinguishes installations on one host.
pub const SESSION_COOKIE: &str = "wp_woocommerce_session_bottega";
/// Cookie for scripts that changes with the cart.
pub const HASH_COOKIE: &str = "woocommerce_cart_hash";
/// Cookie for scripts that is set while the cart is not empty.
pub const ITEMS_COOKIE: &str = "woocommerce_items_in_cart";
/// Lifetime of a guest's session, the same as that of its cart.
pub const SESSION_S: i64 = 30 * 86_400;
/// Cookie for scripts that is set while a customer is logged in, with a mark of the account. The server ignores it.
pub const ACCOUNT_COOKIE: &str = "bottega_account";
/// Lifetime of a login with "remember me", used or not: two weeks, as in WooCommerce.
const REMEMBERED_LOGIN_S: i64 = 14 * 86_400;
/// Longest lifetime of any other login, which ends with the browser: two days, as in WooCommerce.
const LOGIN_S: i64 = 2 * 86_400;
/// Longest stored browser name, in characters.
const MAX_BROWSER_CHARS: usize = 60;

/// Ends in [`LOGIN_COOKIE`](crate::app::responses::cached_responses::LOGIN_COOKIE). The `__Host-` prefix makes browsers refuse
/// the cookie from any other host or without https.
const fn login_cookie_name(https: bool) -> &'static str {
    if https { "__Host-bottega_login" } else { "bottega_login" }
}

/// A shopper's session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Key of the cart; empty until [`Session::ensure`] creates one with the first write.
    pub key: String,
    /// Whether a cart token identified the session; such a client stores no cookies.
    pub by_token: bool,
    /// The logged-in customer.
    pub customer_id: Option<CustomerId>,
    /// Rights and company of the visitor.
    pub buyer: Buyer,
    /// Hash of the login's token; empty when nobody is logged in.
    pub login: String,
    /// The browser's `User-Agent`.
    pub user_agent: String,
}

/// Longest stored user agent, in bytes.
const MAX_USER_AGENT_BYTES: usize = 500;

/// Lifetime of a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginSpan {
    /// Until the browser is closed.
    Browser,
    Remembered,
}

impl Session {
    /// Loads the session of a request. An invalid or expired token or cookie counts as none. The database is queried only when
    /// there is a login cookie. A customer has one cart in all browsers.
    ///
    /// # Errors
    /// The database failed. The customer is not treated as a guest then, because items added to a guest cart would be missing
    /// afterwards.
    pub async fn load(headers: &HeaderMap, logins: &Logins, web: &WebContext) -> Result<Self, StoreError> {
        let named = headers.get("user-agent").and_then(|name| name.to_str().ok()).unwrap_or_default();
        let user_agent = named.get(..MAX_USER_AGENT_BYTES).unwrap_or(named).to_owned();
        Ok(Self { user_agent, ..Self::of_cookies(headers, logins, web).await? })
    }

    async fn of_cookies(headers: &HeaderMap, logins: &Logins, web: &WebContext) -> Result<Self, StoreError> {
        let now = web.context.now();
        if let Some(token) = headers.get("cart-token").and_then(|v| v.to_str().ok())
            && let Some(key) = web.secrets.read_cart_token(token, now)
            // A cart token does not open a customer's cart: only the login does, which ends with logging out or a new password.
            && !is_customer_key(&key)
        {
            return Ok(Self { key, by_token: true, ..Self::default() });
        }
        if let Some(token) = cookie(headers, login_cookie_name(web.public_address.is_https())) {
            let login = web.secrets.token_hash(&token);
            let person = logins.login_owner(&login).await?;
            if let Some(person) = person.filter(|person| person.role == Role::Customer) {
                let key = customer_key(person.id);
                let buyer = Buyer::of(&person);
                return Ok(Self { key, customer_id: Some(person.id), buyer, login, ..Self::default() });
            }
        }
        let key = cookie(headers, SESSION_COOKIE).and_then(|value| web.secrets.read_session_cookie(&value, now));
        // The cart cookie of a customer is invalid without the login that it was issued for.
        let key = key.filter(|key| !is_customer_key(key));
        Ok(Self { key: key.unwrap_or_default(), ..Self::default() })
    }

    /// The same for extractors, with the error as a status.
    pub(crate) async fn extract(headers: &HeaderMap, logins: &Logins, web: &WebContext) -> Result<Self, StatusCode> {
        Self::load(headers, logins, web).await.map_err(|error| {
            tracing::error!(%error, "a login could not be looked up");
            status_of(&error)
        })
    }

    /// Logs a customer in under a new token and sets its cookies. The guest's cart is merged into the customer's, and the former
    /// session ends.
    pub async fn log_in(
        &mut self,
        id: CustomerId,
        span: LoginSpan,
        request: &HeaderMap,
        out: &mut HeaderMap,
        state: &AppState,
    ) -> Result<(), StoreError> {
        let token = state.shop.context.random().hex(32);
        let life_s = if span == LoginSpan::Remembered { REMEMBERED_LOGIN_S } else { LOGIN_S };
        if !self.login.is_empty() {
            state.shop.logins.close_login(&self.login).await?;
        }
        self.login = state.secrets.token_hash(&token);
        state.shop.logins.open_login(&self.login, id, &browser_of(request), life_s).await?;
        if !self.by_token {
            state.shop.carts.adopt_guest_cart(&self.key, id).await?;
            self.key = customer_key(id);
        }
        self.customer_id = Some(id);
        self.buyer = state.shop.logins.customer(id).await?.as_ref().map(Buyer::of).unwrap_or_default();
        let age = if span == LoginSpan::Remembered { format!("; Max-Age={life_s}") } else { String::new() };
        let secure = secure_mark(&state.public_address);
        set_cookie(
            out,
            format!(
                "{}={token}; Path=/{age}; HttpOnly; SameSite=Lax{secure}",
                login_cookie_name(state.public_address.is_https())
            ),
        );
        set_cookie(
            out,
            format!("{ACCOUNT_COOKIE}={}; Path=/{age}; SameSite=Lax{secure}", state.secrets.account_mark(id)),
        );
        if !self.by_token {
            self.set_session_cookie(out, &state.storefront.web);
        }
        Ok(())
    }

    /// Ends the login and clears its cookies. The cart remains with the account.
    pub async fn log_out(&mut self, out: &mut HeaderMap, web: &WebContext, logins: &Logins) -> Result<(), StoreError> {
        logins.close_login(&self.login).await?;
        *self = Self::default();
        let secure = secure_mark(&web.public_address);
        let login = login_cookie_name(web.public_address.is_https());
        for name in [login, ACCOUNT_COOKIE, SESSION_COOKIE, HASH_COOKIE, ITEMS_COOKIE] {
            set_cookie(out, format!("{name}=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
        }
        Ok(())
    }

    /// Tells whether there is a session.
    pub fn exists(&self) -> bool {
        !self.key.is_empty()
    }

    /// Creates a session key when there is none: `t_` and 120 random bits.
    pub fn ensure(&mut self, random: &dyn Random) -> &str {
        if self.key.is_empty() {
            self.key = format!("t_{}", random.hex(15));
        }
        &self.key
    }

    fn set_session_cookie(&self, out: &mut HeaderMap, web: &WebContext) {
        let value = web.secrets.session_cookie(&self.key, web.context.now() + SESSION_S);
        let secure = secure_mark(&web.public_address);
        set_cookie(
            out,
            format!("{SESSION_COOKIE}={value}; Path=/; Max-Age={SESSION_S}; HttpOnly; SameSite=Lax{secure}"),
        );
    }

    /// Sets the cookies that follow from the cart: the session once it is stored, the cart's hash while it is not empty. Clears
    /// the account cookie of a login that ended elsewhere.
    pub fn write_cookies(
        &self,
        out: &mut HeaderMap,
        request: &HeaderMap,
        open: &OpenCart,
        hash: &str,
        web: &WebContext,
    ) {
        if self.by_token {
            return;
        }
        let secure = secure_mark(&web.public_address);
        if open.record.version > 0 && (cookie(request, SESSION_COOKIE).is_none() || open.record.version == 1) {
            self.set_session_cookie(out, web);
        }
        let mut set = |text: String| set_cookie(out, text);
        if self.customer_id.is_none() && cookie(request, ACCOUNT_COOKIE).is_some() {
            set(format!("{ACCOUNT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
        }
        let shown = cookie(request, HASH_COOKIE).unwrap_or_default();
        if hash.is_empty() {
            if !shown.is_empty() || cookie(request, ITEMS_COOKIE).is_some() {
                set(format!("{HASH_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
                set(format!("{ITEMS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
            }
        } else if shown != hash {
            set(format!("{HASH_COOKIE}={hash}; Path=/; Max-Age={SESSION_S}; SameSite=Lax{secure}"));
            set(format!("{ITEMS_COOKIE}=1; Path=/; Max-Age={SESSION_S}; SameSite=Lax{secure}"));
        }
    }
}

fn secure_mark(public_address: &PublicAddress) -> &'static str {
    if public_address.is_https() { "; Secure" } else { "" }
}

fn set_cookie(out: &mut HeaderMap, text: String) {
    if let Ok(value) = HeaderValue::from_str(&text) {
        out.append(header::SET_COOKIE, value);
    }
}

/// Appends headers to the existing ones: cookies share one name, and `extend` would replace them.
pub fn append_headers(out: &mut HeaderMap, more: HeaderMap) {
    let mut name = None;
    for (next, value) in more {
        // `HeaderMap`'s iterator yields the name only with its first value.
        name = next.or(name);
        if let Some(name) = &name {
            out.append(name.clone(), value);
        }
    }
}

/// Summarises browser and system from the user agent, so that customers recognise their sessions.
fn browser_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // The order matters: most browsers also name the ones they imitate.
    let find =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    let browser = find(&[
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = find(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => agent.chars().filter(|c| !c.is_control()).take(MAX_BROWSER_CHARS).collect(),
    }
}

/// Returns the client's id of a cart change, which makes a repeated request apply once; empty when the client sends none.
pub(crate) fn change_id(headers: &HeaderMap) -> &str {
    headers.get("idempotency-key").and_then(|name| name.to_str().ok()).unwrap_or_default()
}

/// Returns a cookie of a request.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(n, _)| *n == name)
        .map(|(_, value)| value.to_owned())
        .filter(|value| !value.is_empty())
}

impl FromRequestParts<AppState> for Session {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Self::extract(&parts.headers, &state.shop.logins, &state.storefront.web).await
    }
}

impl OptionalFromRequestParts<AppState> for Session {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, Self::Rejection> {
        let session = Self::extract(&parts.headers, &state.shop.logins, &state.storefront.web).await?;
        Ok(session.exists().then_some(session))
    }
}

/// Tells whether a form was sent from a page of the shop, by the `Sec-Fetch-Site` and `Origin` headers.
pub fn is_same_origin(headers: &HeaderMap, public_address: &PublicAddress) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin" | "none") => return true,
        Some(_) => return false,
        None => {}
    }
    match text("origin") {
        None => true,
        Some(origin) => {
            origin == public_address.as_str()
                || text("host").is_some_and(|host| origin.ends_with(&format!("://{host}")))
        }
    }
}
