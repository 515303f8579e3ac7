//! Language of a request, which its address decides, see [`localised_url`]. Each language has the same pages and APIs under its
//! prefix, so two tabs in two languages do not disturb each other and no cache mixes them. `Accept-Language` redirects nobody. A
//! visitor who chose a language and later types the shop's own address is sent back to that choice; the cookie does nothing else.

pub(crate) mod localized_message;

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, LOCATION, SET_COOKIE};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::{Lang, localised_url};
use tower::ServiceExt;

use super::routing::method_override::apply_override;
use super::state::AppState;
use super::visitor::session::cookie;
use crate::render::negotiation::wants_page_json;

/// Cookie with the language chosen last, when it is not the shop's own. It is strictly necessary for what the visitor requested.
const LANGUAGE_COOKIE: &str = "bottega_language";
const YEAR_S: u32 = 365 * 86_400;
/// Part of API paths: only there may a client override the method. Pages and forms send the method they mean.
const API_PATH: &str = "/wp-json/";

/// Routers behind the addresses of each language.
#[derive(Clone)]
pub(super) struct LanguageRouters {
    pub state: AppState,
    /// Everything but the back office, in the shop's own language.
    pub own: Router,
    /// The back office, built for its first request.
    pub back_office: Arc<OnceLock<Router>>,
    /// Pages and APIs in each language, built for their first request: building a router takes a large part of the start-up time.
    pub by_language: Arc<[(Lang, OnceLock<Router>)]>,
}

impl LanguageRouters {
    fn router_for(&self, lang: Lang) -> Router {
        let found = self.by_language.iter().find(|(known, _)| *known == lang);
        let built = found.map(|(_, router)| router.get_or_init(|| super::router_in(&self.state.speaking(lang))));
        built.unwrap_or(&self.own).clone()
    }

    /// Returns the router for a path without a language prefix.
    fn router_for_path(&self, path: &str) -> Router {
        if crate::admin::has_path(path) {
            return self.back_office.get_or_init(|| super::back_office(&self.state)).clone();
        }
        self.own.clone()
    }

    /// Returns the shop's own language from the settings read last; handlers that need fresh settings read them themselves. Thus
    /// a failing database does not delay static files, health probes or webhooks here.
    async fn own_language(&self) -> Lang {
        let context = &self.state.shop.context;
        let read = match context.last_settings() {
            Some(read) => Some(read),
            None => context.settings().await.ok(),
        };
        read.map(|read| read.lang()).unwrap_or_default()
    }
}

/// Handles a request in the language of its address.
pub(super) async fn serve(State(routers): State<LanguageRouters>, mut request: Request) -> Response {
    if request.uri().path().contains(API_PATH) {
        apply_override(&mut request);
    }
    let own = routers.own_language().await;
    let https = routers.state.public_address.is_https();
    let remembered = cookie(request.headers(), LANGUAGE_COOKIE).and_then(|code| Lang::from_code(&code));
    let page = requests_page(request.method(), request.headers());
    let (named, path) = localised_url::split(request.uri().path());
    // A path that begins with two slashes would name another host.
    let path = format!("/{}", path.trim_start_matches(['/', '\\']));
    let Some(lang) = named else {
        if let Some(lang) = remembered.filter(|lang| *lang != own && is_returning_visit(&request)) {
            return temporary_redirect(&with_query(&format!("/{}/", lang.as_str()), request.uri()));
        }
        let mut response = call(routers.router_for_path(request.uri().path()), request).await;
        if page && remembered.is_some() && is_shown(&response) {
            set_language_cookie(response.headers_mut(), "", 0, https);
        }
        return response;
    };
    if lang == own || request.uri().path().strip_prefix('/') == Some(lang.as_str()) {
        return temporary_redirect(&with_query(
            &if lang == own { path } else { format!("/{}/", lang.as_str()) },
            request.uri(),
        ));
    }
    let Some(uri) = with_path(request.uri(), &path) else { return StatusCode::BAD_REQUEST.into_response() };
    *request.uri_mut() = uri;
    let mut response = call(routers.router_for(lang), request).await;
    prefix_redirect(response.headers_mut(), lang);
    if page && remembered != Some(lang) && is_shown(&response) {
        set_language_cookie(response.headers_mut(), lang.as_str(), YEAR_S, https);
    }
    response
}

async fn call(router: Router, request: Request) -> Response {
    let Ok(response) = router.oneshot(request).await;
    response
}

/// Builds a redirect that browsers do not cache, because the merchant may change the shop's own language.
fn temporary_redirect(to: &str) -> Response {
    let mut response = Redirect::temporary(to).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn with_query(path: &str, uri: &Uri) -> String {
    let mut to = path.to_owned();
    if let Some(query) = uri.query() {
        let _ = write!(to, "?{query}");
    }
    to
}

/// Builds the URI of the same request at another path.
fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    let text = uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    parts.path_and_query = Some(PathAndQuery::try_from(text).ok()?);
    Uri::from_parts(parts).ok()
}

/// Tells whether a browser or the app requests a page, as opposed to a file or an API call.
fn requests_page(method: &Method, headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT);
    let html = || accept.and_then(|value| value.to_str().ok()).is_some_and(|kinds| kinds.contains("text/html"));
    *method == Method::GET && (wants_page_json(accept) || html())
}

/// Tells whether the visitor typed the shop's address or opened a bookmark. A visitor who follows a link to the home page gets
/// the link's language.
fn is_returning_visit(request: &Request) -> bool {
    let typed = request.headers().get("sec-fetch-site").is_some_and(|site| site == "none");
    typed && request.uri().path() == "/" && requests_page(request.method(), request.headers())
}

fn is_shown(response: &Response) -> bool {
    response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED
}

fn set_language_cookie(headers: &mut HeaderMap, code: &str, max_age_s: u32, https: bool) {
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{LANGUAGE_COOKIE}={code}; Path=/; Max-Age={max_age_s}; SameSite=Lax{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        headers.append(SET_COOKIE, value);
    }
}

/// Keeps a redirect to a page of the shop in the visitor's language.
fn prefix_redirect(headers: &mut HeaderMap, lang: Lang) {
    let to = headers.get(LOCATION).and_then(|to| to.to_str().ok());
    let stays = to.map(|to| localised_url::under(Some(lang), to)).and_then(|to| HeaderValue::from_str(&to).ok());
    if let Some(to) = stays {
        headers.insert(LOCATION, to);
    }
}
