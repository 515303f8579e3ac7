//! What happens to consent: events, and what they come to.

use serde::{Deserialize, Serialize};

use super::record::{ConsentKind, ConsentRecord, services_text};
use super::state::{BannerStatus, Category, Choice, ConsentSettings, ConsentState, ConsentType};
use super::timings::TIMINGS;
use super::visitor::ConsentVisitor;
use crate::privacy::cookies::{self, CookieChange, DAY};

/// The box of one service beside that of its category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ServiceBox {
    pub service: String,
    pub category: Category,
    /// Whether it was ticked when it was shown, or when a script ticked or emptied it with its category.
    pub shown: bool,
    /// Whether it is ticked now.
    pub ticked: bool,
}

/// Something that happens on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ConsentEvent {
    /// The page is there.
    PageLoaded,
    /// Formatted as "Accept".
    AcceptAll,
    /// Formatted as "Deny".
    DenyAll,
    /// All consent is withdrawn, on the policy page or in the account.
    Revoke,
    /// "Save preferences", with the boxes as they are.
    SavePreferences {
        /// Box of preferences.
        preferences: bool,
        /// Box of statistics.
        statistics: bool,
        /// Box of marketing.
        marketing: bool,
        /// Boxes of the services that were shown.
        #[serde(default)]
        services: Vec<ServiceBox>,
    },
    /// The box of one service is ticked or emptied.
    SetService {
        service: String,
        category: Category,
        /// Whether it is ticked now.
        allow: bool,
    },
    /// Blocked content is wanted: its service when it is named, otherwise its category.
    AcceptPlaceholder {
        /// The content's category.
        category: Category,
        /// The content's service; empty: none.
        #[serde(default)]
        service: String,
    },
    /// The banner's X.
    Close,
    /// The button that brings the banner back.
    ManageConsent,
    /// The page has been scrolled.
    Scrolled {
        /// So many pixels since it was loaded.
        pixels: i64,
    },
    /// The banner has been on the page for a while.
    Waited {
        /// So many milliseconds.
        milliseconds: i64,
    },
}

impl ConsentEvent {
    /// How a choice is recorded; nothing: it is none.
    pub fn kind(&self) -> Option<ConsentKind> {
        Some(match self {
            Self::AcceptAll => ConsentKind::AcceptAll,
            Self::DenyAll => ConsentKind::DenyAll,
            Self::Revoke => ConsentKind::Revoke,
            Self::SavePreferences { .. } => ConsentKind::SavePreferences,
            Self::SetService { .. } => ConsentKind::SetService,
            Self::AcceptPlaceholder { .. } => ConsentKind::AcceptPlaceholder,
            Self::Close => ConsentKind::Close,
            Self::PageLoaded | Self::ManageConsent | Self::Scrolled { .. } | Self::Waited { .. } => return None,
        })
    }
}

/// The new state and what is to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentStep {
    /// The state afterwards.
    pub state: ConsentState,
    /// Whether the banner is on the page.
    pub banner_shown: bool,
    /// Categories that may run now.
    pub allowed: Vec<Category>,
    /// Cookies to set or delete, in this order.
    pub cookies: Vec<CookieChange>,
    /// The page is to be loaded anew after so many milliseconds; nothing: it stays.
    pub reload_after_ms: Option<i64>,
    /// What is to be recorded as proof; nothing: nothing new.
    pub record: Option<ConsentRecord>,
}

/// What an event comes to. Nothing is stored, shown or recorded for bots.
///
/// ```
/// use shop_core::privacy::consent::{ConsentEvent, ConsentSettings, ConsentState, ConsentVisitor, step};
/// let (settings, visitor) = (ConsentSettings::default(), ConsentVisitor::default());
/// let closed = step(ConsentState::default(), &ConsentEvent::Close, &settings, &visitor);
/// assert!(!closed.banner_shown);
/// assert_eq!(closed.allowed.len(), 1); // functional
/// ```
pub fn step(
    before: ConsentState,
    event: &ConsentEvent,
    settings: &ConsentSettings,
    visitor: &ConsentVisitor,
) -> ConsentStep {
    if visitor.is_bot() {
        return ConsentStep { state: before, allowed: Category::ALL.to_vec(), ..ConsentStep::default() };
    }
    let mut change =
        Change { before: &before, state: before.clone(), settings, visitor, decided: false, reload: false };
    change.apply(event);
    let Change { mut state, decided, reload, .. } = change;
    if decided {
        state.decided_at = Some(visitor.now);
    }
    if state != before {
        state.policy_id = Some(settings.policy_id.to_string());
    }
    let record = record(&state, event, decided, (settings, visitor)).filter(|new| {
        // What is chosen anew after its time is recorded anew, though it is the same.
        !new.is_saved(&state) || (decided && before.is_old(settings, visitor))
    });
    if record.is_some() && decided {
        // Until the shop says that the proof is kept: who hears nothing sends it again.
        (state.saved_categories, state.saved_services) = (String::new(), String::new());
    }
    ConsentStep {
        banner_shown: state.shows_banner(settings, visitor),
        allowed: Category::ALL.into_iter().filter(|category| state.allows(*category, settings, visitor)).collect(),
        cookies: if state == before { Vec::new() } else { written(&state, settings, visitor) },
        reload_after_ms: reload.then_some(TIMINGS.reload_after_ms),
        record,
        state,
    }
}

/// What is to be proved: a choice, or one made before whose proof may not have arrived. Accepting by the law of the place is no choice.
fn record(
    state: &ConsentState,
    event: &ConsentEvent,
    decided: bool,
    (settings, visitor): (&ConsentSettings, &ConsentVisitor),
) -> Option<ConsentRecord> {
    let due = match event {
        ConsentEvent::PageLoaded => state.decided_at.is_some() && settings.consent_type != ConsentType::Other,
        _ => decided,
    };
    (due && settings.store_consent).then(|| ConsentRecord::of(state, settings, visitor))
}

struct Change<'a> {
    before: &'a ConsentState,
    state: ConsentState,
    settings: &'a ConsentSettings,
    visitor: &'a ConsentVisitor,
    /// Whether the visitor made a choice, which is what is dated and recorded.
    decided: bool,
    reload: bool,
}

impl Change<'_> {
    fn apply(&mut self, event: &ConsentEvent) {
        match event {
            ConsentEvent::PageLoaded => self.load(),
            ConsentEvent::AcceptAll => {
                self.state.services.clear();
                self.all(Choice::Allow);
                self.answered();
            }
            ConsentEvent::DenyAll | ConsentEvent::Revoke => {
                self.reload = self.something_was_allowed();
                self.state.services.clear();
                self.all(Choice::Deny);
                self.answered();
            }
            ConsentEvent::SavePreferences { preferences, statistics, marketing, services } => {
                self.state.choose(Category::Preferences, Choice::of(*preferences));
                self.state.choose(Category::Statistics, Choice::of(*statistics));
                self.state.choose(Category::Marketing, Choice::of(*marketing));
                self.reload = !marketing && self.before.allows(Category::Marketing, self.settings, self.visitor);
                self.choose_services(services);
                self.answered();
            }
            ConsentEvent::SetService { service, category, allow } => {
                let before = self.before.allows_service(service, *category, self.settings, self.visitor);
                self.reload = *category != Category::Functional && before && !allow;
                self.state.choose_service(service, *allow);
                self.decided = true;
            }
            ConsentEvent::AcceptPlaceholder { category, service } => {
                if service.is_empty() {
                    self.state.choose(*category, Choice::Allow);
                } else {
                    self.state.choose_service(service, true);
                }
                self.answered();
            }
            ConsentEvent::Close => {
                // Closing is no consent: what was not chosen stays off (Garante). Earlier choices are not touched.
                if self.settings.consent_type == ConsentType::Optin {
                    for category in Category::ALL {
                        let choice = self.state.choice(category).unwrap_or(Choice::Deny);
                        self.state.choose(category, choice);
                    }
                    self.answered();
                } else {
                    self.dismiss();
                }
            }
            ConsentEvent::ManageConsent => {
                let banner = self.state.banner.replace(BannerStatus::Show);
                if !self.state.shows_banner(self.settings, self.visitor) {
                    self.state.banner = banner;
                }
            }
            ConsentEvent::Scrolled { pixels } => {
                if self.settings.dismiss_on_scroll && *pixels > TIMINGS.scroll_pixels {
                    self.dismiss_by_itself();
                }
            }
            ConsentEvent::Waited { milliseconds } => {
                if self.settings.dismiss_after_ms.is_some_and(|limit| *milliseconds >= limit) {
                    self.dismiss_by_itself();
                }
            }
        }
    }

    fn load(&mut self) {
        let policy = self.settings.policy_id.to_string();
        if self.state.policy_id.as_ref().is_some_and(|stored| *stored != policy) {
            // The denial is stored, so that it also holds on the next page where unset would mean allowed.
            self.state = ConsentState { banner: Some(BannerStatus::Show), ..ConsentState::default() };
            self.all(Choice::Deny);
            return;
        }
        if self.settings.consent_type == ConsentType::Other && !self.settings.heeds_objection_of(self.visitor) {
            for category in Category::ALL {
                if self.state.choice(category).is_none() {
                    self.state.choose(category, Choice::Allow);
                    self.answered();
                }
            }
        }
        if self.state.banner == Some(BannerStatus::Dismissed) && self.state.is_old(self.settings, self.visitor) {
            self.state.banner = Some(BannerStatus::Show);
        }
    }

    /// The services' own choices as their boxes say. An empty box is a refusal, whatever its category. A ticked one of a category that
    /// is not allowed is a consent of its own, unless the category alone was emptied. Of services whose box was not shown consent
    /// falls, as nobody could take it back otherwise, and a refusal stays.
    fn choose_services(&mut self, boxes: &[ServiceBox]) {
        let (settings, visitor) = (self.settings, self.visitor);
        self.state.services.retain(|service, allowed| !*allowed && boxes.iter().all(|shown| shown.service != *service));
        for ServiceBox { service, category, shown, ticked } in boxes {
            if *category == Category::Functional {
                continue;
            }
            let was = self.before.allows(*category, settings, visitor);
            let is = self.state.allows(*category, settings, visitor);
            if *ticked != is && (!ticked || ticked != shown || was == is) {
                self.state.choose_service(service, *ticked);
            }
            self.reload |= self.before.allows_service(service, *category, settings, visitor)
                && !self.state.allows_service(service, *category, settings, visitor);
        }
        // Content of a host that no service has counts as marketing.
        let unseen = |service: &String| boxes.iter().all(|shown| shown.service != *service);
        let fell = self.before.services.iter().any(|(service, allowed)| *allowed && unseen(service));
        self.reload |= fell && !self.state.allows(Category::Marketing, settings, visitor);
    }

    fn all(&mut self, choice: Choice) {
        for category in Category::ALL {
            self.state.choose(category, choice);
        }
    }

    fn something_was_allowed(&self) -> bool {
        let category = |category: &Category| {
            *category != Category::Functional && self.before.allows(*category, self.settings, self.visitor)
        };
        Category::ALL.iter().any(category) || self.before.services.values().any(|allowed| *allowed)
    }

    fn answered(&mut self) {
        self.decided = true;
        self.dismiss();
    }

    fn dismiss(&mut self) {
        self.state.banner = Some(BannerStatus::Dismissed);
    }

    /// Opt-out only: elsewhere neither scrolling nor waiting says anything.
    fn dismiss_by_itself(&mut self) {
        if self.settings.consent_type == ConsentType::Optout && self.state.shows_banner(self.settings, self.visitor) {
            self.dismiss();
        }
    }
}

/// The cookies that hold a state; those of the prefix that it does not need are deleted.
fn written(state: &ConsentState, settings: &ConsentSettings, visitor: &ConsentVisitor) -> Vec<CookieChange> {
    let mut values: Vec<(&str, String)> = Vec::new();
    for category in Category::ALL {
        values.extend(state.choice(category).map(|choice| (category.name(), choice.name().to_owned())));
    }
    values.extend(state.banner.map(|status| ("banner-status", status.name().to_owned())));
    values.extend(state.policy_id.clone().map(|id| ("policy_id", id)));
    values.extend(state.decided_at.map(|at| ("decided", at.to_string())));
    if !state.services.is_empty() {
        values.push(("consented_services", services_text(&state.services)));
    }
    for (name, text) in [("saved_categories", &state.saved_categories), ("saved_services", &state.saved_services)] {
        if !text.is_empty() {
            values.push((name, text.clone()));
        }
    }
    let scope = settings.scope();
    let mut changes = Vec::new();
    // The visitor's number goes when the choices it stands for go.
    let keeps_id = state.decided_at.is_some();
    for (name, _) in cookies::pairs(&visitor.cookies) {
        let needed = name
            .strip_prefix(&settings.prefix)
            .is_some_and(|own| (own == "id" && keeps_id) || values.iter().any(|(value, _)| *value == own));
        let ours = !settings.prefix.is_empty() && name.contains(&settings.prefix);
        if ours && !needed && cookies::is_name(name) {
            changes.push(scope.delete(name));
        }
    }
    let max_age = settings.cookie_expiry_days.saturating_mul(DAY);
    changes.extend(
        values.iter().map(|(name, value)| scope.set(&format!("{}{name}", settings.prefix), value, Some(max_age))),
    );
    changes
}

#[cfg(test)]
#[path = "step_tests.rs"]
mod tests;
