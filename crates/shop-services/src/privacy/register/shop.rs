//! Data of visitors that the shop stores for its own records.

use super::entry::{InDownload, LegalBasis, NO_PERSON, OnErasure, RetentionPeriod, StoredData};
use crate::ports::ExpiredData;

pub(super) const SHOP: &[StoredData] = &[
    StoredData {
        id: "consents",
        name: ["Prove del consenso ai cookie", "Proofs of consent to cookies"],
        tables: &["consents"],
        what: ["Numero casuale del browser, scelta, ora", "Random number of the browser, choice, time"],
        basis: LegalBasis::Law,
        why: ["Dimostrare il consenso (art. 7 GDPR)", "Showing that consent was given (GDPR art. 7)"],
        recipients: &[],
        time: RetentionPeriod::Days { setting: "retention.consent_days", days: |times| times.consent_days },
        forgets: &[ExpiredData::Consents],
        download: InDownload::Not(NO_PERSON),
        erasure: OnErasure::Kept(NO_PERSON),
    },
    StoredData {
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
        time: RetentionPeriod::Until([
            "lo decide chi gestisce il server: il negozio non lo conserva",
            "decided by who runs the server: the shop keeps none",
        ]),
        forgets: &[],
        download: InDownload::Not(NO_PERSON),
        erasure: OnErasure::Kept(NO_PERSON),
    },
    StoredData {
        id: "backups",
        name: ["Copie di sicurezza", "Backups"],
        tables: &[],
        what: ["Tutto quanto sopra", "All of the above"],
        basis: LegalBasis::Law,
        why: ["Ripristinare il negozio (art. 32 GDPR)", "Restoring the shop (GDPR art. 32)"],
        recipients: &[],
        time: RetentionPeriod::Until(["tante copie quante ne dice backup_keep", "as many as backup_keep says"]),
        forgets: &[],
        download: InDownload::Not(["sono copie", "they are copies"]),
        erasure: OnErasure::Kept(["finché la copia non è sostituita", "until the copy is replaced"]),
    },
];
