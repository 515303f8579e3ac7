//! What an entry of the register says.

use shop_core::base::Lang;

use crate::ports::Forgetting;
use crate::settings::{RetentionSettings, Words, said};

/// Why personal data may be kept (GDPR art. 6(1)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalBasis {
    /// A contract with the person (b).
    Contract,
    /// A duty of the shop (c).
    Law,
    /// Consent of the person (a).
    Consent,
    /// Interest of the shop (f).
    Interest,
}

impl LegalBasis {
    /// In words.
    pub const fn said(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Contract => ["contratto (art. 6.1.b GDPR)", "contract (GDPR art. 6(1)(b))"],
            Self::Law => ["obbligo di legge (art. 6.1.c GDPR)", "legal duty (GDPR art. 6(1)(c))"],
            Self::Consent => ["consenso (art. 6.1.a GDPR)", "consent (GDPR art. 6(1)(a))"],
            Self::Interest => ["legittimo interesse (art. 6.1.f GDPR)", "legitimate interest (GDPR art. 6(1)(f))"],
        };
        said(words, lang)
    }
}

/// How long something is kept.
#[derive(Clone, Copy)]
pub enum KeptFor {
    /// So many days, as a setting says.
    Days {
        /// Name of the setting.
        setting: &'static str,
        /// Its value.
        days: fn(&RetentionSettings) -> i64,
    },
    /// So many years after the end of the year, as a setting says.
    Years {
        /// Name of the setting.
        setting: &'static str,
        /// Its value.
        years: fn(&RetentionSettings) -> i64,
    },
    /// Until something happens.
    Until(Words),
}

/// Where something is in the download of an account.
#[derive(Clone, Copy)]
pub enum InDownload {
    /// Under these keys.
    Under(&'static [&'static str]),
    /// It is not in it: why.
    Not(Words),
}

/// What happens to something when the account is deleted.
#[derive(Clone, Copy)]
pub enum OnErasure {
    /// It is deleted.
    Deleted,
    /// It stays, and names nobody.
    Nameless,
    /// It stays: why.
    Kept(Words),
}

/// An entry of the register.
pub struct KeptData {
    /// Its name in interfaces.
    pub id: &'static str,
    /// What is kept.
    pub name: Words,
    /// Tables where it is; the first has a row for each. None: files.
    pub tables: &'static [&'static str],
    /// Whose data, and which.
    pub what: Words,
    /// Legal basis.
    pub basis: LegalBasis,
    /// What for.
    pub why: Words,
    /// How long.
    pub time: KeptFor,
    /// What of it is forgotten by age.
    pub forgets: &'static [Forgetting],
    /// Where it is in the download of an account.
    pub download: InDownload,
    /// What happens to it when the account is deleted.
    pub erasure: OnErasure,
}

impl KeptFor {
    /// In words, with the value that is set.
    pub fn said(&self, times: &RetentionSettings, lang: Lang) -> String {
        match (self, lang) {
            (Self::Days { days, .. }, Lang::It) => format!("{} giorni", days(times)),
            (Self::Days { days, .. }, Lang::En) => format!("{} days", days(times)),
            (Self::Years { years, .. }, Lang::It) => format!("{} anni dalla fine dell’anno", years(times)),
            (Self::Years { years, .. }, Lang::En) => format!("{} years after the end of the year", years(times)),
            (Self::Until(words), lang) => said(*words, lang).to_owned(),
        }
    }

    /// The setting that says so; `None`: it is not set.
    pub fn setting(&self) -> Option<&'static str> {
        match self {
            Self::Days { setting, .. } | Self::Years { setting, .. } => Some(setting),
            Self::Until(_) => None,
        }
    }
}

impl InDownload {
    /// In words.
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::Under(keys) => keys.join(", "),
            Self::Not(why) => format!("{}: {}", said(["no", "no"], lang), said(*why, lang)),
        }
    }
}

impl OnErasure {
    /// In words.
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::Deleted => said(["cancellato", "deleted"], lang).to_owned(),
            Self::Nameless => said(["resta senza nome", "stays without a name"], lang).to_owned(),
            Self::Kept(why) => format!("{}: {}", said(["resta", "stays"], lang), said(*why, lang)),
        }
    }
}
