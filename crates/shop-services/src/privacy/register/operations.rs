//! Data of those who run the shop, and logs of errors.

use super::entry::{InDownload, LegalBasis, OnErasure, Recipient, RetentionPeriod, STAFF, StoredData};
use crate::ports::ExpiredData;

pub(super) const OPERATIONS: &[StoredData] = &[
    StoredData {
        id: "staff_log",
        name: ["Registro del personale", "Record of staff"],
        tables: &["setting_changes", "import_jobs"],
        what: ["Chi ha cambiato impostazioni e importato prodotti", "Who changed settings and imported products"],
        basis: LegalBasis::Interest,
        why: ["Sapere chi ha fatto che cosa", "Knowing who did what"],
        recipients: &[],
        time: RetentionPeriod::Days { setting: "retention.staff_log_days", days: |times| times.staff_log_days },
        forgets: &[ExpiredData::SettingChanges, ExpiredData::Imports],
        download: InDownload::Not(STAFF),
        erasure: OnErasure::Kept(STAFF),
    },
    StoredData {
        id: "breaches",
        name: ["Registro delle violazioni", "Log of breaches"],
        tables: &["data_breaches"],
        what: ["Che cosa è successo e a quali dati, chi lo ha scritto", "What happened to which data, who wrote it"],
        basis: LegalBasis::Law,
        why: ["Documentare le violazioni (art. 33.5 GDPR)", "Documenting breaches (GDPR art. 33(5))"],
        recipients: &[Recipient::Authority],
        time: RetentionPeriod::Until(["finché c’è il negozio", "as long as the shop"]),
        forgets: &[],
        download: InDownload::Not(["non nomina i singoli clienti", "it names no single customers"]),
        erasure: OnErasure::Kept(["non nomina i singoli clienti", "it names no single customers"]),
    },
];
