//! Consent events and their results.

use serde::{Deserialize, Serialize};

use super::record::{ConsentKind, ConsentRecord, services_text};
use super::state::{BannerStatus, Category, Choice, ConsentSettings, ConsentState, ConsentType};
use super::timings::TIMINGS;
use super::visitor::ConsentVisitor;
use crate::privacy::cookies::{self, CookieChange, DAY};

/// The checkbox of one service beside that of its category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ServiceBox {
    pub service: String,
    pub category: Category,
    /// Whether it was ticked when it was shown, or when a script changed it with its category.
    pub shown: bool,
    /// Whether it is ticked now.
    pub ticked: bool,
}

/// An event on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ConsentEvent {
    /// The page has loaded.
    PageLoaded,
    /// The visitor presses "Accept".
    AcceptAll,
    /// The visitor presses "Deny".
    DenyAll,
    /// The visitor withdraws all consent, on the policy page or in the account.
    Revoke,
    /// The visitor presses "Save preferences".
    SavePreferences {
        /// State of the preferences box.
        preferences: bool,
        /// State of the statistics box.
        statistics: bool,
        /// State of the marketing box.
        marketing: bool,
        /// Boxes of the services that were shown.
        #[serde(default)]
        services: Vec<ServiceBox>,
    },
    /// The visitor ticks or unticks the box of one service.
    SetService {
        service: String,
        category: Category,
        /// Whether it is now ticked.
        allow: bool,
    },
    /// The visitor requests blocked content: its service if there is one, otherwise its category.
    AcceptPlaceholder {
        /// Category of the content.
        category: Category,
        /// Service of the content; empty: none.
        #[serde(default)]
        service: String,
    },
    /// The visitor presses the banner's X.
    Close,
    /// The visitor presses the button that shows the banner again.
    ManageConsent,
    /// The visitor has scrolled.
    Scrolled {
        /// Distance scrolled since the page loaded.
        pixels: i64,
    },
    /// The banner has been visible for a while.
    Waited {
        /// Time since it was shown.
        milliseconds: i64,
    },
}

impl ConsentEvent {
    /// Returns how the choice is recorded; `None`: the event is no choice.
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

/// The new state and its effects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentStep {
    /// State after the event.
    pub state: ConsentState,
    /// Whether the banner is on the page.
    pub banner_shown: bool,
    /// Categories that may run now.
    pub allowed: Vec<Category>,
    /// Cookies to set or delete, in this order.
    pub cookies: Vec<CookieChange>,
    /// Delay in milliseconds until the page is reloaded; `None`: no reload.
    pub reload_after_ms: Option<i64>,
    /// Record to send as proof; `None`: nothing new to prove.
    pub record: Option<ConsentRecord>,
}

/// Applies an event. Nothing is stored, shown or recorded for bots.
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
        // A choice repeated after it expired is recorded again, even if it is the same.
        !new.is_saved(&state) || (decided && before.is_old(settings, visitor))
    });
    if record.is_some() && decided {
        // Cleared until the shop confirms that the proof is stored: without a response the browser sends it again.
        (state.saved_categories, state.saved_services) = (String::new(), String::new());
    }
    ConsentStep {
        banner_shown: state.shows_banner(settings, visitor),
        allowed: Category::ALL.into_iter().filter(|category| state.allows(*category, settings, visitor)).collect(),
        cookies: if state == before { Vec::new() } else { state_cookies(&state, settings, visitor) },
        reload_after_ms: reload.then_some(TIMINGS.reload_after_ms),
        record,
        state,
    }
}

/// Returns the record to send: for a choice, or for an earlier one whose proof may not have arrived. Automatic acceptance under
/// local law is no choice.
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
    (due && settings.store_consent).then(|| ConsentRecord::from_state(state, settings, visitor))
}

struct Change<'a> {
    before: &'a ConsentState,
    state: ConsentState,
    settings: &'a ConsentSettings,
    visitor: &'a ConsentVisitor,
    /// Whether the visitor made a choice, which gets a date and a record.
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
                self.state.choose(Category::Preferences, Choice::from_ticked(*preferences));
                self.state.choose(Category::Statistics, Choice::from_ticked(*statistics));
                self.state.choose(Category::Marketing, Choice::from_ticked(*marketing));
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
                // Closing is no consent: what was not chosen stays off (Garante). Earlier choices are not changed.
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
            // The denial is stored, so that it also applies on the next page, where an unset choice would mean allowed.
            self.state = ConsentState { banner: Some(BannerStatus::Show), ..ConsentState::default() };
            self.all(Choice::Deny);
            return;
        }
        if self.settings.consent_type == ConsentType::Other && !self.settings.respects_objection(self.visitor) {
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

    /// Applies the boxes of single services. An empty box is a refusal, whatever its category. A ticked one of a category that is
    /// not allowed is a consent of its own, unless only the category was unticked. Consent for services whose box was not shown
    /// is dropped, since it could not be withdrawn otherwise; a refusal stays.
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
        // Content of a host without a service counts as marketing.
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

    /// Closes the banner automatically; opt-out only, because elsewhere neither scrolling nor waiting means anything.
    fn dismiss_by_itself(&mut self) {
        if self.settings.consent_type == ConsentType::Optout && self.state.shows_banner(self.settings, self.visitor) {
            self.dismiss();
        }
    }
}

/// Returns the cookies that store a state; unneeded cookies with the prefix are deleted.
fn state_cookies(state: &ConsentState, settings: &ConsentSettings, visitor: &ConsentVisitor) -> Vec<CookieChange> {
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
    // The visitor's id is deleted with the choices that it identifies.
    let retains_id = state.decided_at.is_some();
    for (name, _) in cookies::pairs(&visitor.cookies) {
        let needed = name
            .strip_prefix(&settings.prefix)
            .is_some_and(|own| (own == "id" && retains_id) || values.iter().any(|(value, _)| *value == own));
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
