//! Who is asking: the shopper's session, by cookie or cart token.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use shop_core::base::CustomerId;
use shop_services::Random;
use shop_services::accounts::buyer::Buyer;
use shop_services::cart::{OpenCart, customer_key, is_customer_key};
use shop_services::ports::{Role, StoreError};

use crate::app::failure_codes::status_of;
use crate::app::state::AppState;

/// Start of the session cookie's name; the rest tells installations on one host apart.
pub const SESSION_COOKIE: &str = "wp_woocommerce_session_bottega";
/// Cookie that scripts read: changes with the cart.
pub const HASH_COOKIE: &str = "woocommerce_cart_hash";
/// Cookie that scripts read: there while the cart holds something.
pub const ITEMS_COOKIE: &str = "woocommerce_items_in_cart";
/// A guest's session lasts as long as the cart behind it.
pub const SESSION_S: i64 = 30 * 86_400;
/// Cookie that scripts read: there while somebody is logged in, with the mark of the account. Decides nothing.
pub const ACCOUNT_COOKIE: &str = "bottega_account";
/// A login of who wants to be remembered lasts so long, used or not: two weeks, as on the platform.
const REMEMBERED_LOGIN_S: i64 = 14 * 86_400;
/// Any other login ends with the browser, and after two days at the latest, as on the platform.
const LOGIN_S: i64 = 2 * 86_400;
/// Longest name of a browser that is kept, in characters.
const MAX_BROWSER_CHARS: usize = 60;

/// Ends in [`LOGIN_COOKIE`](crate::app::responses::cached_responses::LOGIN_COOKIE). The prefix makes browsers refuse the cookie from anywhere but this host over https.
const fn login_cookie_name(https: bool) -> &'static str {
    if https { "__Host-bottega_login" } else { "bottega_login" }
}

/// A shopper's session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Key of the cart; empty: none yet (one is made by [`Session::ensure`] with the first write).
    pub key: String,
    /// Named by a cart token instead of a cookie: such a client keeps no cookies.
    pub by_token: bool,
    /// The logged-in customer.
    pub customer_id: Option<CustomerId>,
    /// What the visit may do, and for whom.
    pub buyer: Buyer,
    /// Hash of the login's token; empty: nobody is logged in.
    pub login: String,
    /// What the browser calls itself.
    pub user_agent: String,
}

/// Longest name of a browser that is kept, in bytes.
const MAX_USER_AGENT_BYTES: usize = 500;

/// How long a login lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginSpan {
    /// Until the browser ends.
    Browser,
    Remembered,
}

impl Session {
    /// Reads the session of a request. A wrong or dead token or cookie is none. The database is asked only when there is a
    /// login's cookie. A customer has one cart in all browsers.
    ///
    /// # Errors
    /// The database did not answer. Nobody is taken for a guest then: what a customer puts into the cart would be missing from it
    /// afterwards.
    pub async fn read(headers: &HeaderMap, state: &AppState) -> Result<Self, StoreError> {
        let named = headers.get("user-agent").and_then(|name| name.to_str().ok()).unwrap_or_default();
        let user_agent = named.get(..MAX_USER_AGENT_BYTES).unwrap_or(named).to_owned();
        Ok(Self { user_agent, ..Self::of_cookies(headers, state).await? })
    }

    async fn of_cookies(headers: &HeaderMap, state: &AppState) -> Result<Self, StoreError> {
        let now = state.shop.context.now();
        if let Some(token) = headers.get("cart-token").and_then(|v| v.to_str().ok())
            && let Some(key) = state.secrets.read_cart_token(token, now)
            // As with the cookie: a customer's cart opens by the login alone, which ends with logging out or a new password.
            && !is_customer_key(&key)
        {
            return Ok(Self { key, by_token: true, ..Self::default() });
        }
        if let Some(token) = cookie(headers, login_cookie_name(state.is_https())) {
            let login = state.secrets.token_hash(&token);
            let person = state.shop.logins.login_owner(&login).await?;
            if let Some(person) = person.filter(|person| person.role == Role::Customer) {
                let key = customer_key(person.id);
                let buyer = Buyer::of(&person);
                return Ok(Self { key, customer_id: Some(person.id), buyer, login, ..Self::default() });
            }
        }
        let key = cookie(headers, SESSION_COOKIE).and_then(|value| state.secrets.read_session_cookie(&value, now));
        // The cookie of a customer's cart is worth nothing without the login that it was made for.
        let key = key.filter(|key| !is_customer_key(key));
        Ok(Self { key: key.unwrap_or_default(), ..Self::default() })
    }

    /// The same, for an extractor.
    pub(crate) async fn extract(headers: &HeaderMap, state: &AppState) -> Result<Self, StatusCode> {
        Self::read(headers, state).await.map_err(|error| {
            tracing::error!(%error, "a login could not be looked up");
            status_of(&error)
        })
    }

    /// Logs a customer in under a new token and writes its cookies. What was in the guest's cart joins the customer's, and the
    /// session from before ends.
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
        let secure = secure_mark(state);
        set_cookie(
            out,
            format!("{}={token}; Path=/{age}; HttpOnly; SameSite=Lax{secure}", login_cookie_name(state.is_https())),
        );
        set_cookie(
            out,
            format!("{ACCOUNT_COOKIE}={}; Path=/{age}; SameSite=Lax{secure}", state.secrets.account_mark(id)),
        );
        if !self.by_token {
            self.set_session_cookie(out, state);
        }
        Ok(())
    }

    /// Ends the login and forgets it in the browser. The cart stays with the account.
    pub async fn log_out(&mut self, out: &mut HeaderMap, state: &AppState) -> Result<(), StoreError> {
        state.shop.logins.close_login(&self.login).await?;
        *self = Self::default();
        let secure = secure_mark(state);
        let login = login_cookie_name(state.is_https());
        for name in [login, ACCOUNT_COOKIE, SESSION_COOKIE, HASH_COOKIE, ITEMS_COOKIE] {
            set_cookie(out, format!("{name}=; Path=/; Max-Age=0; SameSite=Lax{secure}"));
        }
        Ok(())
    }

    /// Whether there is a session.
    pub fn exists(&self) -> bool {
        !self.key.is_empty()
    }

    /// Makes a key when there is none: `t_` and 120 random bits.
    pub fn ensure(&mut self, random: &dyn Random) -> &str {
        if self.key.is_empty() {
            self.key = format!("t_{}", random.hex(15));
        }
        &self.key
    }

    fn set_session_cookie(&self, out: &mut HeaderMap, state: &AppState) {
        let value = state.secrets.session_cookie(&self.key, state.shop.context.now() + SESSION_S);
        let secure = secure_mark(state);
        set_cookie(
            out,
            format!("{SESSION_COOKIE}={value}; Path=/; Max-Age={SESSION_S}; HttpOnly; SameSite=Lax{secure}"),
        );
    }

    /// Cookies that follow from the cart: the session once it is stored, the cart's hash while it holds something. A login that ended
    /// elsewhere has no mark any more.
    pub fn write_cookies(
        &self,
        out: &mut HeaderMap,
        request: &HeaderMap,
        open: &OpenCart,
        hash: &str,
        state: &AppState,
    ) {
        if self.by_token {
            return;
        }
        let secure = secure_mark(state);
        if open.record.version > 0 && (cookie(request, SESSION_COOKIE).is_none() || open.record.version == 1) {
            self.set_session_cookie(out, state);
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

fn secure_mark(state: &AppState) -> &'static str {
    if state.is_https() { "; Secure" } else { "" }
}

fn set_cookie(out: &mut HeaderMap, text: String) {
    if let Ok(value) = HeaderValue::from_str(&text) {
        out.append(header::SET_COOKIE, value);
    }
}

/// Adds headers beside those that are there: cookies share one name, and `extend` would replace them.
pub fn append_headers(out: &mut HeaderMap, more: HeaderMap) {
    let mut name = None;
    for (next, value) in more {
        // Further values of a name come without it.
        name = next.or(name);
        if let Some(name) = &name {
            out.append(name.clone(), value);
        }
    }
}

/// Browser and system in a few words, from what the browser says of itself; a customer knows his own by them.
fn browser_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // The order matters: most browsers also name those that they want to pass for.
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

/// How a client names the change of the cart that it asks for, so that the same one sent twice is made once; empty: not at all.
pub(crate) fn change_name(headers: &HeaderMap) -> &str {
    headers.get("idempotency-key").and_then(|name| name.to_str().ok()).unwrap_or_default()
}

/// A cookie of a request.
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
        Self::extract(&parts.headers, state).await
    }
}

impl OptionalFromRequestParts<AppState> for Session {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, Self::Rejection> {
        let session = Self::extract(&parts.headers, state).await?;
        Ok(session.exists().then_some(session))
    }
}

/// Whether a form comes from a page of the shop itself: browsers say where it comes from.
pub fn is_same_origin(headers: &HeaderMap, state: &AppState) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin" | "none") => return true,
        Some(_) => return false,
        None => {}
    }
    match text("origin") {
        None => true,
        Some(origin) => {
            origin == state.public_url || text("host").is_some_and(|host| origin.ends_with(&format!("://{host}")))
        }
    }
}
