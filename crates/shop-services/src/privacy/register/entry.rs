//! What an entry of the register says (GDPR art. 30(1)).

use shop_core::base::Lang;

use crate::platform::settings::{RetentionSettings, Words, said};
use crate::ports::Forgetting;

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

/// Who gets personal data, beside the shop and who runs its server (GDPR art. 30(1)(d)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// The payment provider.
    PaymentProvider,
    Carriers,
    /// Who runs the mail server.
    MailServer,
    /// The tax authority's exchange for invoices, and who sends to it.
    TaxExchange,
    /// The European register of VAT numbers.
    VatRegister,
    /// The adviser who keeps the books.
    Accountant,
    /// Services of analytics and advertising that are set.
    Analytics,
    Public,
    /// The data protection authority.
    Authority,
}

impl Recipient {
    pub const fn said(self, lang: Lang) -> &'static str {
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
        said(words, lang)
    }
}

/// What is to be said of transfers out of the European Union (GDPR art. 30(1)(e)).
pub const TRANSFERS: Words = [
    "Il negozio stesso non trasferisce dati fuori dall’UE. Fornitore dei pagamenti, gestore della posta e servizi di analisi possono farlo: verificate nel contratto con ciascuno la decisione di adeguatezza o le clausole tipo (artt. 45 e 46 GDPR).",
    "The shop itself transfers no data out of the EU. The payment provider, who runs the mail server, and services of analytics may do so: see in the contract with each that there is an adequacy decision or standard clauses (GDPR art. 45 and 46).",
];

/// Measures of security (GDPR art. 30(1)(g), art. 32) that the program takes.
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

/// How long something is kept.
#[derive(Clone, Copy)]
pub enum KeptFor {
    /// So many days, as a setting says.
    Days {
        /// Name of the setting.
        setting: &'static str,
        days: fn(&RetentionSettings) -> i64,
    },
    /// So many years after the end of the year, as a setting says.
    Years {
        /// Name of the setting.
        setting: &'static str,
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
    /// Tables where it is; the first has a row for each. None: files, or a part of what another entry has.
    pub tables: &'static [&'static str],
    /// Whose data, and which.
    pub what: Words,
    pub basis: LegalBasis,
    pub why: Words,
    /// Who gets it, beside the shop and who runs its server.
    pub recipients: &'static [Recipient],
    pub time: KeptFor,
    /// What of it is forgotten by age.
    pub forgets: &'static [Forgetting],
    /// Where it is in the download of an account.
    pub download: InDownload,
    /// What happens to it when the account is deleted.
    pub erasure: OnErasure,
}

impl KeptData {
    /// Who gets it, in words.
    pub fn recipients_said(&self, lang: Lang) -> String {
        if self.recipients.is_empty() {
            return said(["nessuno", "nobody"], lang).to_owned();
        }
        self.recipients.iter().map(|one| one.said(lang)).collect::<Vec<_>>().join("; ")
    }
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
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::Under(keys) => keys.join(", "),
            Self::Not(why) => format!("{}: {}", said(["no", "no"], lang), said(*why, lang)),
        }
    }
}

impl OnErasure {
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::Deleted => said(["cancellato", "deleted"], lang).to_owned(),
            Self::Nameless => said(["resta senza nome", "stays without a name"], lang).to_owned(),
            Self::Kept(why) => format!("{}: {}", said(["resta", "stays"], lang), said(*why, lang)),
        }
    }
}
