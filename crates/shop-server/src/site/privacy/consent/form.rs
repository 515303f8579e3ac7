//! `POST /consenso/`: a choice about cookies without scripts. The rules decide, as they do in the browser; then the page is shown again.

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::privacy::consent::{Category, ConsentEvent, ServiceBox, step};

use super::{Recorded, record};
use crate::app::consent;
use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::is_same_origin;
use crate::app::state::AppState;
use crate::site::redirects::back;

/// Where the choices stand on the policy's page.
const MANAGER: &str = "scelte-cookie";
/// Start of the names of services' boxes.
const SERVICE: &str = "service_";

/// Takes a choice. 403: it comes from another site; 422: it is none.
pub(super) async fn choose(
    State(state): State<AppState>,
    headers: HeaderMap,
    extensions: Extensions,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    if !is_same_origin(&headers, &state) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let posted = Pairs(pairs);
    let Ok(settings) = state.shop.context.settings().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let asked = settings.visits().asked_services();
    let services: Vec<(&str, Category)> = asked.iter().map(|service| (service.id.as_str(), service.category)).collect();
    let Some(event) = event(&posted, &services) else { return StatusCode::UNPROCESSABLE_ENTITY.into_response() };
    let consent = consent::of(&headers, &settings, &state);
    if is_outdated(&posted, consent.settings.policy_id) {
        // Chosen under another policy it says nothing: the page asks again.
        return Redirect::to(&back(&posted)).into_response();
    }
    let done = step(consent.state.clone(), &event, &consent.settings, &consent.visitor);
    // Who asks for the banner where there is none finds the choices, and why, in the policy.
    let policy = settings.consent.policy_page.as_deref().filter(|_| event == ConsentEvent::ManageConsent);
    let to = match policy.filter(|_| !done.banner_shown) {
        Some(page) => format!("{page}#{MANAGER}"),
        None => back(&posted),
    };
    let mut response = Redirect::to(&to).into_response();
    consent::write(&done.cookies, response.headers_mut());
    if let (Some(kind), Some(new)) = (event.kind(), done.record) {
        match record(&state, (&headers, &extensions), &consent, kind, new).await {
            Ok(Recorded::Kept(cookies)) => consent::write(&cookies, response.headers_mut()),
            // The choice holds all the same: it is the visitor's, the proof the shop's.
            Ok(Recorded::NotKept | Recorded::TooMany(_)) => {}
            Err(error) => tracing::error!(%error, "a proof of consent was not kept"),
        }
    }
    response
}

/// Whether a form was made under another policy than the shop's of now.
fn is_outdated(posted: &Pairs, policy_id: i64) -> bool {
    posted.get("policy_id").is_some_and(|shown| shown != policy_id.to_string())
}

/// What was chosen; `services`: those that there are. A box of a category says nothing about services whose own box is not there.
fn event(posted: &Pairs, services: &[(&str, Category)]) -> Option<ConsentEvent> {
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
            services: boxes(posted, services),
        },
        "accept_placeholder" => ConsentEvent::AcceptPlaceholder {
            category: Category::from_name(posted.get("category")?)?,
            service: posted.get("service").unwrap_or_default().to_owned(),
        },
        _ => return None,
    })
}

/// The boxes of services that were shown: `shown` says how each was, as `marketing/video=0`.
fn boxes(posted: &Pairs, services: &[(&str, Category)]) -> Vec<ServiceBox> {
    let shown = posted.list("shown");
    let service_box = |(id, category): &(&str, Category)| {
        let was = |one: &str| Some(one.split_once('/')?.1.strip_prefix(*id)?.strip_prefix('=')? == "1");
        let shown = shown.iter().find_map(|one| was(one))?;
        let ticked = posted.has(&format!("{SERVICE}{id}"));
        Some(ServiceBox { service: (*id).to_owned(), category: *category, shown, ticked })
    };
    services.iter().filter_map(service_box).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Option<ConsentEvent> {
        event(
            &Pairs::parse(body),
            &[("cart", Category::Functional), ("video", Category::Marketing), ("map", Category::Marketing)],
        )
    }

    #[test]
    fn every_service_whose_box_was_shown_is_told_with_it_and_no_other() {
        let body = "event=save_preferences&statistics=on&shown=marketing/map%3D0&shown=x/x%3D1&service_map=on&service_video=on";
        let Some(ConsentEvent::SavePreferences { preferences, statistics, marketing, services }) = read(body) else {
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
            assert_eq!(read(body), None, "{body}");
        }
        assert_eq!(read("event=deny_all"), Some(ConsentEvent::DenyAll));
    }
}
