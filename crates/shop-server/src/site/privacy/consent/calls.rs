//! The REST calls of consent, in the format of the Complianz plugin. Errors are `{code, message, data: {status}}`.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shop_core::base::text::escape_html;
use shop_core::base::{FieldError, Lang, Params};
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::privacy::consent::{ConsentTrackForm, cookie_data as data_of};
use shop_core::view::{ConsentBanner, ContentPart, EmbedKind, EmbedView};
use shop_services::Context;
use shop_services::content::pages::{PageMatch, fill};
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{PageRecord, StoreError};

use super::{ProofOutcome, store_proof};
use crate::app::forms::form_fields::Pairs;
use crate::app::state::AppState;
use crate::app::storefront::WebContext;
use crate::app::visitor::consent;
use crate::page_data::privacy::consent::{banner as banner_of, describe_choices, parts};
use crate::render::Consent;

/// Largest body of a choice, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// Version of the banner's data, which clients compare with the version that they have stored.
const BANNER_VERSION: &str = "1";

fn error_response(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(json!({ "code": code, "message": message, "data": { "status": status.as_u16() } }))).into_response()
}

fn store_error_response(error: &StoreError) -> Response {
    tracing::error!(%error, "a call of consent failed");
    crate::app::failure_codes::status_of(error).into_response()
}

/// A response for one visitor, which no cache may store.
fn uncached(body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// Query of a call: `lang` or `locale`, the language of the response if it is not the address's, and `cmplz_user_region`, the visitor's
/// region if it is not the shop's. Unknown values are ignored.
struct Arguments {
    lang: Option<Lang>,
    region: String,
}

impl Arguments {
    fn parse(query: RawQuery) -> Self {
        let query = Pairs::parse(query.0.as_deref().unwrap_or_default());
        let lang = |name: &str| query.get(name).and_then(Lang::from_locale);
        let region = query.get("cmplz_user_region").unwrap_or_default().trim().to_ascii_lowercase();
        Self { lang: lang("lang").or_else(|| lang("locale")), region }
    }

    /// The state in the language of the response.
    fn localised_state(&self, state: AppState) -> AppState {
        self.lang.map(|lang| state.speaking(lang)).unwrap_or(state)
    }

    /// Reads the consent of a request under the rules of the visitor's region.
    fn consent(&self, headers: &HeaderMap, settings: &ShopSettings, web: &WebContext) -> Consent {
        let consent = consent::of(headers, settings, web);
        Consent { settings: consent.settings.clone().in_region(&self.region), ..consent }
    }
}

/// `GET banner`: the rules of the visitor's region, and the banner with the visitor's choices.
pub(super) async fn banner(State(state): State<AppState>, query: RawQuery, headers: HeaderMap) -> Response {
    let arguments = Arguments::parse(query);
    let state = arguments.localised_state(state);
    let settings = match state.shop.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return store_error_response(&error),
    };
    let consent = arguments.consent(&headers, &settings, &state.storefront.web);
    let mut banner = banner_of(&settings, settings.lang());
    consent.tick(&mut banner);
    uncached(Json(json!({
        "consenttype": consent.settings.consent_type.name(),
        "region": consent.settings.region,
        "version": BANNER_VERSION,
        "banner_version": BANNER_VERSION,
        "forceEnableStats": false,
        "do_not_track_enabled": consent.settings.honour_signals,
        "current_policy_id": consent.settings.policy_id,
        "settings": consent.settings,
        "banner": settings.consent.banner.then_some(banner),
    })))
}

/// `POST track`: stores a proof of a choice made in the browser, except for bots and for choices under another policy version.
pub(super) async fn track(
    State(state): State<AppState>,
    query: RawQuery,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Response {
    let state = Arguments::parse(query).localised_state(state);
    let settings = match state.shop.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return store_error_response(&error),
    };
    let lang = settings.lang();
    if body.len() > MAX_BYTES {
        return error_response(
            StatusCode::PAYLOAD_TOO_LARGE,
            "rest_invalid_request",
            &message_of(codes::CONSENT_SERVICE_INVALID, lang),
        );
    }
    let Ok(form) = serde_json::from_slice::<ConsentTrackForm>(&body) else {
        return error_response(
            StatusCode::BAD_REQUEST,
            "rest_invalid_json",
            &message_of(codes::REQUEST_INVALID_JSON, lang),
        );
    };
    let consent = consent::of(&headers, &settings, &state.storefront.web);
    let new = match form.check(&consent.settings, state.shop.context.now()) {
        Ok(new) => new,
        Err(errors) => return field_errors_response(&errors, lang),
    };
    // A page that was opened under another policy version asks again when it is reloaded.
    if consent.visitor.is_bot() || form.is_outdated(&consent.settings) {
        return Json(json!({ "success": true })).into_response();
    }
    match store_proof(
        &state.shop.context,
        &state.shop.consents,
        &state.limits,
        (&headers, &extensions),
        &consent,
        form.kind(),
        new,
    )
    .await
    {
        Ok(ProofOutcome::Stored(cookies)) => {
            let mut response = uncached(Json(json!({ "success": true })));
            consent::write(&cookies, response.headers_mut());
            response
        }
        Ok(ProofOutcome::NotStored) => Json(json!({ "success": true })).into_response(),
        Ok(ProofOutcome::TooMany(wait_s)) => {
            let params = Params::from([("minutes".to_owned(), ((wait_s + 59) / 60).to_string())]);
            let message = text(codes::CONSENT_TOO_MANY, &params, lang);
            error_response(StatusCode::TOO_MANY_REQUESTS, codes::CONSENT_TOO_MANY, &message)
        }
        Err(error) => store_error_response(&error),
    }
}

fn message_of(code: &str, lang: Lang) -> String {
    text(code, &Params::new(), lang)
}

fn field_errors_response(errors: &[FieldError], lang: Lang) -> Response {
    let params: serde_json::Map<String, Value> =
        errors.iter().map(|error| (error.field.clone(), Value::from(sentence(error, lang)))).collect();
    let message = errors.first().map(|error| sentence(error, lang)).unwrap_or_default();
    let data = json!({ "status": 400, "params": params, "errors": errors });
    let body = json!({ "code": "rest_invalid_param", "message": message, "data": data });
    (StatusCode::BAD_REQUEST, Json(body)).into_response()
}

/// `GET cookie_data`: the cookies of each service by category.
pub(super) async fn cookie_data(State(context): State<Arc<Context>>) -> Response {
    match context.settings().await {
        Ok(settings) => Json(data_of(&settings.visits().listed_services())).into_response(),
        Err(error) => store_error_response(&error),
    }
}

/// `GET manage_consent_html`: the form to change the choices, as HTML; a note instead if the browser's objection to tracking is respected.
pub(super) async fn manage_consent_html(
    State(state): State<AppState>,
    query: RawQuery,
    headers: HeaderMap,
) -> Response {
    let arguments = Arguments::parse(query);
    let state = arguments.localised_state(state);
    let settings = match state.shop.context.settings().await {
        Ok(settings) => settings,
        Err(error) => return store_error_response(&error),
    };
    let (lang, consent) = (settings.lang(), arguments.consent(&headers, &settings, &state.storefront.web));
    if consent.settings.respects_objection(&consent.visitor) {
        return uncached(Json(format!("<p>{}</p>", escape_html(&message_of(codes::CONSENT_SIGNAL, lang)))));
    }
    let mut banner = banner_of(&settings, lang);
    consent.tick(&mut banner);
    banner.text = describe_choices(&consent, lang);
    uncached(Json(manager_html(&banner)))
}

/// A form that works without scripts.
fn manager_html(banner: &ConsentBanner) -> String {
    let mut boxes = String::new();
    for category in &banner.categories {
        let name = category.category.name();
        let fixed = category.category == shop_core::privacy::consent::Category::Functional;
        boxes.push_str(&format!(
            "<p><label><input type=\"checkbox\" name=\"{name}\"{}{}> {}</label></p>",
            if category.allowed { " checked" } else { "" },
            if fixed { " disabled" } else { "" },
            escape_html(&category.label),
        ));
    }
    let button = |event: &str, label: &str| {
        format!("<button type=\"submit\" name=\"event\" value=\"{event}\">{}</button>", escape_html(label))
    };
    format!(
        "<form class=\"cmplz-manage-consent\" method=\"post\" action=\"/consenso/\"><p>{}</p>{boxes}{}{}{}</form>",
        escape_html(&banner.text),
        button("save_preferences", &banner.save),
        button("accept_all", &banner.accept),
        button("deny_all", &banner.deny),
    )
}

/// `GET consent-area/{post}/{block}`: third-party content of a page (`block` counts from 0), or its placeholder without consent. 403 if
/// the page does not exist or is not published.
pub(super) async fn consent_area(
    State(state): State<AppState>,
    query: RawQuery,
    headers: HeaderMap,
    Path((post, block)): Path<(String, String)>,
) -> Response {
    let state = Arguments::parse(query).localised_state(state);
    let (settings, pages) = match (state.shop.context.settings().await, state.shop.context.pages().await) {
        (Ok(settings), Ok(pages)) => (settings, pages),
        (Err(error), _) | (_, Err(error)) => return store_error_response(&error),
    };
    let (lang, now) = (settings.lang(), state.shop.context.now());
    let is_published = |record: &&PageRecord| {
        post.parse::<i64>().ok() == Some(record.id)
            && pages.at(record.page.kind, &record.page.slug, now) == Some(PageMatch::Here(record))
    };
    let Some(record) = pages.all().iter().find(is_published) else {
        return error_response(
            StatusCode::FORBIDDEN,
            "rest_forbidden",
            &message_of(codes::WIDGET_CONTENT_MISSING, lang),
        );
    };
    let body = lang.select(&record.page.body, &record.page.body_en);
    let found = parts(&fill(body, &settings, lang), &settings, lang).into_iter();
    let mut embeds = found.filter_map(|part| if let ContentPart::Embed { embed } = part { Some(*embed) } else { None });
    let Some(embed) = block.parse().ok().and_then(|number: usize| embeds.nth(number)) else {
        return error_response(
            StatusCode::NOT_FOUND,
            "rest_no_route",
            &message_of(codes::WIDGET_CONTENT_MISSING, lang),
        );
    };
    let consent = consent::of(&headers, &settings, &state.storefront.web);
    let allowed = consent.admits_service(&embed.service, embed.category);
    uncached(Json(if allowed { embed_html(&embed) } else { format!("<p>{}</p>", escape_html(&embed.text)) }))
}

fn embed_html(embed: &EmbedView) -> String {
    let (address, title) = (escape_html(&embed.address), escape_html(&embed.title));
    match embed.kind {
        EmbedKind::Frame => format!("<iframe src=\"{address}\" title=\"{title}\" loading=\"lazy\"></iframe>"),
        EmbedKind::Script => format!("<script src=\"{address}\" async></script>"),
    }
}
