//! The register of personal data breaches (GDPR art. 33(5)): what happened, the consequences, the measures, and who was notified
//! when.

use shop_core::base::FieldError;
use shop_core::base::calendar::{day_named, from_local, local, name_of_day};
use shop_core::base::time::UnixSeconds;
use shop_core::platform::input::Check;
use shop_core::platform::messages::answers;

use super::PersonalData;
use crate::ports::{BreachChanged, BreachNotes, BreachRecord, Customer, FormError, StoreError};

/// Deadline for notifying the authority after the shop became aware (GDPR art. 33(1)): 72 hours.
const NOTIFY_WITHIN_S: i64 = 72 * 3600;
/// Maximum length of a field in characters.
const MAX_CHARS: usize = 5_000;
/// Maximum number of listed breaches.
const MAX_BREACHES: u64 = 200;

/// The form of a breach. Moments are local: "2026-11-26T10:30"; empty if not yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreachForm {
    /// When the shop became aware of it.
    pub known: String,
    pub facts: String,
    /// The people and data concerned.
    pub people: String,
    /// Likely consequences for them.
    pub effects: String,
    /// Measures taken, or why nobody was notified.
    pub measures: String,
    /// When the authority was notified.
    pub authority_notified: String,
    /// When the people concerned were notified.
    pub people_notified: String,
}

/// Status of the notification of the authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    InTime,
    /// Sent after the 72 hours: it must state the reasons.
    Late,
    /// Not sent yet, within the deadline.
    Open,
    /// Not sent, past the deadline.
    Overdue,
}

impl Notice {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InTime => "in_time",
            Self::Late => "late",
            Self::Open => "open",
            Self::Overdue => "overdue",
        }
    }
}

impl BreachNotes {
    /// Deadline for notifying the authority, unless the breach is unlikely to be a risk.
    pub const fn notify_by(&self) -> UnixSeconds {
        self.known_at.saturating_add(NOTIFY_WITHIN_S)
    }

    /// Status of the notification at a moment.
    pub fn notice(&self, now: UnixSeconds) -> Notice {
        match self.authority_notified_at {
            Some(at) if at <= self.notify_by() => Notice::InTime,
            Some(_) => Notice::Late,
            None if now <= self.notify_by() => Notice::Open,
            None => Notice::Overdue,
        }
    }
}

impl PersonalData {
    /// Lists the breaches, the most recently known first; at most 200.
    pub async fn breaches(&self) -> Result<Vec<BreachRecord>, StoreError> {
        self.store.breaches(MAX_BREACHES).await
    }

    /// Records a breach; returns its id.
    pub async fn note_breach(&self, form: &BreachForm, by: &Customer) -> Result<i64, FormError> {
        let now = self.context.now();
        let notes = check(form, now).map_err(FormError::Fields)?;
        Ok(self.store.add_breach(&notes, &by.username, now).await?)
    }

    /// Changes a breach. If somebody else changed it in between, nothing is saved.
    pub async fn change_breach(&self, id: i64, version: i64, form: &BreachForm) -> Result<BreachChanged, FormError> {
        let now = self.context.now();
        let notes = check(form, now).map_err(FormError::Fields)?;
        Ok(self.store.change_breach(id, version, &notes, now).await?)
    }
}

/// Formats a moment for the form: "2026-11-26T10:30", in Europe/Rome.
pub fn typed_moment(at: UnixSeconds) -> String {
    let local_time = local(at);
    let minutes = local_time.rem_euclid(86_400) / 60;
    format!("{}T{:02}:{:02}", name_of_day(local_time.div_euclid(86_400)), minutes / 60, minutes % 60)
}

/// Parses a moment of the form, without seconds.
fn moment(typed: &str) -> Option<UnixSeconds> {
    let (date, time) = typed.split_once(['T', ' '])?;
    let mut parts = time.trim().split(':').map(|part| part.parse::<i64>().ok());
    let hours = parts.next()?.filter(|hours| (0..24).contains(hours))?;
    let minutes = parts.next()?.filter(|minutes| (0..60).contains(minutes))?;
    Some(from_local(day_named(date)? * 86_400 + hours * 3600 + minutes * 60))
}

fn check(form: &BreachForm, now: UnixSeconds) -> Result<BreachNotes, Vec<FieldError>> {
    let mut check = Check::default();
    let known_at = parse_past_moment(&mut check, "known", &form.known, now);
    if form.known.trim().is_empty() {
        check.refuse("known", answers::BREACH_MOMENT_INVALID);
    }
    let facts = check.required("facts", &form.facts, MAX_CHARS);
    let people = check.required("people", &form.people, MAX_CHARS);
    let effects = check.required("effects", &form.effects, MAX_CHARS);
    let measures = check.required("measures", &form.measures, MAX_CHARS);
    let authority_notified_at = parse_past_moment(&mut check, "authority_notified", &form.authority_notified, now);
    let people_notified_at = parse_past_moment(&mut check, "people_notified", &form.people_notified, now);
    for (field, notified_at) in [("authority_notified", authority_notified_at), ("people_notified", people_notified_at)]
    {
        if let (Some(notified), Some(known)) = (notified_at, known_at)
            && notified < known
        {
            check.refuse(field, answers::BREACH_TOLD_BEFORE);
        }
    }
    let known_at = known_at.unwrap_or_default();
    check.done(BreachNotes { known_at, facts, people, effects, measures, authority_notified_at, people_notified_at })
}

/// A moment in the past; empty for none.
fn parse_past_moment(check: &mut Check, field: &'static str, typed: &str, now: UnixSeconds) -> Option<UnixSeconds> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let at = moment(typed).filter(|at| *at <= now);
    if at.is_none() {
        check.refuse(field, answers::BREACH_MOMENT_INVALID);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> BreachForm {
        BreachForm {
            known: "2026-11-26T10:30".into(),
            facts: "Portatile rubato".into(),
            people: "40 clienti: nome, e-mail".into(),
            effects: "Messaggi indesiderati".into(),
            measures: "Password cambiate".into(),
            ..BreachForm::default()
        }
    }

    fn at(typed: &str) -> UnixSeconds {
        moment(typed).unwrap()
    }

    #[test]
    fn the_authority_is_told_within_seventy_two_hours_of_knowing() {
        let notes = check(&form(), at("2026-11-30T00:00")).unwrap();
        assert_eq!(typed_moment(notes.notify_by()), "2026-11-29T10:30");
        assert_eq!(notes.notice(at("2026-11-29T10:30")), Notice::Open);
        assert_eq!(notes.notice(at("2026-11-29T10:31")), Notice::Overdue);
        let notified = |typed: &str| BreachNotes { authority_notified_at: Some(at(typed)), ..notes.clone() };
        assert_eq!(notified("2026-11-29T10:30").notice(at("2027-01-01T00:00")), Notice::InTime);
        assert_eq!(notified("2026-11-29T10:31").notice(at("2027-01-01T00:00")), Notice::Late);
    }

    #[test]
    fn a_breach_is_known_before_it_is_told_and_neither_in_the_future() {
        let now = at("2026-11-27T00:00");
        for (field, wrong) in [
            ("known", BreachForm { known: "2026-11-28T10:00".into(), ..form() }),
            ("known", BreachForm { known: "ieri".into(), ..form() }),
            ("known", BreachForm { known: " ".into(), ..form() }),
            ("facts", BreachForm { facts: " ".into(), ..form() }),
            ("measures", BreachForm { measures: "x".repeat(5_001), ..form() }),
            ("authority_notified", BreachForm { authority_notified: "2026-11-26T10:29".into(), ..form() }),
            ("people_notified", BreachForm { people_notified: "2026-11-26T24:00".into(), ..form() }),
        ] {
            let errors = check(&wrong, now).unwrap_err();
            assert_eq!(errors.iter().map(|error| error.field.clone()).collect::<Vec<_>>(), [field], "{wrong:?}");
        }
    }

    #[test]
    fn a_moment_is_shown_as_it_was_typed() {
        for typed in ["2026-11-26T10:30", "2026-07-01T00:05"] {
            assert_eq!(typed_moment(at(typed)), typed);
        }
        assert_eq!(moment("2026-11-26T10:30:59"), moment("2026-11-26 10:30"));
    }
}
