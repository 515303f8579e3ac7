use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::{ConsentTrackForm, is_bot, proof_cookies};
use super::*;

const NOW: i64 = 1_772_704_710;

fn settings(consent_type: ConsentType) -> ConsentSettings {
    ConsentSettings {
        consent_type,
        dismiss_on_scroll: true,
        dismiss_after_ms: Some(5_000),
        ..ConsentSettings::default()
    }
}

fn person() -> ConsentVisitor {
    ConsentVisitor { user_agent: "Mozilla/5.0 (Linux; CUBOT X30)".into(), now: NOW, ..ConsentVisitor::default() }
}

fn after(events: &[ConsentEvent], settings: &ConsentSettings) -> ConsentStep {
    let mut out = ConsentStep::default();
    for event in events {
        out = step(out.state, event, settings, &person());
        if let Some(record) = &out.record {
            out.state = proved(out.state.clone(), record, settings);
        }
    }
    out
}

/// Returns the state after the shop has confirmed that a record is stored.
fn proved(mut state: ConsentState, record: &ConsentRecord, settings: &ConsentSettings) -> ConsentState {
    let saved = proof_cookies(record, "1", settings);
    state.saved_categories = cookies::decode(&saved[1].value);
    state.saved_services = cookies::decode(&saved[2].value);
    state
}

fn names(step: &ConsentStep) -> Vec<&str> {
    step.allowed.iter().map(|category| category.name()).collect()
}

fn save(preferences: bool, statistics: bool, marketing: bool) -> ConsentEvent {
    ConsentEvent::SavePreferences { preferences, statistics, marketing, services: Vec::new() }
}

/// Saves statistics with the box of one service: its initial and its current state.
fn save_with(statistics: bool, service: &str, shown: bool, ticked: bool) -> ConsentEvent {
    let (service, category) = (service.to_owned(), Category::Statistics);
    let services = vec![ServiceBox { service, category, shown, ticked }];
    ConsentEvent::SavePreferences { preferences: false, statistics, marketing: false, services }
}

fn service(allow: bool) -> ConsentEvent {
    ConsentEvent::SetService { service: "youtube".into(), category: Category::Marketing, allow }
}

#[test]
fn before_a_choice_only_opt_in_allows_nothing() {
    let load = [ConsentEvent::PageLoaded];
    let optin = after(&load, &settings(ConsentType::Optin));
    assert_eq!((names(&optin), optin.banner_shown, optin.cookies.len()), (vec!["functional"], true, 0));
    let optout = after(&load, &settings(ConsentType::Optout));
    assert_eq!((optout.allowed.len(), optout.banner_shown), (4, true));
    let other = after(&load, &settings(ConsentType::Other));
    assert_eq!((other.allowed.len(), other.banner_shown, other.record), (4, false, None), "the law's yes is no choice");
}

#[test]
fn closing_the_banner_is_no_consent() {
    let optin = settings(ConsentType::Optin);
    let closed = after(&[ConsentEvent::PageLoaded, ConsentEvent::Close], &optin);
    assert_eq!((names(&closed), closed.banner_shown), (vec!["functional"], false));
    assert_eq!(closed.state.marketing, Some(Choice::Deny));
    let kept = after(&[save(false, true, false), ConsentEvent::ManageConsent, ConsentEvent::Close], &optin);
    assert_eq!(names(&kept), ["functional", "statistics"]);
    let optout = after(&[ConsentEvent::Close], &settings(ConsentType::Optout));
    assert_eq!((optout.allowed.len(), optout.banner_shown), (4, false));
}

#[test]
fn scrolling_and_waiting_dismiss_the_banner_under_opt_out_only() {
    for (consent_type, event, shown) in [
        (ConsentType::Optin, ConsentEvent::Scrolled { pixels: 9_999 }, true),
        (ConsentType::Optin, ConsentEvent::Waited { milliseconds: 99_999 }, true),
        (ConsentType::Optout, ConsentEvent::Scrolled { pixels: 400 }, true),
        (ConsentType::Optout, ConsentEvent::Scrolled { pixels: 401 }, false),
        (ConsentType::Optout, ConsentEvent::Waited { milliseconds: 4_999 }, true),
        (ConsentType::Optout, ConsentEvent::Waited { milliseconds: 5_000 }, false),
    ] {
        let out = after(&[ConsentEvent::PageLoaded, event.clone()], &settings(consent_type));
        assert_eq!((out.banner_shown, out.record), (shown, None), "{event:?}");
    }
    let never = ConsentSettings { dismiss_on_scroll: false, dismiss_after_ms: None, ..settings(ConsentType::Optout) };
    assert!(
        after(&[ConsentEvent::Scrolled { pixels: 401 }, ConsentEvent::Waited { milliseconds: 99_999 }], &never)
            .banner_shown
    );
}

#[test]
fn the_page_is_loaded_anew_only_when_something_is_taken_back() {
    let optin = settings(ConsentType::Optin);
    for (events, reload) in [
        (vec![ConsentEvent::DenyAll], None),
        (vec![ConsentEvent::AcceptAll], None),
        (vec![ConsentEvent::AcceptAll, ConsentEvent::DenyAll], Some(500)),
        (vec![ConsentEvent::AcceptAll, ConsentEvent::Revoke], Some(500)),
        (vec![service(true), ConsentEvent::DenyAll], Some(500)),
        (vec![save(true, true, true), save(true, true, false)], Some(500)),
        (vec![save(true, true, true), save(false, false, true)], None),
        (vec![save(true, true, false), save(true, true, false)], None),
        (vec![service(true)], None),
        (vec![service(true), service(false)], Some(500)),
        (vec![service(false)], None),
        (vec![ConsentEvent::AcceptAll, service(false)], Some(500)),
        (vec![ConsentEvent::AcceptAll, ConsentEvent::Close], None),
    ] {
        assert_eq!(after(&events, &optin).reload_after_ms, reload, "{events:?}");
    }
    assert_eq!(after(&[ConsentEvent::DenyAll], &settings(ConsentType::Optout)).reload_after_ms, Some(500));
}

#[test]
fn an_empty_box_of_a_service_is_a_refusal_though_its_category_was_ticked() {
    let optin = settings(ConsentType::Optin);
    // A script ticks the service with its category, and then the visitor unticks it; without a script it stays as it was shown.
    for shown in [true, false] {
        let saved = after(&[save_with(true, "counter", shown, false)], &optin);
        assert_eq!(saved.state.services, BTreeMap::from([("counter".to_owned(), false)]));
        assert!(!saved.state.allows_service("counter", Category::Statistics, &optin, &person()));
    }
    let again = after(&[save_with(true, "counter", true, false), save_with(true, "counter", false, false)], &optin);
    assert_eq!(again.state.services.len(), 1, "it stands when the boxes are saved as they are");
    let yes = after(&[save_with(true, "counter", true, false), save_with(true, "counter", false, true)], &optin);
    assert!(yes.state.services.is_empty(), "ticked like its category it follows it");
}

#[test]
fn a_ticked_box_is_consent_of_its_own_unless_its_category_alone_was_emptied() {
    let optin = settings(ConsentType::Optin);
    let one = after(&[save_with(false, "counter", false, true)], &optin);
    assert_eq!(one.state.services, BTreeMap::from([("counter".to_owned(), true)]));
    let kept = after(&[save_with(false, "counter", false, true), save_with(false, "counter", true, true)], &optin);
    assert_eq!(kept.state.services.len(), 1);
    let taken = after(&[ConsentEvent::AcceptAll, save_with(false, "counter", true, true)], &optin);
    assert!(!taken.state.allows_service("counter", Category::Statistics, &optin, &person()));
    let own = after(&[ConsentEvent::AcceptAll, save_with(false, "counter", false, true)], &optin);
    assert!(own.state.allows_service("counter", Category::Statistics, &optin, &person()));
}

#[test]
fn saving_takes_back_consent_to_services_whose_box_is_not_shown_and_keeps_refusals() {
    let optin = settings(ConsentType::Optin);
    let placeholder =
        ConsentEvent::AcceptPlaceholder { category: Category::Marketing, service: "www.example.com".into() };
    let out = after(&[placeholder.clone(), save(false, true, false)], &optin);
    assert!(out.state.services.is_empty() && out.reload_after_ms == Some(500));
    let followed = after(&[placeholder, save(false, true, true)], &optin);
    assert_eq!((followed.state.services.len(), followed.reload_after_ms), (0, None), "marketing covers it");
    let refused = after(&[service(false), save(true, true, true)], &optin);
    assert_eq!(refused.state.services, BTreeMap::from([("youtube".to_owned(), false)]));
}

#[test]
fn emptying_a_service_that_its_category_had_allowed_loads_the_page_anew() {
    let optin = settings(ConsentType::Optin);
    for (events, reload) in [
        (vec![ConsentEvent::AcceptAll, save_with(true, "counter", true, false)], true),
        (vec![save_with(true, "counter", true, true), save_with(false, "counter", false, false)], true),
        (vec![save_with(true, "counter", true, true), save_with(true, "counter", true, true)], false),
        (vec![save_with(false, "counter", false, false), save_with(true, "counter", true, false)], false),
    ] {
        // Marketing is withdrawn again after everything was accepted, which reloads the page by itself.
        let events: Vec<ConsentEvent> = events.into_iter().map(with_marketing).collect();
        assert_eq!(after(&events, &optin).reload_after_ms.is_some(), reload, "{events:?}");
    }
}

fn with_marketing(mut event: ConsentEvent) -> ConsentEvent {
    if let ConsentEvent::SavePreferences { marketing, .. } = &mut event {
        *marketing = true;
    }
    event
}

#[test]
fn denying_everything_dismisses_the_banner_and_clears_the_services() {
    for kind in [ConsentType::Optin, ConsentType::Optout] {
        let denied = after(&[service(true), ConsentEvent::DenyAll], &settings(kind));
        assert!(!denied.banner_shown && denied.state.services.is_empty());
        assert_eq!(names(&denied), ["functional"]);
    }
}

#[test]
fn a_shop_asks_by_the_law_of_the_union_before_the_merchant_says_anything() {
    let settings = ConsentSettings::default();
    assert_eq!((settings.consent_type, settings.region.as_str()), (ConsentType::Optin, "eu"));
}

#[test]
fn a_service_is_judged_by_its_own_choice_first() {
    let (optin, person) = (settings(ConsentType::Optin), person());
    let denied = after(&[ConsentEvent::AcceptAll, service(false)], &optin).state;
    assert!(!denied.allows_service("youtube", Category::Marketing, &optin, &person));
    assert!(denied.allows_service("vimeo", Category::Marketing, &optin, &person));
    let again = after(&[service(false), ConsentEvent::AcceptAll], &optin).state;
    assert!(again.services.is_empty() && again.allows_service("youtube", Category::Marketing, &optin, &person));
    let placeholder = ConsentEvent::AcceptPlaceholder { category: Category::Marketing, service: "maps".into() };
    let shown = after(&[placeholder], &optin);
    assert!(!shown.banner_shown && shown.state.allows_service("maps", Category::Marketing, &optin, &person));
    assert!(!shown.state.allows(Category::Marketing, &optin, &person));
}

#[test]
fn another_policy_denies_everything_asks_anew_and_clears_the_old_cookies() {
    for consent_type in [ConsentType::Optin, ConsentType::Optout, ConsentType::Other] {
        let settings = settings(consent_type);
        let sent = "cart=1; cmplz_marketing=allow; cmplz_policy_id=14; cmplz_banner-status=dismissed; cmplz_id=3; \
                    cmplz_saved_categories=%5B%5D; x_cmplz_old=1; cmplz_consented_services=%7B%22maps%22%3Atrue%7D";
        let visitor = ConsentVisitor { cookies: sent.into(), ..person() };
        let out = step(ConsentState::from_cookies(sent, &settings), &ConsentEvent::PageLoaded, &settings, &visitor);
        assert_eq!(names(&out), ["functional"]);
        assert_eq!(out.banner_shown, consent_type != ConsentType::Other);
        let gone: Vec<&str> = out.cookies.iter().filter(|c| c.max_age == Some(0)).map(|c| c.name.as_str()).collect();
        assert_eq!(gone, ["cmplz_id", "cmplz_saved_categories", "x_cmplz_old", "cmplz_consented_services"]);
        let lines: Vec<&str> = out.cookies.iter().skip(4).map(|change| change.text.as_str()).collect();
        assert_eq!(lines[3], "cmplz_marketing=deny; path=/; max-age=31536000; samesite=lax; secure");
        assert_eq!(out.state.policy_id.as_deref(), Some("15"));
    }
}

#[test]
fn an_answered_banner_asks_again_after_six_months_and_not_before() {
    let optin = ConsentSettings { ask_again_days: 1, ..settings(ConsentType::Optin) };
    let answered = after(&[save(false, true, false)], &optin).state;
    for (days, shown) in [(0, false), (1, false), (182, false), (183, true), (-9, false)] {
        let visitor = ConsentVisitor { now: NOW + days * DAY, ..person() };
        let out = step(answered.clone(), &ConsentEvent::PageLoaded, &optin, &visitor);
        assert_eq!(out.banner_shown, shown, "{days}");
        assert_eq!(names(&out), ["functional", "statistics"], "the old choice holds until there is a new one");
    }
}

#[test]
fn under_a_privacy_signal_there_is_no_banner_and_only_an_explicit_yes_counts() {
    for consent_type in [ConsentType::Optin, ConsentType::Optout, ConsentType::Other] {
        for (do_not_track, global_privacy_control) in [(true, false), (false, true)] {
            let visitor = ConsentVisitor { do_not_track, global_privacy_control, ..person() };
            let settings = settings(consent_type);
            let out = step(ConsentState::default(), &ConsentEvent::PageLoaded, &settings, &visitor);
            assert_eq!((names(&out), out.banner_shown), (vec!["functional"], false));
            let recalled = step(out.state.clone(), &ConsentEvent::ManageConsent, &settings, &visitor);
            assert_eq!((recalled.banner_shown, recalled.cookies.len()), (false, 0), "there is none to bring back");
            let event = ConsentEvent::AcceptPlaceholder { category: Category::Statistics, service: String::new() };
            assert_eq!(names(&step(out.state, &event, &settings, &visitor)), ["functional", "statistics"]);
            let ignoring = ConsentSettings { honour_signals: false, ..settings };
            let out = step(ConsentState::default(), &ConsentEvent::PageLoaded, &ignoring, &visitor);
            assert_eq!(out.banner_shown, consent_type != ConsentType::Other);
        }
    }
}

#[test]
fn bots_consent_to_everything_and_leave_nothing() {
    let bot = ConsentVisitor { user_agent: "Mozilla/5.0 (compatible; Googlebot/2.1)".into(), ..person() };
    for event in [ConsentEvent::PageLoaded, ConsentEvent::DenyAll, ConsentEvent::AcceptAll] {
        let out = step(ConsentState::default(), &event, &settings(ConsentType::Optin), &bot);
        assert_eq!((out.allowed.len(), out.banner_shown, out.cookies.len(), out.record), (4, false, 0, None));
    }
    assert!(is_bot("Chrome-Lighthouse") && !is_bot("") && !is_bot("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"));
}

#[test]
fn a_choice_is_recorded_once() {
    let optin = settings(ConsentType::Optin);
    let record = after(&[save(false, true, false)], &optin).record.unwrap();
    assert_eq!(record.consented_categories.iter().max(), Some(&Category::Statistics));
    assert_eq!((record.policy_id, record.decided_at), (15, NOW));
    assert_eq!(after(&[save(false, true, false), save(false, true, false)], &optin).record, None);
    assert!(after(&[save(false, true, false), ConsentEvent::DenyAll], &optin).record.is_some());
    let silent = ConsentSettings { store_consent: false, ..optin };
    let out = after(&[ConsentEvent::AcceptAll], &silent);
    assert!(out.record.is_none() && out.cookies.iter().all(|change| !change.name.contains("saved")));
}

#[test]
fn a_proof_is_sent_again_until_the_shop_says_that_it_is_kept() {
    let optin = settings(ConsentType::Optin);
    let chosen = step(ConsentState::default(), &save(false, true, false), &optin, &person());
    let proof = chosen.record.clone().unwrap();
    assert!(chosen.cookies.iter().all(|change| !change.name.contains("saved")), "nothing says that it is kept");
    let load = |state: &ConsentState| step(state.clone(), &ConsentEvent::PageLoaded, &optin, &person());
    let again = load(&chosen.state);
    assert_eq!((again.record.as_ref(), again.cookies.len()), (Some(&proof), 0));
    assert_eq!(load(&again.state).record, Some(proof.clone()), "and again");
    let kept = proved(chosen.state, &proof, &optin);
    assert_eq!(load(&kept).record, None);
    let other = step(kept, &ConsentEvent::DenyAll, &optin, &person());
    assert_eq!(load(&other.state).record, other.record, "the proof of an earlier choice is none of this one");
    for silent in [ConsentSettings { store_consent: false, ..optin.clone() }, settings(ConsentType::Other)] {
        assert_eq!(step(other.state.clone(), &ConsentEvent::PageLoaded, &silent, &person()).record, None);
    }
}

#[test]
fn the_same_choice_made_again_after_its_time_is_proved_anew() {
    let optin = settings(ConsentType::Optin);
    let first = after(&[ConsentEvent::AcceptAll], &optin).state;
    for (days, proved) in [(182, false), (183, true)] {
        let visitor = ConsentVisitor { now: NOW + days * DAY, ..person() };
        let loaded = step(first.clone(), &ConsentEvent::PageLoaded, &optin, &visitor);
        assert_eq!(loaded.record, None);
        let out = step(loaded.state, &ConsentEvent::AcceptAll, &optin, &visitor);
        assert_eq!(out.record.map(|record| record.decided_at), proved.then_some(visitor.now), "{days}");
    }
}

#[test]
fn what_was_chosen_under_another_policy_proves_nothing() {
    let form = |policy_id| ConsentTrackForm { policy_id, ..ConsentTrackForm::default() };
    let outdated = |policy_id| form(policy_id).is_outdated(&ConsentSettings::default());
    assert_eq!([None, Some(15), Some(14), Some(16)].map(outdated), [false, false, true, true]);
}

#[test]
fn a_record_with_unknown_names_is_refused() {
    let form = |categories: &[&str], service: &str, kind: &str| ConsentTrackForm {
        consented_categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        consented_services: BTreeMap::from([(service.to_owned(), true)]),
        consenttype: kind.to_owned(),
        ..ConsentTrackForm::default()
    };
    let check = |form: ConsentTrackForm| form.check(&ConsentSettings::default(), NOW);
    for (bad, field) in [
        (form(&["everything"], "maps", "optin"), "consented_categories"),
        (form(&["Marketing"], "maps", "optin"), "consented_categories"),
        (form(&[], "<script>", "optin"), "consented_services"),
        (form(&[], "", "optin"), "consented_services"),
        (form(&[], "maps", ""), "consenttype"),
    ] {
        let errors = check(bad).unwrap_err();
        assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), [field]);
    }
    let good = check(form(&["cmplz_marketing", "functional", "marketing"], "maps", "optout")).unwrap();
    assert_eq!(good.consented_categories, [Category::Marketing, Category::Functional]);
    assert_eq!(check(form(&[], "maps", "other")).unwrap().consented_categories, []);
}

fn event() -> impl Strategy<Value = ConsentEvent> {
    prop_oneof![
        Just(ConsentEvent::PageLoaded),
        Just(ConsentEvent::AcceptAll),
        Just(ConsentEvent::DenyAll),
        Just(ConsentEvent::Close),
        Just(ConsentEvent::ManageConsent),
        any::<i64>().prop_map(|pixels| ConsentEvent::Scrolled { pixels }),
        any::<(bool, bool, bool)>().prop_map(|(a, b, c)| save(a, b, c)),
        ("[a-z\"{:,]{0,9}", any::<bool>()).prop_map(|(service, allow)| ConsentEvent::SetService {
            service,
            category: Category::Statistics,
            allow
        }),
    ]
}

proptest! {
    #[test]
    fn the_cookies_hold_the_whole_state(events in prop::collection::vec(event(), 1..8), kind in 0..3) {
        let kind = [ConsentType::Optin, ConsentType::Optout, ConsentType::Other][usize::try_from(kind).unwrap()];
        let settings = settings(kind);
        let mut jar: BTreeMap<String, String> = BTreeMap::new();
        for event in events {
            let cookies = jar.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
            let visitor = ConsentVisitor { cookies: cookies.clone(), ..person() };
            let out = step(ConsentState::from_cookies(&cookies, &settings), &event, &settings, &visitor);
            for change in out.cookies {
                if change.max_age == Some(0) { jar.remove(&change.name); } else { jar.insert(change.name, change.value); }
            }
            let cookies = jar.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
            prop_assert_eq!(ConsentState::from_cookies(&cookies, &settings), out.state);
        }
    }

    #[test]
    fn any_cookies_can_be_read(header in any::<String>(), services in ".{0,80}") {
        let settings = ConsentSettings::default();
        for text in [header, format!("cmplz_consented_services={services}; cmplz_policy_id={services}")] {
            let visitor = ConsentVisitor { cookies: text.clone(), ..person() };
            let out = step(ConsentState::from_cookies(&text, &settings), &ConsentEvent::PageLoaded, &settings, &visitor);
            prop_assert!(out.cookies.iter().all(|change| change.text.is_ascii()));
        }
    }
}
