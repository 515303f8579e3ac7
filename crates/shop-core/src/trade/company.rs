//! Companies that buy: their standing, and what is kept of them and of their people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::account::TradePermissions;
use crate::address::Address;
use crate::base::{Cents, wire_enum};

wire_enum! {
    /// Whether the merchant lets a company buy on trade terms.
    Approval {
        /// It waits for the merchant. Its account buys as a consumer's.
        Pending = "pending",
        /// It does.
        Approved = "approved",
        /// It does not; the reason was told.
        Rejected = "rejected",
    } default Pending
}

wire_enum! {
    /// What is known of a company's VAT number.
    VatStanding {
        /// Nobody has asked.
        Unchecked = "unchecked",
        /// The register has it.
        Valid = "valid",
        /// The register does not have it.
        Invalid = "invalid",
        /// The register did not answer: it is asked again.
        Unanswered = "unanswered",
    } default Unchecked
}

/// What is kept of a company beside its columns. Empty texts: not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyContent {
    /// Tax code in its normal form.
    pub tax_code: String,
    /// Recipient code of the exchange system.
    pub sdi_code: String,
    /// Certified mailbox.
    pub pec: String,
    /// What was filled in when registering, by name of the field; files by the name they are kept under.
    pub fields: BTreeMap<String, String>,
    /// Why the merchant refused it.
    pub rejection_reason: String,
    /// Where its goods may go, beside the main account's own addresses.
    pub delivery_addresses: Vec<Address>,
}

/// What makes an account a sub-account: one of a company's people with the rights that the main account gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subaccount {
    /// Name as the main account wrote it.
    pub name: String,
    /// What the person does.
    pub job_title: String,
    /// Phone.
    pub phone: String,
    /// Rights.
    pub permissions: TradePermissions,
    /// Carts above so much wait for the main account; `None`: none do.
    pub approval_above_cents: Option<Cents>,
}
