//! The account's pages about a company: its sub-accounts, and the carts waiting for approval.

use crate::base::Cents;
use serde::Serialize;

use crate::trade::account::TradePermissions;
use crate::trade::approval::ApprovalState;

/// A company's sub-accounts, and the form for a new one.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccounts {
    /// Oldest come first.
    pub subaccounts: Vec<AccountSubaccountRow>,
    /// Maximum number of sub-accounts.
    pub maximum: i64,
    /// Whether another one can be created.
    pub room: bool,
    /// Submitted values of a new one; `None`: nothing was submitted.
    pub typed: Option<AccountSubaccountFields>,
}

/// A sub-account in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccountRow {
    pub id: i64,
    /// Name; the login name if none was entered.
    pub name: String,
    /// Login name of the sub-account.
    pub username: String,
    pub email: String,
    /// Job title of the person.
    pub job_title: String,
    pub permissions: TradePermissions,
    pub path: String,
}

/// Values of a sub-account's forms, as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccountFields {
    /// Login name of the sub-account.
    pub username: String,
    pub email: String,
    pub name: String,
    /// Job title of the person.
    pub job_title: String,
    pub phone: String,
    pub permissions: TradePermissions,
    /// Carts worth more wait for approval; empty: none do.
    pub approval_above: String,
}

/// A sub-account with its form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubaccount {
    pub id: i64,
    /// Values of the form. Login name and e-mail address are shown beside it.
    pub fields: AccountSubaccountFields,
}

/// Approval requests: a main account's to decide, or a sub-account's own.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApprovals {
    /// Whether the account decides on requests.
    pub decides: bool,
    /// The account's own cart that needs a request; `None`: it needs no approval.
    pub cart: Option<AccountApprovalCart>,
    /// Requests, newest first.
    pub requests: Vec<AccountApproval>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
}

/// A cart that its owner cannot order without approval.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApprovalCart {
    /// Lines as texts: "2 × Olio".
    pub lines: Vec<String>,
    /// Value of the goods.
    pub goods_cents: Cents,
    /// Value up to which no approval is needed.
    pub above_cents: Cents,
    /// Note as submitted.
    pub note: String,
}

/// An approval request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountApproval {
    pub id: i64,
    pub username: String,
    /// Formatted time of the request.
    pub date: String,
    /// Status of the request.
    pub state: ApprovalState,
    /// Lines as texts: "2 × Olio".
    pub lines: Vec<String>,
    /// Value of the goods.
    pub goods_cents: Cents,
    /// Note of the sub-account.
    pub note: String,
    /// Answer of the main account.
    pub answer: String,
    /// Page of the resulting order; empty: there is none, or the account cannot see it.
    pub order_path: String,
}
