//! Names, e-mail address and password of an account, and the browsers that are logged in.

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

use super::access::customer_or_entry;
use super::account_page::Asked;
use super::account_page::Shown;
use super::account_page::expired;
use super::account_page::failed;
use super::account_page::go_with_notice;
use super::account_page::is_genuine;
use super::account_page::judge;
use super::account_page::notice;
use super::account_page::respond;
use super::attempt_limits::count_mail;
use super::attempt_limits::count_try;
use crate::accounts::password::{hash_password, verify_password};
use crate::accounts::{CONFIRM_PATH, new_link, password_page};
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::LoginSpan;

const PATH: &str = "/my-account/edit-account/";
const NONCE: &str = "save_account_details";
const TITLE: Text = site_texts::details_and_login;

/// What was typed, passwords aside.
struct Typed {
    names: AccountNames,
    email: String,
}

impl Typed {
    fn stored(account: &Account) -> Self {
        Self {
            names: AccountNames {
                first_name: account.first_name.clone(),
                last_name: account.last_name.clone(),
                display_name: account.display_name().to_owned(),
            },
            email: account.email.clone(),
        }
    }

    fn posted(posted: &Pairs) -> Self {
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
pub(super) async fn show(asked: Asked) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    let shown = async {
        let Some(account) = asked.state.shop.accounts.account(id).await? else { return Ok(None) };
        form(&asked, &account, Typed::stored(&account)).await.map(Some)
    };
    match shown.await {
        Ok(Some(shown)) => respond(&asked, shown).await,
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error),
    }
}

async fn form(asked: &Asked, account: &Account, typed: Typed) -> Result<Shown, StoreError> {
    let settings = asked.state.shop.context.settings().await?;
    let open = asked.state.shop.logins.open_logins(account.id).await?;
    let mut logins: Vec<AccountLogin> = open
        .iter()
        .map(|login| AccountLogin {
            browser: login.browser.clone(),
            since: shop_core::base::format::date(login.created_at, settings.lang()),
            current: login.token_hash == asked.session.login,
        })
        .collect();
    logins.sort_by_key(|login| !login.current);
    let section = AccountSection::Details(Box::new(AccountDetailsView {
        password_page: words_page(asked, &settings.shop.name, &typed),
        first_name: typed.names.first_name,
        last_name: typed.names.last_name,
        display_name: typed.names.display_name,
        email: typed.email,
        stored_email: account.email.clone(),
        logins,
    }));
    Ok(Shown::new(TITLE, PATH, section).with_form(NONCE))
}

/// The names and the address weaken a password as much as the page's own words.
fn words_page(asked: &Asked, shop_name: &str, typed: &Typed) -> PasswordPage {
    let mut page = password_page(&asked.state, shop_name, PATH);
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

/// Saves the form.
pub(super) async fn save(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match customer_or_entry(&asked.session, PATH) {
        Err(answer) => answer,
        Ok(id) => match saved(asked, id, &Pairs(pairs)).await {
            Ok(response) => response,
            Err(error) => failed(&error),
        },
    }
}

async fn saved(mut asked: Asked, id: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let Some(account) = asked.state.shop.accounts.account(id).await? else {
        return Ok(StatusCode::NOT_FOUND.into_response());
    };
    let typed = Typed::posted(posted);
    let text = |name: &str| posted.get(name).unwrap_or_default().to_owned();
    let (current, password) = (text("password_current"), text("password_1"));
    let refused = if is_genuine(&asked, posted, NONCE) {
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
        let settings = asked.state.shop.context.settings().await?;
        judge(form, words_page(&asked, &settings.shop.name, &typed)).await
    } else {
        expired()
    };
    if !refused.is_empty() {
        let shown = form(&asked, &account, typed).await?.refused(refused);
        return Ok(respond(&asked, shown).await);
    }
    let changes_email = !typed.email.trim().eq_ignore_ascii_case(&account.email);
    if (changes_email || !password.is_empty())
        && let Some(error) = wrong_current(&asked, id, &current).await?
    {
        let shown = form(&asked, &account, typed).await?.refused(vec![error]);
        return Ok(respond(&asked, shown).await);
    }
    if changes_email && let Err(error) = count_mail(&asked.state, &asked.address, &typed.email.to_lowercase()) {
        let shown = form(&asked, &account, typed).await?.refused(vec![error]);
        return Ok(respond(&asked, shown).await);
    }
    asked.state.shop.accounts.save_names(id, &typed.names).await?;
    let mut cookies = HeaderMap::new();
    let mut told = notice("success", codes::ACCOUNT_SAVED, Params::new());
    if !password.is_empty() {
        let Ok(hash) = hash_password(&password).await else {
            return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
        };
        asked.state.shop.accounts.change_password(id, &hash).await?;
        asked.session.log_in(id, LoginSpan::Remembered, &asked.headers, &mut cookies, &asked.state).await?;
        told = notice("success", codes::PASSWORD_CHANGED, Params::new());
    }
    if changes_email {
        let link = new_link(CONFIRM_PATH, &asked.state);
        asked.state.shop.accounts.ask_confirmation(id, &typed.email, &link).await?;
        told = notice("info", codes::ACCOUNT_EMAIL_PENDING, [("email".to_owned(), typed.email)].into());
    }
    go_with_notice(&asked.state, &asked.session, cookies, PATH, told).await
}

/// Why the current password does not open the account; tries are counted as those of a login.
pub(in crate::site) async fn wrong_current(
    asked: &Asked,
    id: CustomerId,
    current: &str,
) -> Result<Option<FieldError>, StoreError> {
    if let Err(error) = count_try(&asked.state, &asked.address, &format!("current {id}")) {
        return Ok(Some(error));
    }
    let person = asked.state.shop.logins.customer(id).await?;
    let hash = person.as_ref().map(|person| person.password_hash.as_str());
    Ok(match verify_password(hash, current).await {
        Ok(true) => None,
        Ok(false) => Some(FieldError::new("password_current", codes::PASSWORD_CURRENT_WRONG)),
        Err(_) => Some(FieldError::new("", codes::RATE_LIMIT_EXCEEDED)),
    })
}
