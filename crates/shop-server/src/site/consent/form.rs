//! `POST /consenso/`: a choice about cookies without scripts. The rules decide, as they do in the browser; then the page is shown again.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::consent::{Category, ConsentEvent, step};

use super::super::leave::back;
use super::{Recorded, record};
use crate::consent;
use crate::nul::Form;
use crate::pairs::Pairs;
use crate::session::is_same_origin;
use crate::state::AppState;

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
    let done = step(consent.state.clone(), &event, &consent.settings, &consent.visitor);
    let mut response = Redirect::to(&back(&posted)).into_response();
    consent::write(&done.cookies, response.headers_mut());
    if let (Some(kind), Some(new)) = (event.kind(), done.record) {
        match record(&state, (&headers, &extensions), &consent, kind, new).await {
            Ok(Recorded::Kept(cookie)) => consent::write(&[cookie], response.headers_mut()),
            // The choice holds all the same: it is the visitor's, the proof the shop's.
            Ok(Recorded::NotKept | Recorded::TooMany(_)) => {}
            Err(error) => tracing::error!(%error, "a proof of consent was not kept"),
        }
    }
    response
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
            services: single_choices(posted, services),
        },
        "accept_placeholder" => ConsentEvent::AcceptPlaceholder {
            category: Category::from_name(posted.get("category")?)?,
            service: posted.get("service").unwrap_or_default().to_owned(),
        },
        _ => return None,
    })
}

/// Services whose own box was changed: `shown` says how each was, as `video=0`. The others follow their category.
fn single_choices(posted: &Pairs, services: &[(&str, Category)]) -> BTreeMap<String, bool> {
    let shown = posted.list("shown");
    let changed = |(id, category): &(&str, Category)| {
        let before = shown.iter().find_map(|one| one.strip_prefix(*id)?.strip_prefix('='))? == "1";
        let now = posted.has(&format!("{SERVICE}{id}"));
        (*category != Category::Functional && before != now).then(|| ((*id).to_owned(), now))
    };
    services.iter().filter_map(changed).collect()
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
    fn a_service_is_chosen_by_itself_only_where_its_box_was_changed() {
        let body = "event=save_preferences&statistics=on&shown=video%3D1&shown=map%3D0&shown=cart%3D1&shown=x%3D1";
        let Some(ConsentEvent::SavePreferences { preferences, statistics, marketing, services }) = read(body) else {
            panic!("no choice")
        };
        assert_eq!((preferences, statistics, marketing), (false, true, false));
        assert_eq!(services, BTreeMap::from([("video".to_owned(), false)]));
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
