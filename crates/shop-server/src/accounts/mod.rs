//! Shared parts of accounts: links, password strength, and accounts created at checkout.

pub mod password;

use axum::http::HeaderMap;
use shop_core::accounts::form::MIN_PASSWORD_CHARS;
use shop_core::accounts::password::{MIN_STRENGTH, PasswordPage, words};
use shop_core::base::CustomerId;
use shop_core::checkout::address::Address;
use shop_services::Context;
use shop_services::accounts::{Link, Logins};
use shop_services::checkout::AccountError;
use shop_services::platform::boundary::run_blocking;
use shop_services::ports::StoreError;

use crate::accounts::password::{PasswordError, hash_password};
use crate::app::limits::Limits;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::session::{LoginSpan, Session};

/// Page of the links that complete a registration or confirm an address.
pub(crate) const CONFIRM_PATH: &str = "/my-account/confirm/";
/// Path of the form for a new password, which `?key=` unlocks.
pub(crate) const PASSWORD_PATH: &str = "/my-account/lost-password/";
/// Accounts that one address may create at checkout in the span: whole offices share an address.
const ACCOUNTS_PER_ADDRESS: u32 = 30;
/// Span of the count, in seconds.
const ACCOUNTS_SPAN_S: i64 = 3600;

/// Creates a single-use link: the token goes into the message only, its hash into the database.
pub(crate) fn new_link(path: &str, web: &WebContext) -> Link {
    let token = web.context.random().hex(24);
    Link {
        token_hash: web.secrets.token_hash(&token),
        url: web.context.addresses().page(&format!("{path}?key={token}")),
    }
}

/// Creates a link for a new password that staff sends to a customer.
pub(crate) fn password_link(web: &WebContext) -> Link {
    new_link(PASSWORD_PATH, web)
}

/// Returns the words that weaken passwords on a page, the same as in the browser's meter.
pub(crate) fn password_page(context: &Context, title: &str, path: &str) -> PasswordPage {
    PasswordPage { title: title.to_owned(), url: context.addresses().page(path), ..PasswordPage::default() }
}

/// Hashes a new account's password. Without one the account gets a random password that nobody knows, until its owner requests a
/// new one by mail. `judged`: reject a short password, as all of the shop's own forms do; WooCommerce's API accepts any.
pub(crate) async fn new_password_hash(
    billing: &Address,
    typed: &str,
    check_strength: bool,
    address: &str,
    context: &Context,
    logins: &Logins,
    limits: &Limits,
) -> Result<Result<String, AccountError>, StoreError> {
    if limits.count("checkout_account", address, ACCOUNTS_PER_ADDRESS, ACCOUNTS_SPAN_S, context.now()).is_err() {
        return Ok(Err(AccountError::TooMany));
    }
    if logins.customer_by_login(billing.email.trim()).await?.is_some() {
        return Ok(Err(AccountError::EmailTaken));
    }
    if check_strength && !typed.is_empty() && typed.chars().count() < MIN_PASSWORD_CHARS {
        return Ok(Err(AccountError::ShortPassword));
    }
    if check_strength && !typed.is_empty() {
        let settings = context.settings().await?;
        if settings.checkout.stop_checkout && is_weak(typed, billing, &settings.shop.name, context).await {
            return Ok(Err(AccountError::WeakPassword));
        }
    }
    let password = if typed.is_empty() { context.random().hex(16) } else { typed.to_owned() };
    Ok(hash_password(&password).await.map_err(|error| match error {
        PasswordError::Busy => AccountError::Busy,
        PasswordError::Failed => AccountError::Failed,
    }))
}

/// Tells whether a password is too weak, by the same words as the page's meter. Runs on a blocking thread, as it takes its time.
async fn is_weak(typed: &str, billing: &Address, shop_name: &str, context: &Context) -> bool {
    let mut page = password_page(context, shop_name, "/checkout/");
    for (field, value) in
        [("first_name", &billing.first_name), ("last_name", &billing.last_name), ("email", &billing.email)]
    {
        page.fields.insert(field.to_owned(), value.clone());
    }
    let typed = typed.to_owned();
    let is_weak = run_blocking(move || shop_password::score(&typed, &words(&page)).score < MIN_STRENGTH);
    // The task fails only by a bug; the password is then rejected.
    is_weak.await.unwrap_or(true)
}

/// Logs in a buyer whose account was created with an order, and sends a welcome mail. The order remains valid whatever fails
/// here.
pub(crate) async fn welcome_new(
    session: &mut Session,
    id: CustomerId,
    request: &HeaderMap,
    out: &mut HeaderMap,
    state: &AppState,
) {
    if let Err(error) = session.log_in(id, LoginSpan::Remembered, request, out, state).await {
        tracing::error!(%error, "the buyer was not logged in to the new account");
    }
    let link = new_link(CONFIRM_PATH, &state.storefront.web);
    if let Err(error) = state.shop.accounts.welcome_account(id, &link).await {
        tracing::error!(%error, "the new account was not welcomed");
    }
}
