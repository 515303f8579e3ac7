//! Consent is never assumed: whatever happens on a page, a category runs only with an explicit consent that was not withdrawn,
//! and events without a choice change nothing.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use shop_core::privacy::consent::{
    Category, ConsentEvent, ConsentRecord, ConsentSettings, ConsentState, ConsentStep, ConsentType, ConsentVisitor,
    ServiceBox, proof_cookies, step,
};
use shop_core::privacy::cookies::decode;

const CHOSEN: [Category; 3] = [Category::Preferences, Category::Statistics, Category::Marketing];

fn category() -> impl Strategy<Value = Category> {
    prop::sample::select(Category::ALL.to_vec())
}

fn event() -> impl Strategy<Value = ConsentEvent> {
    let shown = ("maps|youtube|[ -~]{0,5}", category(), any::<bool>(), any::<bool>())
        .prop_map(|(service, category, shown, ticked)| ServiceBox { service, category, shown, ticked });
    let services = prop::collection::vec(shown, 0..3);
    prop_oneof![
        2 => Just(ConsentEvent::PageLoaded),
        1 => Just(ConsentEvent::AcceptAll),
        1 => Just(ConsentEvent::DenyAll),
        1 => Just(ConsentEvent::Revoke),
        2 => Just(ConsentEvent::Close),
        1 => Just(ConsentEvent::ManageConsent),
        1 => any::<i64>().prop_map(|pixels| ConsentEvent::Scrolled { pixels }),
        1 => any::<i64>().prop_map(|milliseconds| ConsentEvent::Waited { milliseconds }),
        2 => (any::<(bool, bool, bool)>(), services).prop_map(|((preferences, statistics, marketing), services)| {
            ConsentEvent::SavePreferences { preferences, statistics, marketing, services }
        }),
        1 => ("maps|youtube", category(), any::<bool>())
            .prop_map(|(service, category, allow)| ConsentEvent::SetService { service, category, allow }),
        1 => (category(), "maps|youtube|").prop_map(|(category, service)| ConsentEvent::AcceptPlaceholder { category, service }),
    ]
}

fn visitor(now: i64, do_not_track: bool) -> ConsentVisitor {
    ConsentVisitor { user_agent: "Mozilla/5.0 Firefox/140.0".into(), do_not_track, now, ..ConsentVisitor::default() }
}

fn settings(consent_type: ConsentType) -> ConsentSettings {
    ConsentSettings {
        consent_type,
        dismiss_on_scroll: true,
        dismiss_after_ms: Some(1_000),
        ..ConsentSettings::default()
    }
}

/// Generates events with the days between them, under one policy.
fn story() -> impl Strategy<Value = Vec<(i64, ConsentEvent)>> {
    prop::collection::vec((0_i64..400, event()), 0..20)
}

fn tell(
    story: &[(i64, ConsentEvent)],
    settings: &ConsentSettings,
    do_not_track: bool,
    mut each: impl FnMut(&ConsentState, &ConsentEvent, &ConsentStep),
) {
    let (mut state, mut now) = (ConsentState::default(), 1_772_704_710);
    for (days, event) in story {
        now += days * 86_400;
        let out = step(state.clone(), event, settings, &visitor(now, do_not_track));
        each(&state, event, &out);
        state = out.state;
        if let Some(record) = &out.record {
            prove(&mut state, record, settings);
        }
    }
}

/// Marks a record as saved, as the shop does once it has stored it.
fn prove(state: &mut ConsentState, record: &ConsentRecord, settings: &ConsentSettings) {
    let saved = proof_cookies(record, "1", settings);
    state.saved_categories = decode(&saved[1].value);
    state.saved_services = decode(&saved[2].value);
}

/// Tracks the explicit consents independently of the rules.
fn remember(yes: &mut BTreeSet<Category>, event: &ConsentEvent) {
    match event {
        ConsentEvent::AcceptAll => yes.extend(CHOSEN),
        ConsentEvent::DenyAll | ConsentEvent::Revoke => yes.clear(),
        ConsentEvent::SavePreferences { preferences, statistics, marketing, .. } => {
            for (category, allowed) in CHOSEN.into_iter().zip([preferences, statistics, marketing]) {
                if *allowed {
                    yes.insert(category)
                } else {
                    yes.remove(&category)
                };
            }
        }
        ConsentEvent::AcceptPlaceholder { category, service } if service.is_empty() => drop(yes.insert(*category)),
        _ => {}
    }
    yes.remove(&Category::Functional);
}

proptest! {
    #[test]
    fn under_opt_in_exactly_what_was_explicitly_allowed_runs(story in story(), signal: bool) {
        let mut yes = BTreeSet::new();
        let mut wrong = None;
        tell(&story, &settings(ConsentType::Optin), signal, |_, event, out| {
            remember(&mut yes, event);
            let running: BTreeSet<Category> = out.allowed.iter().copied().filter(|c| *c != Category::Functional).collect();
            if running != yes || !out.allowed.contains(&Category::Functional) {
                wrong = Some(format!("after {event:?}: {running:?}, allowed were {yes:?}"));
            }
        });
        prop_assert_eq!(wrong, None);
    }

    #[test]
    fn a_privacy_signal_is_a_no_to_everything_unsaid_wherever_it_is_honoured(story in story(), other: bool) {
        let settings = settings(if other { ConsentType::Other } else { ConsentType::Optout });
        let mut yes = BTreeSet::new();
        let mut wrong = None;
        tell(&story, &settings, true, |_, event, out| {
            remember(&mut yes, event);
            let running: BTreeSet<Category> = out.allowed.iter().copied().filter(|c| *c != Category::Functional).collect();
            if running != yes || out.banner_shown {
                wrong = Some(format!("after {event:?}: {running:?}, allowed were {yes:?}"));
            }
        });
        prop_assert_eq!(wrong, None);
    }

    #[test]
    fn scrolling_waiting_loading_and_reopening_the_banner_decide_nothing(story in story(), kind in 0_usize..2) {
        let settings = settings([ConsentType::Optin, ConsentType::Optout][kind]);
        let mut wrong = None;
        tell(&story, &settings, false, |before, event, out| {
            let silent = matches!(event, ConsentEvent::PageLoaded | ConsentEvent::ManageConsent | ConsentEvent::Scrolled { .. } | ConsentEvent::Waited { .. });
            let choices = |state: &ConsentState| (CHOSEN.map(|category| state.choice(category)), state.services.clone(), state.decided_at);
            if silent && (choices(before) != choices(&out.state) || out.record.is_some() || out.reload_after_ms.is_some()) {
                wrong = Some(format!("{event:?} turned {before:?} into {:?}", out.state));
            }
        });
        prop_assert_eq!(wrong, None);
    }

    #[test]
    fn a_step_that_changes_nothing_writes_nothing_and_the_same_choice_is_recorded_once(story in story(), kind in 0_usize..3) {
        let settings = settings([ConsentType::Optin, ConsentType::Optout, ConsentType::Other][kind]);
        let mut wrong = None;
        let mut recorded: Option<(Vec<Category>, BTreeMap<String, bool>)> = None;
        tell(&story, &settings, false, |before, event, out| {
            if out.state == *before && !out.cookies.is_empty() {
                wrong = Some(format!("{event:?} wrote {:?}", out.cookies));
            }
            if let Some(record) = &out.record {
                let (categories, services) = (record.consented_categories.clone(), record.consented_services.clone());
                let same = recorded.as_ref().is_some_and(|(old, own)| *old == categories && *own == services);
                // After half a year a choice is recorded again, even if it is the same.
                let renewed = before.decided_at.is_some_and(|at| record.decided_at - at >= 183 * 86_400);
                if same && !renewed {
                    wrong = Some(format!("{event:?} recorded {record:?} again"));
                }
                recorded = Some((categories, services));
            }
        });
        prop_assert_eq!(wrong, None);
    }

    #[test]
    fn under_another_policy_nothing_of_the_old_choice_holds(story in story(), kind in 0_usize..3) {
        let settings = settings([ConsentType::Optin, ConsentType::Optout, ConsentType::Other][kind]);
        let mut last = ConsentState::default();
        tell(&story, &settings, false, |_, _, out| last = out.state.clone());
        if last.policy_id.is_none() {
            return Ok(());
        }
        let next = ConsentSettings { policy_id: settings.policy_id + 1, ..settings };
        let out = step(last, &ConsentEvent::PageLoaded, &next, &visitor(1_900_000_000, false));
        prop_assert_eq!(out.allowed, vec![Category::Functional]);
        prop_assert!(out.state.services.is_empty() && out.state.saved_categories.is_empty());
    }
}
