//! Accounts, and data collected before an order.

use super::entry::{InDownload, LegalBasis, OnErasure, Recipient, RetentionPeriod, StoredData};

pub(super) const ACCOUNTS: &[StoredData] = &[
    StoredData {
        id: "accounts",
        name: ["Account", "Accounts"],
        tables: &["customers"],
        what: [
            "Nome, e-mail, password cifrata, indirizzi, dati di registrazione",
            "Name, e-mail, hashed password, addresses, registration",
        ],
        basis: LegalBasis::Contract,
        why: ["Account del cliente", "The customer's account"],
        recipients: &[],
        time: RetentionPeriod::Until(["finché il cliente non lo cancella", "until the customer deletes it"]),
        forgets: &[],
        download: InDownload::Under(&["account"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "logins",
        name: ["Accessi aperti", "Open logins"],
        tables: &["logins"],
        what: ["Browser e ora di ogni accesso", "Browser and time of each login"],
        basis: LegalBasis::Contract,
        why: ["Restare collegati", "Staying logged in"],
        recipients: &[],
        time: RetentionPeriod::Until([
            "fino alla fine dell’accesso, 14 giorni al massimo",
            "until the login ends, 14 days at most",
        ]),
        forgets: &[],
        download: InDownload::Under(&["logins"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "links",
        name: ["Registrazioni non finite e link inviati", "Unfinished registrations and links sent"],
        tables: &["account_tokens"],
        what: ["E-mail, password cifrata, dati di registrazione", "E-mail, hashed password, registration"],
        basis: LegalBasis::Contract,
        why: [
            "Confermare l’indirizzo, scegliere una password nuova",
            "Confirming the address, choosing a new password",
        ],
        recipients: &[Recipient::MailServer],
        time: RetentionPeriod::Until([
            "finché il link vale, 48 ore al massimo",
            "while the link holds, 48 hours at most",
        ]),
        forgets: &[],
        download: InDownload::Not(["vale poche ore", "it holds for hours"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "carts",
        name: ["Carrelli", "Carts"],
        tables: &["carts"],
        what: ["Prodotti, indirizzo per la spedizione", "Goods, address for delivery"],
        basis: LegalBasis::Contract,
        why: ["Ritrovare il carrello", "Finding the cart again"],
        recipients: &[],
        time: RetentionPeriod::Days { setting: "retention.guest_cart_days", days: |times| times.guest_cart_days },
        forgets: &[],
        download: InDownload::Under(&["cart"]),
        erasure: OnErasure::Deleted,
    },
];
