//! `/newsletter/`: subscribing, confirming and unsubscribing. Links of messages show a button, as programs open links by themselves;
//! the button, and a mail program's one click (RFC 8058), send the form.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shop_core::base::Lang;
use shop_core::content::newsletter::{CONSENT, EMAIL, check};
use shop_core::platform::words::{Text, site_texts};
use shop_core::view::{NewsletterPage, NewsletterStep, Notice, Page};
use shop_services::content::newsletter::CONFIRM_DAYS;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{StoreError, Subscriber, SubscriberState};

use crate::app::client::client_ip;
use crate::app::nul::Form;
use crate::app::pairs::{Pairs, keyed};
use crate::app::session::{Session, is_same_origin};
use crate::app::state::AppState;
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::site::plain_form::SPAN_S;
use crate::site::plain_form::failed;
use crate::site::plain_form::refusals;
use crate::site::plain_form::too_many;

const PATH: &str = "/newsletter/";
/// Longest address shown again, in characters.
const MAX_CHARS: usize = 254;
/// Messages to one address in the span.
const MAILS_PER_EMAIL: u32 = 3;
/// Forms of one visitor's address in the span: whole offices share one.
const FORMS_PER_ADDRESS: u32 = 20;
/// Links with a key that is nobody's, of one visitor's address in the span.
const LINKS_PER_ADDRESS: u32 = 60;
/// Every answer takes this long, so that its time does not tell whether an address is known.
const ANSWER_TIME: Duration = Duration::from_millis(250);

/// What is answered, or at once where something is wrong.
type Answer = Result<Response, Response>;

/// The key of a link.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Link {
    key: String,
}

/// Who asks for what.
struct Asked<'a> {
    state: &'a AppState,
    session: &'a Session,
    request: &'a PageRequest,
}

impl Asked<'_> {
    async fn shown(&self, status: StatusCode, page: NewsletterPage) -> Response {
        self.shown_at(PATH, status, page).await
    }

    async fn shown_at(&self, path: &str, status: StatusCode, page: NewsletterPage) -> Response {
        let (state, buyer) = (self.state, &self.session.buyer);
        let page = Page::Newsletter(page);
        plain_form::respond(state, buyer, self.request, path, site_texts::newsletter, status, page).await
    }

    async fn told(&self, status: StatusCode, lang: Lang, title: Text, text: Text) -> Response {
        self.told_in_words(status, title(lang), text(lang).into()).await
    }

    async fn told_in_words(&self, status: StatusCode, title: &str, text: String) -> Response {
        let step = NewsletterStep::Told;
        self.shown(status, NewsletterPage { step, title: title.into(), text, ..NewsletterPage::default() }).await
    }

    async fn dead(&self, lang: Lang) -> Response {
        let (title, text) = (site_texts::newsletter_dead, site_texts::newsletter_dead_text);
        self.told(StatusCode::NOT_FOUND, lang, title, text).await
    }

    /// The answer to a link's button: it was `found` and done.
    async fn done(&self, found: Result<bool, StoreError>, lang: Lang, [title, text]: [Text; 2]) -> Response {
        match found {
            Err(error) => failed(&error),
            Ok(false) => self.dead(lang).await,
            Ok(true) => self.told(StatusCode::OK, lang, title, text).await,
        }
    }
}

fn form(lang: Lang, email: String, errors: Vec<Notice>) -> NewsletterPage {
    NewsletterPage {
        title: site_texts::newsletter(lang).into(),
        text: site_texts::newsletter_intro(lang).into(),
        button: site_texts::newsletter_subscribe(lang).into(),
        email,
        errors,
        ..NewsletterPage::default()
    }
}

async fn settings(state: &AppState) -> Result<std::sync::Arc<ShopSettings>, Response> {
    state.shop.context.settings().await.map_err(|error| failed(&error))
}

/// `/newsletter/`; 404 where the shop has none.
pub(super) async fn show(State(state): State<AppState>, session: Session, request: PageRequest) -> Answer {
    let settings = settings(&state).await?;
    let asked = Asked { state: &state, session: &session, request: &request };
    if !settings.newsletter.enabled {
        return Err(StatusCode::NOT_FOUND.into_response());
    }
    Ok(asked.shown(StatusCode::OK, form(settings.lang(), String::new(), Vec::new())).await)
}

/// The form of `/newsletter/` and of the foot of every page. The answer is the same whether the address is known or not.
pub(super) async fn send(
    State(state): State<AppState>,
    session: Session,
    headers: HeaderMap,
    extensions: Extensions,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Answer {
    let asked_ms = state.shop.context.now_ms();
    let settings = settings(&state).await?;
    let asked = Asked { state: &state, session: &session, request: &request };
    if !settings.newsletter.enabled {
        return Err(StatusCode::NOT_FOUND.into_response());
    }
    if !is_same_origin(&headers, &state) {
        return Err(StatusCode::FORBIDDEN.into_response());
    }
    let (posted, lang) = (Pairs(pairs), settings.lang());
    let typed: String = posted.get(EMAIL).unwrap_or_default().chars().take(MAX_CHARS + 1).collect();
    let email = match check(&typed, posted.has(CONSENT)) {
        Ok(email) => email,
        Err(errors) => {
            let page = form(lang, typed, refusals(&errors, lang));
            return Ok(asked.shown(StatusCode::UNPROCESSABLE_ENTITY, page).await);
        }
    };
    let now = state.shop.context.now();
    let by_address = state.limits.count("newsletter", &client_ip(&extensions), FORMS_PER_ADDRESS, SPAN_S, now);
    let by_email = state.limits.count("newsletter_mail", &email, MAILS_PER_EMAIL, SPAN_S, now);
    if let Err(wait_s) = by_address.and(by_email) {
        return Ok(asked.shown(StatusCode::TOO_MANY_REQUESTS, form(lang, typed, too_many(wait_s, lang))).await);
    }
    state.shop.newsletter.subscribe(&email, lang).await.map_err(|error| failed(&error))?;
    let spent = u64::try_from(state.shop.context.now_ms() - asked_ms).unwrap_or(0);
    state.shop.context.clock().pause(ANSWER_TIME.saturating_sub(Duration::from_millis(spent))).await;
    let text = site_texts::newsletter_sent_text(lang, CONFIRM_DAYS);
    Ok(asked.told_in_words(StatusCode::OK, site_texts::newsletter_sent(lang), text).await)
}

/// The button that a link shows.
async fn button(
    state: &AppState,
    (session, request, extensions): (&Session, &PageRequest, &Extensions),
    key: String,
    step: NewsletterStep,
    [title, text, button]: [Text; 3],
) -> Answer {
    let settings = settings(state).await?;
    let (asked, lang) = (Asked { state, session, request }, settings.lang());
    let known = known(state, extensions, &key).await?;
    // A wish after what has ended waits to be confirmed; there is nothing that it could end.
    let works = |known: &Subscriber| match step {
        NewsletterStep::Confirm => known.state == SubscriberState::Confirmed || known.waits_since().is_some(),
        _ => known.state != SubscriberState::Left,
    };
    if !known.as_ref().is_some_and(works) {
        return Ok(asked.dead(lang).await);
    }
    let (title, text, button) = (title(lang).into(), text(lang).into(), button(lang).into());
    let address = keyed(path_of(step), &key);
    let page = NewsletterPage { step, title, text, button, key, ..NewsletterPage::default() };
    Ok(asked.shown_at(&address, StatusCode::OK, page).await)
}

/// Where a link's button is.
fn path_of(step: NewsletterStep) -> &'static str {
    match step {
        NewsletterStep::Confirm => "/newsletter/conferma/",
        NewsletterStep::Leave => "/newsletter/annulla/",
        NewsletterStep::Subscribe | NewsletterStep::Told => PATH,
    }
}

/// The subscription of a link's key. Who tries keys that are nobody's is refused; a known one counts nothing, as a mail provider
/// presses the links of all its customers from few addresses.
async fn known(state: &AppState, extensions: &Extensions, key: &str) -> Result<Option<Subscriber>, Response> {
    let found = state.shop.newsletter.of_key(key).await.map_err(|error| failed(&error))?;
    if found.is_none() {
        let now = state.shop.context.now();
        let tried = state.limits.count("newsletter_link", &client_ip(extensions), LINKS_PER_ADDRESS, SPAN_S, now);
        tried.map_err(|_| StatusCode::TOO_MANY_REQUESTS.into_response())?;
    }
    Ok(found)
}

/// `/newsletter/conferma/`
pub(super) async fn show_confirm(
    State(state): State<AppState>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
) -> Answer {
    let words =
        [site_texts::newsletter_confirm, site_texts::newsletter_confirm_text, site_texts::newsletter_confirm_button];
    button(&state, (&session, &request, &extensions), link.key, NewsletterStep::Confirm, words).await
}

pub(super) async fn confirm(
    State(state): State<AppState>,
    session: Session,
    extensions: Extensions,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Answer {
    let settings = settings(&state).await?;
    let (posted, lang) = (Pairs(pairs), settings.lang());
    let key = posted.get("key").unwrap_or_default();
    known(&state, &extensions, key).await?;
    let asked = Asked { state: &state, session: &session, request: &request };
    let found = state.shop.newsletter.confirm(key).await;
    Ok(asked.done(found, lang, [site_texts::newsletter_confirmed, site_texts::newsletter_confirmed_text]).await)
}

/// `/newsletter/annulla/`, also where the shop has no newsletter any more.
pub(super) async fn show_leave(
    State(state): State<AppState>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
) -> Answer {
    let words = [site_texts::newsletter_leave, site_texts::newsletter_leave_text, site_texts::newsletter_leave_button];
    button(&state, (&session, &request, &extensions), link.key, NewsletterStep::Leave, words).await
}

/// Its button, and a mail program's one click, which has the key in its address. Neither needs a cookie or an origin: the key is
/// the subscriber's alone.
pub(super) async fn leave(
    State(state): State<AppState>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
    body: Bytes,
) -> Answer {
    let settings = settings(&state).await?;
    // A mail program sends its form in whichever of the two ways it likes: what it says is in the address.
    let posted: Link = if link.key.is_empty() { serde_urlencoded::from_bytes(&body).unwrap_or_default() } else { link };
    known(&state, &extensions, &posted.key).await?;
    let asked = Asked { state: &state, session: &session, request: &request };
    let found = state.shop.newsletter.leave(&posted.key).await;
    Ok(asked.done(found, settings.lang(), [site_texts::newsletter_left, site_texts::newsletter_left_text]).await)
}
