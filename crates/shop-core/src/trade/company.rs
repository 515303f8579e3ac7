//! Companies that buy: their standing, and what is kept of them and of their people.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::account::TradePermissions;
use crate::base::time::UnixSeconds;
use crate::base::{Cents, wire_enum};
use crate::checkout::address::Address;

wire_enum! {
    /// Whether the merchant lets a company buy on trade terms.
    Approval {
        /// It waits for the merchant. Its account buys as a consumer's.
        Pending = "pending",
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
    pub pec: String,
    /// What was filled in when registering, by name of the field; files by the name they are kept under.
    pub fields: BTreeMap<String, String>,
    /// Why the merchant refused it.
    pub rejection_reason: String,
    /// Where its goods may go, beside the main account's own addresses.
    pub delivery_addresses: Vec<Address>,
    /// What the shop noted about it, oldest first.
    pub notes: Vec<CompanyNote>,
}

/// Most delivery addresses of a company.
pub const MAX_DELIVERY_ADDRESSES: usize = 30;
/// Most notes that are kept of a company; the oldest go first.
pub const MAX_NOTES: usize = 200;
/// Longest note and longest reason of a rejection, in characters.
pub const MAX_NOTE_CHARS: usize = 2000;

/// A note about a company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyNote {
    /// When it was written.
    pub at: UnixSeconds,
    /// Who wrote it; empty: the shop by itself.
    pub author: String,
    pub text: String,
}

impl CompanyContent {
    /// Adds a note.
    pub fn note(&mut self, at: UnixSeconds, author: &str, text: String) {
        self.notes.push(CompanyNote { at, author: author.to_owned(), text });
        let surplus = self.notes.len().saturating_sub(MAX_NOTES);
        self.notes.drain(..surplus);
    }
}

/// What makes an account a sub-account: one of a company's people with the rights that the main account gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subaccount {
    /// Name as the main account wrote it.
    pub name: String,
    /// What the person does.
    pub job_title: String,
    pub phone: String,
    pub permissions: TradePermissions,
    /// Carts above so much wait for the main account; `None`: none do.
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
