//! Entries of the register of processing (GDPR art. 30(1)).

use shop_core::base::Lang;

use crate::platform::settings::{RetentionSettings, Words, localized};
use crate::ports::ExpiredData;

pub(super) const NO_PERSON: Words = ["non si sa di chi è", "nobody knows whose it is"];
pub(super) const STAFF: Words = ["riguarda il personale", "it is about staff"];
pub(super) const TAX_LAW: Words =
    ["lo vuole la legge fiscale (art. 2220 Codice civile)", "tax law wants it (art. 2220 Codice civile)"];

/// Legal basis of processing (GDPR art. 6(1)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalBasis {
    /// Contract with the person (b).
    Contract,
    /// Legal obligation (c).
    Law,
    /// Consent of the person (a).
    Consent,
    /// Legitimate interest (f).
    Interest,
}

impl LegalBasis {
    pub const fn text(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Contract => ["contratto (art. 6.1.b GDPR)", "contract (GDPR art. 6(1)(b))"],
            Self::Law => ["obbligo di legge (art. 6.1.c GDPR)", "legal duty (GDPR art. 6(1)(c))"],
            Self::Consent => ["consenso (art. 6.1.a GDPR)", "consent (GDPR art. 6(1)(a))"],
            Self::Interest => ["legittimo interesse (art. 6.1.f GDPR)", "legitimate interest (GDPR art. 6(1)(f))"],
        };
        localized(words, lang)
    }
}

/// Recipients of personal data, beside the shop and the operator of its server (GDPR art. 30(1)(d)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    PaymentProvider,
    Carriers,
    /// Operator of the mail server.
    MailServer,
    /// The tax authority's exchange system for invoices, and the carrier.
    TaxExchange,
    /// The European register of VAT numbers (VIES).
    VatRegister,
    Accountant,
    /// The configured analytics and advertising services.
    Analytics,
    Public,
    Authority,
}

impl Recipient {
    pub const fn text(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::PaymentProvider => ["fornitore dei pagamenti", "payment provider"],
            Self::Carriers => ["corrieri", "carriers"],
            Self::MailServer => ["gestore del server di posta", "who runs the mail server"],
            Self::TaxExchange => [
                "Sistema di Interscambio (Agenzia delle Entrate) e chi vi invia le fatture",
                "the tax authority’s exchange (Sistema di Interscambio) and who sends invoices to it",
            ],
            Self::VatRegister => {
                ["registro VIES della Commissione europea", "VIES register of the European Commission"]
            }
            Self::Accountant => ["commercialista", "accountant"],
            Self::Analytics => [
                "servizi di analisi e pubblicità, se impostati e con il consenso",
                "services of analytics and advertising, where they are set and consented to",
            ],
            Self::Public => ["chi visita il negozio", "visitors of the shop"],
            Self::Authority => {
                ["Garante, se la violazione gli va notificata", "the authority, where it is to be notified"]
            }
        };
        localized(words, lang)
    }
}

/// Statement about transfers outside the European Union (GDPR art. 30(1)(e)).
pub const TRANSFERS: Words = [
    "Il negozio stesso non trasferisce dati fuori dall’UE. Fornitore dei pagamenti, gestore della posta e servizi di analisi possono farlo: verificate nel contratto con ciascuno la decisione di adeguatezza o le clausole tipo (artt. 45 e 46 GDPR).",
    "The shop itself transfers no data out of the EU. The payment provider, who runs the mail server, and services of analytics may do so: see in the contract with each that there is an adequacy decision or standard clauses (GDPR art. 45 and 46).",
];

/// Technical security measures of the program (GDPR art. 30(1)(g), art. 32).
pub const MEASURES: &[Words] = &[
    [
        "Password con Argon2id; link d’accesso monouso, conservati come impronta e di breve durata",
        "Passwords by Argon2id; links that open an account work once, for a short time, and are stored as digests",
    ],
    [
        "Area riservata per ruoli, tentativi limitati, sessioni che scadono, registro di chi cambia le impostazioni",
        "Back office by roles, tries limited, sessions that end, a record of who changes settings",
    ],
    [
        "Chiavi dei pagamenti cifrate; i dati delle carte restano presso il fornitore",
        "Payment keys sealed; card data stay with the provider",
    ],
    [
        "Copie di sicurezza cifrate se è impostata una passphrase o un destinatario",
        "Backups encrypted where a passphrase or a recipient is set",
    ],
    [
        "Indirizzi IP abbreviati; ciò che è scaduto è cancellato ogni ora",
        "IP addresses shortened; what is kept no longer is deleted every hour",
    ],
];

#[derive(Clone, Copy)]
pub enum RetentionPeriod {
    /// A number of days from a setting.
    Days { setting: &'static str, days: fn(&RetentionSettings) -> i64 },
    /// A number of years after the end of the year, from a setting.
    Years { setting: &'static str, years: fn(&RetentionSettings) -> i64 },
    /// Until an event.
    Until(Words),
}

/// Where data appears in an account's data export.
#[derive(Clone, Copy)]
pub enum InDownload {
    Under(&'static [&'static str]),
    /// Not included, with the reason.
    Not(Words),
}

/// What happens to data when the account is deleted.
#[derive(Clone, Copy)]
pub enum OnErasure {
    Deleted,
    /// Retained without a name.
    Anonymised,
    /// Retained, with the reason.
    Kept(Words),
}

pub struct StoredData {
    pub id: &'static str,
    pub name: Words,
    /// Tables with the data; the first has a row for each item. Empty for files, or for a part of another entry's data.
    pub tables: &'static [&'static str],
    /// The people and data concerned.
    pub what: Words,
    pub basis: LegalBasis,
    pub why: Words,
    /// Recipients, beside the shop and the operator of its server.
    pub recipients: &'static [Recipient],
    pub time: RetentionPeriod,
    /// What is deleted by age.
    pub forgets: &'static [ExpiredData],
    /// Where it appears in an account's data export.
    pub download: InDownload,
    /// What happens to it when the account is deleted.
    pub erasure: OnErasure,
}

impl StoredData {
    /// The recipients in words.
    pub fn recipients_text(&self, lang: Lang) -> String {
        if self.recipients.is_empty() {
            return localized(["nessuno", "nobody"], lang).to_owned();
        }
        self.recipients.iter().map(|one| one.text(lang)).collect::<Vec<_>>().join("; ")
    }
}

impl RetentionPeriod {
    /// The retention period in words, with the configured value.
    pub fn text(&self, times: &RetentionSettings, lang: Lang) -> String {
        match (self, lang) {
            (Self::Days { days, .. }, Lang::It) => format!("{} giorni", days(times)),
            (Self::Days { days, .. }, Lang::En) => format!("{} days", days(times)),
            (Self::Years { years, .. }, Lang::It) => format!("{} anni dalla fine dell’anno", years(times)),
            (Self::Years { years, .. }, Lang::En) => format!("{} years after the end of the year", years(times)),
            (Self::Until(words), lang) => localized(*words, lang).to_owned(),
        }
    }

    /// Name of the setting; `None` if it is not configurable.
    pub fn setting(&self) -> Option<&'static str> {
        match self {
            Self::Days { setting, .. } | Self::Years { setting, .. } => Some(setting),
            Self::Until(_) => None,
        }
    }
}

impl InDownload {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Under(keys) => keys.join(", "),
            Self::Not(why) => format!("{}: {}", localized(["no", "no"], lang), localized(*why, lang)),
        }
    }
}

impl OnErasure {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Deleted => localized(["cancellato", "deleted"], lang).to_owned(),
            Self::Anonymised => localized(["resta senza nome", "stays without a name"], lang).to_owned(),
            Self::Kept(why) => format!("{}: {}", localized(["resta", "stays"], lang), localized(*why, lang)),
        }
    }
}
