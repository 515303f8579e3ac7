//! `/newsletter/`: subscribing, confirming and unsubscribing. Emailed links show a button, because mail scanners open links; the button,
//! and the one-click unsubscribe of mail clients (RFC 8058), post the form.

use std::sync::Arc;
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
use shop_services::content::newsletter::{CONFIRM_DAYS, Newsletter};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{StoreError, Subscriber, SubscriberState};

use crate::app::forms::form_fields::{Pairs, keyed};
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::client::client_ip;
use crate::app::visitor::session::{Session, is_same_origin};
use crate::render::PageRequest;
use crate::site::plain_form;
use crate::site::plain_form::{SPAN_S, error_notices, error_response, too_many_attempts};

const PATH: &str = "/newsletter/";
/// Longest email address shown again, in characters.
const MAX_CHARS: usize = 254;
/// Emails to one address in the span.
const MAILS_PER_EMAIL: u32 = 3;
/// Forms from one IP address in the span: whole offices share an address.
const FORMS_PER_ADDRESS: u32 = 20;
/// Links with an unknown key from one IP address in the span.
const LINKS_PER_ADDRESS: u32 = 60;
/// Minimum response time, so that timing does not reveal whether an address is subscribed.
const MIN_RESPONSE_TIME: Duration = Duration::from_millis(250);

/// A page, or the response to an error.
type PageResult = Result<Response, Response>;

/// Query or form of an emailed link.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Link {
    key: String,
}

/// Renders the newsletter pages for a visitor.
struct Responder<'a> {
    storefront: &'a Arc<Storefront>,
    session: &'a Session,
    request: &'a PageRequest,
}

impl Responder<'_> {
    async fn render(&self, status: StatusCode, page: NewsletterPage) -> Response {
        self.render_at(PATH, status, page).await
    }

    async fn render_at(&self, path: &str, status: StatusCode, page: NewsletterPage) -> Response {
        let (storefront, buyer) = (self.storefront, &self.session.buyer);
        let page = Page::Newsletter(page);
        plain_form::respond(storefront, buyer, self.request, path, site_texts::newsletter, status, page).await
    }

    async fn render_message(&self, status: StatusCode, lang: Lang, title: Text, text: Text) -> Response {
        self.render_text(status, title(lang), text(lang).into()).await
    }

    async fn render_text(&self, status: StatusCode, title: &str, text: String) -> Response {
        let step = NewsletterStep::Message;
        self.render(status, NewsletterPage { step, title: title.into(), text, ..NewsletterPage::default() }).await
    }

    async fn render_unknown_link(&self, lang: Lang) -> Response {
        let (title, text) = (site_texts::newsletter_dead, site_texts::newsletter_dead_text);
        self.render_message(StatusCode::NOT_FOUND, lang, title, text).await
    }

    /// Responds to a link's button: `found` is whether its key belongs to a subscriber.
    async fn render_outcome(&self, found: Result<bool, StoreError>, lang: Lang, [title, text]: [Text; 2]) -> Response {
        match found {
            Err(error) => error_response(&error),
            Ok(false) => self.render_unknown_link(lang).await,
            Ok(true) => self.render_message(StatusCode::OK, lang, title, text).await,
        }
    }
}

fn subscribe_form(lang: Lang, email: String, errors: Vec<Notice>) -> NewsletterPage {
    NewsletterPage {
        title: site_texts::newsletter(lang).into(),
        text: site_texts::newsletter_intro(lang).into(),
        button: site_texts::newsletter_subscribe(lang).into(),
        email,
        errors,
        ..NewsletterPage::default()
    }
}

async fn settings(storefront: &Arc<Storefront>) -> Result<Arc<ShopSettings>, Response> {
    storefront.web.context.settings().await.map_err(|error| error_response(&error))
}

/// `/newsletter/`; 404 if the newsletter is disabled.
pub(super) async fn show(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> PageResult {
    let settings = settings(&storefront).await?;
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    if !settings.newsletter.enabled {
        return Err(StatusCode::NOT_FOUND.into_response());
    }
    Ok(responder.render(StatusCode::OK, subscribe_form(settings.lang(), String::new(), Vec::new())).await)
}

/// Handles the form of `/newsletter/` and of the footer. The response is the same whether the address is subscribed or not.
pub(super) async fn send(
    State(storefront): State<Arc<Storefront>>,
    State(newsletter): State<Newsletter>,
    session: Session,
    headers: HeaderMap,
    extensions: Extensions,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> PageResult {
    let started_ms = storefront.web.context.now_ms();
    let settings = settings(&storefront).await?;
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    if !settings.newsletter.enabled {
        return Err(StatusCode::NOT_FOUND.into_response());
    }
    if !is_same_origin(&headers, &storefront.web.public_address) {
        return Err(StatusCode::FORBIDDEN.into_response());
    }
    let (posted, lang) = (Pairs(pairs), settings.lang());
    let typed: String = posted.get(EMAIL).unwrap_or_default().chars().take(MAX_CHARS + 1).collect();
    let email = match check(&typed, posted.has(CONSENT)) {
        Ok(email) => email,
        Err(errors) => {
            let page = subscribe_form(lang, typed, error_notices(&errors, lang));
            return Ok(responder.render(StatusCode::UNPROCESSABLE_ENTITY, page).await);
        }
    };
    let now = storefront.web.context.now();
    let by_address = storefront.limits.count("newsletter", &client_ip(&extensions), FORMS_PER_ADDRESS, SPAN_S, now);
    let by_email = storefront.limits.count("newsletter_mail", &email, MAILS_PER_EMAIL, SPAN_S, now);
    if let Err(wait_s) = by_address.and(by_email) {
        return Ok(responder
            .render(StatusCode::TOO_MANY_REQUESTS, subscribe_form(lang, typed, too_many_attempts(wait_s, lang)))
            .await);
    }
    newsletter.subscribe(&email, lang).await.map_err(|error| error_response(&error))?;
    let elapsed_ms = u64::try_from(storefront.web.context.now_ms() - started_ms).unwrap_or(0);
    storefront.web.context.clock().pause(MIN_RESPONSE_TIME.saturating_sub(Duration::from_millis(elapsed_ms))).await;
    let text = site_texts::newsletter_sent_text(lang, CONFIRM_DAYS);
    Ok(responder.render_text(StatusCode::OK, site_texts::newsletter_sent(lang), text).await)
}

/// Shows the button of an emailed link.
async fn show_button(
    (newsletter, storefront): (&Newsletter, &Arc<Storefront>),
    (session, request, extensions): (&Session, &PageRequest, &Extensions),
    key: String,
    step: NewsletterStep,
    [title, text, button]: [Text; 3],
) -> PageResult {
    let settings = settings(storefront).await?;
    let (responder, lang) = (Responder { storefront, session, request }, settings.lang());
    let subscriber = find_subscriber(newsletter, storefront, extensions, &key).await?;
    // A new request after an unsubscription still awaits confirmation: there is no subscription to end.
    let is_link_valid = |subscriber: &Subscriber| match step {
        NewsletterStep::Confirm => subscriber.state == SubscriberState::Confirmed || subscriber.waits_since().is_some(),
        _ => subscriber.state != SubscriberState::Left,
    };
    if !subscriber.as_ref().is_some_and(is_link_valid) {
        return Ok(responder.render_unknown_link(lang).await);
    }
    let (title, text, button) = (title(lang).into(), text(lang).into(), button(lang).into());
    let address = keyed(step_path(step), &key);
    let page = NewsletterPage { step, title, text, button, key, ..NewsletterPage::default() };
    Ok(responder.render_at(&address, StatusCode::OK, page).await)
}

/// Path of a link's button.
fn step_path(step: NewsletterStep) -> &'static str {
    match step {
        NewsletterStep::Confirm => "/newsletter/conferma/",
        NewsletterStep::Leave => "/newsletter/annulla/",
        NewsletterStep::Subscribe | NewsletterStep::Message => PATH,
    }
}

/// Finds the subscriber of a link's key. Only unknown keys are rate limited, as a mail provider's scanners open the links of all its
/// customers from few addresses.
async fn find_subscriber(
    newsletter: &Newsletter,
    storefront: &Arc<Storefront>,
    extensions: &Extensions,
    key: &str,
) -> Result<Option<Subscriber>, Response> {
    let found = newsletter.of_key(key).await.map_err(|error| error_response(&error))?;
    if found.is_none() {
        let now = storefront.web.context.now();
        let counted =
            storefront.limits.count("newsletter_link", &client_ip(extensions), LINKS_PER_ADDRESS, SPAN_S, now);
        counted.map_err(|_| StatusCode::TOO_MANY_REQUESTS.into_response())?;
    }
    Ok(found)
}

/// `/newsletter/conferma/`
pub(super) async fn show_confirm(
    State(storefront): State<Arc<Storefront>>,
    State(newsletter): State<Newsletter>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
) -> PageResult {
    let words =
        [site_texts::newsletter_confirm, site_texts::newsletter_confirm_text, site_texts::newsletter_confirm_button];
    show_button((&newsletter, &storefront), (&session, &request, &extensions), link.key, NewsletterStep::Confirm, words)
        .await
}

pub(super) async fn confirm(
    State(storefront): State<Arc<Storefront>>,
    State(newsletter): State<Newsletter>,
    session: Session,
    extensions: Extensions,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> PageResult {
    let settings = settings(&storefront).await?;
    let (posted, lang) = (Pairs(pairs), settings.lang());
    let key = posted.get("key").unwrap_or_default();
    find_subscriber(&newsletter, &storefront, &extensions, key).await?;
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    let found = newsletter.confirm(key).await;
    Ok(responder
        .render_outcome(found, lang, [site_texts::newsletter_confirmed, site_texts::newsletter_confirmed_text])
        .await)
}

/// `/newsletter/annulla/`, also after the newsletter was disabled.
pub(super) async fn show_leave(
    State(storefront): State<Arc<Storefront>>,
    State(newsletter): State<Newsletter>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
) -> PageResult {
    let words = [site_texts::newsletter_leave, site_texts::newsletter_leave_text, site_texts::newsletter_leave_button];
    show_button((&newsletter, &storefront), (&session, &request, &extensions), link.key, NewsletterStep::Leave, words)
        .await
}

/// Unsubscribes, by the button or by a mail client's one-click request, which has the key in its address. Neither needs a cookie or an
/// origin check: only the subscriber knows the key.
pub(super) async fn leave(
    State(storefront): State<Arc<Storefront>>,
    State(newsletter): State<Newsletter>,
    session: Session,
    extensions: Extensions,
    Query(link): Query<Link>,
    request: PageRequest,
    body: Bytes,
) -> PageResult {
    let settings = settings(&storefront).await?;
    // A mail client may post a form of either encoding, so its body is not parsed: the key is in the address.
    let posted: Link = if link.key.is_empty() { serde_urlencoded::from_bytes(&body).unwrap_or_default() } else { link };
    find_subscriber(&newsletter, &storefront, &extensions, &posted.key).await?;
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    let found = newsletter.leave(&posted.key).await;
    Ok(responder
        .render_outcome(found, settings.lang(), [site_texts::newsletter_left, site_texts::newsletter_left_text])
        .await)
}
