//! The account's pages about a company: its sub-accounts, and the carts that wait for approval.

use serde::Serialize;

use crate::trade::account::TradePermissions;
use crate::trade::approval::ApprovalState;

/// A company's sub-accounts, and the form for a new one.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccounts {
    /// Oldest come first.
    pub subaccounts: Vec<AccountSubaccountRow>,
    /// How many there may be.
    pub maximum: i64,
    /// Whether one more may be made.
    pub room: bool,
    /// What was typed into the form for a new one; `None`: it was not sent.
    pub typed: Option<AccountSubaccountFields>,
}

/// A sub-account in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccountRow {
    pub id: i64,
    /// Name; the user name where none was written.
    pub name: String,
    /// Name to log in with.
    pub username: String,
    pub email: String,
    /// What the person does.
    pub job_title: String,
    pub permissions: TradePermissions,
    pub path: String,
}

/// What the forms of a sub-account hold, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccountFields {
    /// Name to log in with.
    pub username: String,
    pub email: String,
    pub name: String,
    /// What the person does.
    pub job_title: String,
    pub phone: String,
    pub permissions: TradePermissions,
    /// Carts whose goods cost more wait for approval; empty: none do.
    pub approval_above: String,
}

/// One sub-account with its form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccount {
    pub id: i64,
    /// What the form holds. User name and address are shown beside it.
    pub fields: AccountSubaccountFields,
}

/// Requests for approval: a main account's to answer, a sub-account's own.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApprovals {
    /// Whether the account answers requests.
    pub decides: bool,
    /// The account's own cart, which waits to be asked for; `None`: it needs no approval.
    pub cart: Option<AccountApprovalCart>,
    /// Requests, newest first.
    pub requests: Vec<AccountApproval>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
}

/// A cart that its owner may not order alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApprovalCart {
    /// Lines in words: "2 × Olio".
    pub lines: Vec<String>,
    /// What the goods cost.
    pub goods_cents: i64,
    /// What may be ordered alone.
    pub above_cents: i64,
    /// What was typed as note.
    pub note: String,
}

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApproval {
    pub id: i64,
    pub username: String,
    /// When, written out.
    pub date: String,
    /// How it stands.
    pub state: ApprovalState,
    /// Lines in words: "2 × Olio".
    pub lines: Vec<String>,
    /// What the goods cost.
    pub goods_cents: i64,
    /// What the sub-account says.
    pub note: String,
    /// What the main account answered.
    pub answer: String,
    /// The page of the order that was made of it; empty: there is none, or the account may not see it.
    pub order_path: String,
}
