//! `POST /consenso/`: a cookie choice without scripts. The core applies it, as in the browser; then the page is shown again.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::privacy::consent::{Category, ConsentEvent, ServiceBox, step};
use shop_services::privacy::consents::Consents;

use super::{ProofOutcome, store_proof};
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::limits::Limits;
use crate::app::storefront::WebContext;
use crate::app::visitor::consent;
use crate::app::visitor::session::is_same_origin;
use crate::site::redirects::return_path;

/// Anchor of the choices on the policy page.
const MANAGER: &str = "scelte-cookie";
/// Prefix of the names of service checkboxes.
const SERVICE: &str = "service_";

/// Applies a choice. 403 for another origin; 422 for an unknown event.
pub(super) async fn choose(
    State(consents): State<Consents>,
    State(limits): State<Arc<Limits>>,
    State(web): State<WebContext>,
    headers: HeaderMap,
    extensions: Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    if !is_same_origin(&headers, &web.public_address) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let posted = Pairs(pairs);
    let Ok(settings) = web.context.settings().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let consent_services = settings.visits().listed_services();
    let services: Vec<(&str, Category)> =
        consent_services.iter().map(|service| (service.id.as_str(), service.category)).collect();
    let Some(event) = parse_event(&posted, &services) else { return StatusCode::UNPROCESSABLE_ENTITY.into_response() };
    let consent = consent::of(&headers, &settings, &web);
    if is_outdated(&posted, consent.settings.policy_id) {
        // A choice under another policy version is void: the page asks again.
        return Redirect::to(&return_path(&posted)).into_response();
    }
    let outcome = step(consent.state.clone(), &event, &consent.settings, &consent.visitor);
    // A visitor who opens the banner where it is disabled finds the choices in the policy.
    let policy = settings.consent.policy_page.as_deref().filter(|_| event == ConsentEvent::ManageConsent);
    let to = match policy.filter(|_| !outcome.banner_shown) {
        Some(page) => format!("{page}#{MANAGER}"),
        None => return_path(&posted),
    };
    let mut response = Redirect::to(&to).into_response();
    consent::write(&outcome.cookies, response.headers_mut());
    if let (Some(kind), Some(new)) = (event.kind(), outcome.record) {
        match store_proof(&web.context, &consents, &limits, (&headers, &extensions), &consent, kind, new).await {
            Ok(ProofOutcome::Stored(cookies)) => consent::write(&cookies, response.headers_mut()),
            // The choice is valid without a proof: the proof only serves the shop.
            Ok(ProofOutcome::NotStored | ProofOutcome::TooMany(_)) => {}
            Err(error) => tracing::error!(%error, "a proof of consent was not kept"),
        }
    }
    response
}

/// Whether the form shows another policy version than the current one.
fn is_outdated(posted: &Pairs, policy_id: i64) -> bool {
    posted.get("policy_id").is_some_and(|shown| shown != policy_id.to_string())
}

/// Parses the event of a form; `services` are the shop's. A category's checkbox does not decide for services without a checkbox of their
/// own.
fn parse_event(posted: &Pairs, services: &[(&str, Category)]) -> Option<ConsentEvent> {
    let ticked = |name: &str| posted.has(name);
    Some(match posted.get("event")? {
        "accept_all" => ConsentEvent::AcceptAll,
        "deny_all" => ConsentEvent::DenyAll,
        "revoke" => ConsentEvent::Revoke,
        "close" => ConsentEvent::Close,
        "manage_consent" => ConsentEvent::ManageConsent,
        "save_preferences" => ConsentEvent::SavePreferences {
            preferences: ticked("preferences"),
            statistics: ticked("statistics"),
            marketing: ticked("marketing"),
            services: service_boxes(posted, services),
        },
        "accept_placeholder" => ConsentEvent::AcceptPlaceholder {
            category: Category::from_name(posted.get("category")?)?,
            service: posted.get("service").unwrap_or_default().to_owned(),
        },
        _ => return None,
    })
}

/// The service checkboxes of the form; its field `shown` holds their initial state, as `marketing/video=0`.
fn service_boxes(posted: &Pairs, services: &[(&str, Category)]) -> Vec<ServiceBox> {
    let shown = posted.list("shown");
    let service_box = |(id, category): &(&str, Category)| {
        let initial_state = |one: &str| Some(one.split_once('/')?.1.strip_prefix(*id)?.strip_prefix('=')? == "1");
        let shown = shown.iter().find_map(|one| initial_state(one))?;
        let ticked = posted.has(&format!("{SERVICE}{id}"));
        Some(ServiceBox { service: (*id).to_owned(), category: *category, shown, ticked })
    };
    services.iter().filter_map(service_box).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Option<ConsentEvent> {
        parse_event(
            &Pairs::parse(body),
            &[("cart", Category::Functional), ("video", Category::Marketing), ("map", Category::Marketing)],
        )
    }

    #[test]
    fn every_service_whose_box_was_shown_is_told_with_it_and_no_other() {
        let body = "event=save_preferences&statistics=on&shown=marketing/map%3D0&shown=x/x%3D1&service_map=on&service_video=on";
        let Some(ConsentEvent::SavePreferences { preferences, statistics, marketing, services }) = parse(body) else {
            panic!("no choice")
        };
        assert_eq!((preferences, statistics, marketing), (false, true, false));
        let (service, category) = ("map".to_owned(), Category::Marketing);
        assert_eq!(services, [ServiceBox { service, category, shown: false, ticked: true }]);
    }

    #[test]
    fn what_is_no_choice_is_none() {
        for body in
            ["", "event=", "event=page_loaded", "event=accept_placeholder", "event=accept_placeholder&category=all"]
        {
            assert_eq!(parse(body), None, "{body}");
        }
        assert_eq!(parse("event=deny_all"), Some(ConsentEvent::DenyAll));
    }
}
