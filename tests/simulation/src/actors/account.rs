//! How a buyer comes to an account: registers, follows the link of the message, logs in when its answer was lost.

use reqwest::Method;
use shop_tests::STRONG;

use crate::client::{Client, hidden_field};

/// How far the account is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Account {
    None,
    Registered,
    LoggedIn,
}

/// One step towards being logged in; gives how far the account is then.
pub(super) async fn step(client: &mut Client, account: Account) -> Account {
    match account {
        Account::None => register(client).await,
        Account::Registered => confirm(client).await,
        Account::LoggedIn => Account::LoggedIn,
    }
}

async fn register(client: &mut Client) -> Account {
    let nonce = form_nonce(client, "woocommerce-register-nonce").await;
    let Some(Some(nonce)) = nonce else { return Account::None };
    let email = client.email();
    let fields =
        [("email", email.as_str()), ("password", STRONG), ("woocommerce-register-nonce", &nonce), ("register", "1")];
    let sent = client.submit("/my-account/", &fields).await;
    if sent.is_some_and(|answer| answer.status == 200) { Account::Registered } else { Account::None }
}

async fn confirm(client: &mut Client) -> Account {
    let Some(path) = client.world.link_sent_to(&client.email()) else { return Account::None };
    let request = client.request(Method::GET, &path);
    match client.send(request).await.map(|answer| answer.status) {
        Some(303) => {
            client.world.count("accounts", 1);
            Account::LoggedIn
        }
        // A link that was used, its answer lost: logging in is another way.
        Some(_) => log_in(client, Account::Registered).await,
        None => Account::Registered,
    }
}

/// Logs in; gives how far the account is then, `before` if that came to nothing.
pub(super) async fn log_in(client: &mut Client, before: Account) -> Account {
    let nonce = match form_nonce(client, "woocommerce-login-nonce").await {
        Some(Some(nonce)) => nonce,
        // The page has no form for who is logged in.
        Some(None) => return Account::LoggedIn,
        None => return before,
    };
    let email = client.email();
    let fields =
        [("username", email.as_str()), ("password", STRONG), ("woocommerce-login-nonce", &nonce), ("login", "1")];
    let sent = client.submit("/my-account/", &fields).await;
    if sent.is_some_and(|answer| answer.status == 303) { Account::LoggedIn } else { before }
}

/// Deletes the account, which is refused while an order is under way; `true`: it is gone.
pub(super) async fn delete(client: &mut Client) -> bool {
    const PAGE: &str = "/my-account/privacy/";
    let Some(nonce) = client.page_nonce(PAGE).await else { return false };
    let fields = [("password_current", STRONG), ("_wpnonce", nonce.as_str())];
    let (email, now_ms) = (client.email(), client.world.schedule.now_ms());
    let is_first = client.world.with_known(|known| known.perhaps_deleted.insert(email.clone()));
    let answer = client.submit(PAGE, &fields).await;
    // Without a response, or after a fault of the server, it may be deleted all the same.
    let is_refused = answer.as_ref().is_some_and(|answer| answer.status != 303 && answer.status < 500);
    if is_first && is_refused {
        client.world.with_known(|known| known.perhaps_deleted.remove(&email));
    }
    if answer.is_none_or(|answer| answer.status != 303) {
        return false;
    }
    client.world.with_known(|known| known.erased.insert(email, now_ms));
    client.world.count("accounts deleted", 1);
    true
}

/// The nonce of a form of the account page, if the page came and has that form.
async fn form_nonce(client: &mut Client, name: &str) -> Option<Option<String>> {
    let page = client.request(Method::GET, "/my-account/");
    let page = client.send(page).await.filter(|answer| answer.status == 200)?;
    Some(hidden_field(&page.text(), name))
}
