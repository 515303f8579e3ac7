//! Companies, and terms agreed with single buyers.

use super::entry::{InDownload, LegalBasis, OnErasure, Recipient, RetentionPeriod, StoredData};
use crate::ports::ExpiredData;

pub(super) const TRADE: &[StoredData] = &[
    StoredData {
        id: "companies",
        name: ["Aziende", "Companies"],
        tables: &[
            "companies",
            "registration_files",
            "purchase_lists",
            "cart_approvals",
            "standing_orders",
            "offers",
            "offer_orders",
            "trade_prices",
            "receivables",
        ],
        what: [
            "Dati dell’azienda e di chi la rappresenta, documenti, liste, richieste, offerte, scadenze",
            "The company and who stands for it, documents, lists, requests, offers, what is due",
        ],
        basis: LegalBasis::Contract,
        why: ["Vendita alle aziende", "Selling to companies"],
        recipients: &[Recipient::Accountant],
        time: RetentionPeriod::Until(["finché l’azienda ha un account", "as long as the company has an account"]),
        forgets: &[],
        download: InDownload::Under(&["company", "purchase_lists", "approvals", "standing_orders"]),
        erasure: OnErasure::Deleted,
    },
    StoredData {
        id: "vat_checks",
        name: ["Verifiche delle partite IVA", "Checks of VAT numbers"],
        tables: &["vat_checks"],
        what: ["Partita IVA, nome e indirizzo nel registro", "VAT number, name and address in the register"],
        basis: LegalBasis::Law,
        why: ["Prova della non imponibilità", "Proof why no tax was due"],
        recipients: &[Recipient::VatRegister],
        time: RetentionPeriod::Days { setting: "retention.vat_check_days", days: |times| times.vat_check_days },
        forgets: &[ExpiredData::VatChecks],
        download: InDownload::Under(&["vat_checks"]),
        erasure: OnErasure::Anonymised,
    },
    StoredData {
        id: "coupons",
        name: ["Coupon riservati", "Coupons for certain people"],
        tables: &["coupons", "coupon_emails"],
        what: ["Indirizzi a cui il coupon è riservato", "Addresses that a coupon is for"],
        basis: LegalBasis::Interest,
        why: ["Lo usa solo chi deve", "Nobody else uses it"],
        recipients: &[],
        time: RetentionPeriod::Until(["finché resta il coupon", "as long as the coupon"]),
        forgets: &[],
        download: InDownload::Not(["lo scrive il negozio", "the shop writes it"]),
        erasure: OnErasure::Kept(["senza, lo userebbero tutti", "without it, anybody would use it"]),
    },
];
