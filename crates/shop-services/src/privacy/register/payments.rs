//! Payment data, and data from the payment provider.

use super::entry::{InDownload, LegalBasis, NO_PERSON, OnErasure, Recipient, RetentionPeriod, StoredData};
use crate::ports::ExpiredData;

pub(super) const PAYMENTS: &[StoredData] = &[
    StoredData {
        id: "saved_methods",
        name: ["Metodi di pagamento salvati", "Saved methods of payment"],
        tables: &["saved_methods", "gateway_customers", "method_setups"],
        what: [
            "Circuito, ultime quattro cifre, scadenza, numero presso il fornitore",
            "Brand, last four digits, expiry, number at the provider",
        ],
        basis: LegalBasis::Consent,
        why: ["Pagare senza riscrivere i dati", "Paying without typing again"],
        recipients: &[Recipient::PaymentProvider],
        time: RetentionPeriod::Until(["finché il cliente non li toglie", "until the customer removes them"]),
        forgets: &[],
        download: InDownload::Under(&["saved_methods"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "provider_erasures",
        name: ["Cancellazioni chieste al fornitore dei pagamenti", "Erasures asked of the payment provider"],
        tables: &["gateway_erasures"],
        what: ["Numero presso il fornitore", "Number at the provider"],
        basis: LegalBasis::Law,
        why: [
            "Far cancellare anche là chi ha cancellato l’account",
            "Having who deleted the account forgotten there too",
        ],
        recipients: &[Recipient::PaymentProvider],
        time: RetentionPeriod::Until(["finché il fornitore non lo ha fatto", "until the provider has done it"]),
        forgets: &[],
        download: InDownload::Not(["nasce con la cancellazione", "it begins with the deletion"]),
        erasure: OnErasure::Kept(["finché il fornitore non ha cancellato", "until the provider has deleted"]),
    },
    StoredData {
        id: "payment_sessions",
        name: ["Pagamenti in corso", "Payments under way"],
        tables: &["paying_sessions", "form_appearances"],
        what: ["Numero casuale della sessione, ordine", "Random number of the session, order"],
        basis: LegalBasis::Contract,
        why: ["Riprendere un pagamento interrotto", "Taking up an interrupted payment"],
        recipients: &[Recipient::PaymentProvider],
        time: RetentionPeriod::Until(["30 giorni", "30 days"]),
        forgets: &[],
        download: InDownload::Not(["numeri casuali", "random numbers"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "provider_events",
        name: ["Avvisi del fornitore dei pagamenti", "Messages of the payment provider"],
        tables: &["payment_events", "early_intents"],
        what: [
            "Numeri dei pagamenti presso il fornitore, nessun nome",
            "Numbers of payments at the provider, no names",
        ],
        basis: LegalBasis::Interest,
        why: ["Ogni avviso vale una volta sola", "Each message counts once"],
        recipients: &[Recipient::PaymentProvider],
        time: RetentionPeriod::Days {
            setting: "retention.provider_event_days",
            days: |times| times.provider_event_days,
        },
        forgets: &[ExpiredData::ProviderEvents, ExpiredData::EarlyPayments],
        download: InDownload::Not(NO_PERSON),
        erasure: OnErasure::Kept(NO_PERSON),
    },
];
