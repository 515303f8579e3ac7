//! What the shop keeps to account for itself.

use super::{NO_PERSON, STAFF};
use crate::personal_data::register::{InDownload, KeptData, KeptFor, LegalBasis, OnErasure, Recipient};
use crate::ports::Forgetting;

pub(super) const SHOP: &[KeptData] = &[
    KeptData {
        id: "consents",
        name: ["Prove del consenso ai cookie", "Proofs of consent to cookies"],
        tables: &["consents"],
        what: ["Numero casuale del browser, scelta, ora", "Random number of the browser, choice, time"],
        basis: LegalBasis::Law,
        why: ["Dimostrare il consenso (art. 7 GDPR)", "Showing that consent was given (GDPR art. 7)"],
        recipients: &[],
        time: KeptFor::Days { setting: "retention.consent_days", days: |times| times.consent_days },
        forgets: &[Forgetting::Consents],
        download: InDownload::Not(NO_PERSON),
        erasure: OnErasure::Kept(NO_PERSON),
    },
    KeptData {
        id: "staff_log",
        name: ["Registro del personale", "Record of staff"],
        tables: &["setting_changes", "import_jobs"],
        what: ["Chi ha cambiato impostazioni e importato prodotti", "Who changed settings and imported products"],
        basis: LegalBasis::Interest,
        why: ["Sapere chi ha fatto che cosa", "Knowing who did what"],
        recipients: &[],
        time: KeptFor::Days { setting: "retention.staff_log_days", days: |times| times.staff_log_days },
        forgets: &[Forgetting::SettingChanges, Forgetting::Imports],
        download: InDownload::Not(STAFF),
        erasure: OnErasure::Kept(STAFF),
    },
    KeptData {
        id: "breaches",
        name: ["Registro delle violazioni", "Log of breaches"],
        tables: &["data_breaches"],
        what: ["Che cosa è successo e a quali dati, chi lo ha scritto", "What happened to which data, who wrote it"],
        basis: LegalBasis::Law,
        why: ["Documentare le violazioni (art. 33.5 GDPR)", "Documenting breaches (GDPR art. 33(5))"],
        recipients: &[Recipient::Authority],
        time: KeptFor::Until(["finché c’è il negozio", "as long as the shop"]),
        forgets: &[],
        download: InDownload::Not(["non nomina i singoli clienti", "it names no single customers"]),
        erasure: OnErasure::Kept(["non nomina i singoli clienti", "it names no single customers"]),
    },
    KeptData {
        id: "process_log",
        name: ["Registro del server", "Log of the server"],
        tables: &[],
        what: [
            "Errori e avvisi; indirizzi IP solo di chi apre troppe connessioni",
            "Errors and warnings; IP addresses only of who opens too many connections",
        ],
        basis: LegalBasis::Interest,
        why: ["Sicurezza del servizio", "Security of the service"],
        recipients: &[],
        time: KeptFor::Until([
            "lo decide chi gestisce il server: il negozio non lo conserva",
            "decided by who runs the server: the shop keeps none",
        ]),
        forgets: &[],
        download: InDownload::Not(NO_PERSON),
        erasure: OnErasure::Kept(NO_PERSON),
    },
    KeptData {
        id: "backups",
        name: ["Copie di sicurezza", "Backups"],
        tables: &[],
        what: ["Tutto quanto sopra", "All of the above"],
        basis: LegalBasis::Law,
        why: ["Ripristinare il negozio (art. 32 GDPR)", "Restoring the shop (GDPR art. 32)"],
        recipients: &[],
        time: KeptFor::Until(["tante copie quante ne dice backup_keep", "as many as backup_keep says"]),
        forgets: &[],
        download: InDownload::Not(["sono copie", "they are copies"]),
        erasure: OnErasure::Kept(["finché la copia non è sostituita", "until the copy is replaced"]),
    },
];
