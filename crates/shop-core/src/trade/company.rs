//! Companies that buy on trade terms: their approval, and the data stored about them and their people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::account::TradePermissions;
use crate::base::time::UnixSeconds;
use crate::base::{Cents, wire_enum};
use crate::checkout::address::Address;

wire_enum! {
    /// Whether the merchant lets a company buy on trade terms.
    Approval {
        /// The merchant has not decided yet. The account buys as a consumer does.
        Pending = "pending",
        Approved = "approved",
        /// The merchant refused and gave the reason.
        Rejected = "rejected",
    } default Pending
}

wire_enum! {
    /// Known status of a company's VAT number.
    VatNumberState {
        /// The number was never checked.
        Unchecked = "unchecked",
        /// The register lists the number.
        Valid = "valid",
        /// The register does not list the number.
        Invalid = "invalid",
        /// The register did not answer; the check is retried.
        Unanswered = "unanswered",
    } default Unchecked
}

/// Company data stored besides the database columns. Empty strings: not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyContent {
    /// Tax code in its normal form.
    pub tax_code: String,
    /// Recipient code of the exchange system.
    pub sdi_code: String,
    pub pec: String,
    /// Values of the registration form by field name; for files, the name under which they are stored.
    pub fields: BTreeMap<String, String>,
    /// The merchant's reason for refusing the company.
    pub rejection_reason: String,
    /// Addresses that goods can be sent to, besides the main account's own.
    pub delivery_addresses: Vec<Address>,
    /// The shop's notes about the company, oldest first.
    pub notes: Vec<CompanyNote>,
}

/// Maximum number of delivery addresses of a company.
pub const MAX_DELIVERY_ADDRESSES: usize = 30;
/// Maximum number of stored notes of a company; the oldest are dropped first.
pub const MAX_NOTES: usize = 200;
/// Longest note and longest rejection reason, in characters.
pub const MAX_NOTE_CHARS: usize = 2000;

/// A note about a company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyNote {
    /// Time of writing.
    pub at: UnixSeconds,
    /// Author of the note; empty: the shop itself.
    pub author: String,
    pub text: String,
}

impl CompanyContent {
    /// Adds a note and drops the oldest ones beyond the limit.
    pub fn note(&mut self, at: UnixSeconds, author: &str, text: String) {
        self.notes.push(CompanyNote { at, author: author.to_owned(), text });
        let surplus = self.notes.len().saturating_sub(MAX_NOTES);
        self.notes.drain(..surplus);
    }
}

/// Data that makes an account a sub-account: a person of a company with the permissions that the main account grants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subaccount {
    /// Name as the main account entered it.
    pub name: String,
    /// Job title of the person.
    pub job_title: String,
    pub phone: String,
    pub permissions: TradePermissions,
    /// Carts worth more than this wait for the main account; `None`: no cart does.
    pub approval_above_cents: Option<Cents>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_notes_make_room() {
        let mut content = CompanyContent::default();
        for at in 0..=i64::try_from(MAX_NOTES).unwrap() {
            content.note(at, "", String::new());
        }
        assert_eq!((content.notes.len(), content.notes[0].at), (MAX_NOTES, 1));
    }
}
