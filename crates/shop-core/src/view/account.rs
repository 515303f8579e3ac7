//! The account's pages: `/my-account/` and what is below it.

use serde::Serialize;

use super::company::{AccountApprovals, AccountSubaccount, AccountSubaccounts};
use super::conversation::{ConversationList, ConversationThread};
use super::registration::{AccountCompany, CompanyAddressForm, RegistrationView};
use super::{
    AccountInvoices, AccountOffers, BulkOrderView, DownloadView, GatewaySettings, Notice, OrderPage, Picture,
    PurchaseListView, PurchaseListsView, StandingOrderView, StandingOrdersView,
};
use crate::accounts::password::PasswordPage;
use crate::base::{Cents, FieldError};
use crate::checkout::address::{Address, AddressKind};
use crate::checkout::form::CheckoutRules;
use crate::trade::account::TradeAction;

/// A page of the account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPage {
    /// The logged-in person; `None`: a guest.
    pub person: Option<AccountPerson>,
    pub notices: Vec<Notice>,
    /// Errors of the submitted form.
    pub errors: Vec<FieldError>,
    /// Nonce of the section's form.
    pub nonce: String,
    /// Nonce of the logout button; empty for a guest.
    pub logout_nonce: String,
    /// Token for the calls of the trade layer; empty for a guest.
    pub trade_token: String,
    /// Number of conversations with unread replies.
    pub unread_conversations: i64,
    pub section: AccountSection,
}

/// Owner of the account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPerson {
    /// Name used in the greeting.
    pub display_name: String,
    pub email: String,
    /// Whether the e-mail address is confirmed.
    pub email_confirmed: bool,
    /// Actions that a trade buyer's account can perform; empty for others.
    pub may: Vec<TradeAction>,
    /// Whether it can see orders, with their files and subscriptions.
    pub sees_orders: bool,
    /// Whether it is a sub-account.
    pub subaccount: bool,
    /// Whether it is the main account of a company, approved or not.
    pub keeps_company: bool,
    /// Number of offers that its company has not seen yet.
    pub new_offers: i64,
}

/// Content of an account page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum AccountSection {
    /// Login and registration.
    Entry(Box<AccountEntry>),
    /// Request for a password reset.
    LostPassword {
        /// Submitted login name or e-mail address.
        login: String,
        /// Whether the form was submitted.
        sent: bool,
        /// Validity of the link in hours.
        link_hours: i64,
    },
    /// Form for a new password.
    ResetPassword {
        /// Token of the link; empty: it is invalid or expired.
        key: String,
        /// Words that make passwords weaker on this page.
        password_page: PasswordPage,
    },
    Dashboard {
        /// The latest orders.
        orders: Vec<AccountOrder>,
        /// Whether the account can apply to become a trade buyer.
        may_apply: bool,
    },
    Orders {
        /// Orders of this page.
        orders: Vec<AccountOrder>,
        /// Page, from 1.
        page: i64,
        pages: i64,
    },
    Order(Box<AccountOrderDetail>),
    Subscriptions {
        /// Newest come first.
        subscriptions: Vec<AccountSubscription>,
    },
    Subscription(Box<AccountSubscriptionDetail>),
    /// Both addresses as printed.
    Addresses {
        /// Billing address; empty: none saved.
        billing: Vec<String>,
        /// Delivery address; empty: none saved.
        shipping: Vec<String>,
    },
    /// Form for one address.
    Address(Box<AccountAddress>),
    /// Names, e-mail address, password, active logins.
    Details(Box<AccountDetailsView>),
    /// Files that were bought.
    Downloads {
        /// Files, latest order first.
        downloads: Vec<DownloadView>,
    },
    Credit {
        /// Total balance that can be spent now.
        balance_cents: Cents,
        /// Credits, those that are used first at the top.
        credits: Vec<AccountCredit>,
    },
    Reviews {
        /// Reviews, newest first.
        reviews: Vec<AccountReview>,
    },
    /// Saved payment methods.
    PaymentMethods {
        /// The payment provider with the saved methods; `None`: none can be saved here.
        gateway: Option<Box<GatewaySettings>>,
    },
    /// Form for the payment method of a subscription.
    ChangePaymentMethod(Box<AccountPaymentChange>),
    /// Form for saving a payment method.
    AddPaymentMethod {
        /// The payment provider; `None`: none can be saved here.
        gateway: Option<Box<GatewaySettings>>,
    },
    /// The company's conversations.
    Conversations(Box<ConversationList>),
    Conversation(Box<ConversationThread>),
    /// The company's sub-accounts.
    Subaccounts(Box<AccountSubaccounts>),
    /// A single sub-account.
    Subaccount(Box<AccountSubaccount>),
    /// Carts waiting for approval.
    Approvals(Box<AccountApprovals>),
    /// The bulk order form.
    BulkOrder(Box<BulkOrderView>),
    PurchaseLists(Box<PurchaseListsView>),
    /// A single purchase list.
    PurchaseList(Box<PurchaseListView>),
    /// Standing orders of the company.
    StandingOrders(Box<StandingOrdersView>),
    /// A single standing order.
    StandingOrder(Box<StandingOrderView>),
    /// The company of the account.
    Company(Box<AccountCompany>),
    /// Amounts that the company owes by invoice.
    Invoices(Box<AccountInvoices>),
    /// Form for one of its delivery addresses.
    CompanyAddress(Box<CompanyAddressForm>),
    /// Offers to a trade buyer's company.
    Offers(Box<AccountOffers>),
    /// A page that the account cannot open; the errors give the reason.
    Forbidden,
    /// Data export and account deletion.
    Privacy {
        /// Number of sub-accounts that are deleted with the account.
        subaccounts: i64,
        /// Whether the account's address gets the newsletter; `None`: the shop has none.
        newsletter: Option<bool>,
        /// Years for which orders and their documents are stored.
        order_years: i64,
    },
}

/// Login and registration.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountEntry {
    /// Submitted login name or e-mail address.
    pub login: String,
    /// Submitted e-mail address for a new account.
    pub email: String,
    /// Whether visitors can register.
    pub registration: bool,
    /// Nonce of the registration form.
    pub register_nonce: String,
    /// Path to go to after login; empty: the account.
    pub redirect: String,
    /// Words that make passwords weaker on this page.
    pub password_page: PasswordPage,
    /// The registration form.
    pub form: RegistrationView,
}

/// An order in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOrder {
    pub number: String,
    /// Formatted date of the order.
    pub date: String,
    /// Status code on the wire.
    pub status: String,
    /// Status as displayed.
    pub status_label: String,
    pub total_cents: Cents,
    /// Name of the sub-account that ordered it; empty: none.
    pub ordered_by: String,
    pub path: String,
}

/// An order with its available actions.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOrderDetail {
    pub order: OrderPage,
    /// Whether it can be cancelled now.
    pub can_cancel: bool,
    /// Name of the sub-account that ordered it; empty: none.
    pub ordered_by: String,
    /// Messages of the shop about it: date and text.
    pub notes: Vec<(String, String)>,
}

/// A subscription in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubscription {
    pub number: String,
    /// Content: "2 × Cassetta del mese".
    pub title: String,
    /// Status code on the wire.
    pub status: String,
    /// Status as displayed.
    pub status_label: String,
    /// Recurring payment: "15,80 € ogni mese".
    pub each: String,
    /// Formatted day of the next payment; empty: there is none.
    pub next: String,
    pub path: String,
}

/// A subscription with its available actions.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubscriptionDetail {
    pub row: AccountSubscription,
    /// Details: label and value.
    pub facts: Vec<(String, String)>,
    /// Content and price of a renewal: label and amount, the total last.
    pub sums: Vec<(String, String)>,
    /// Printed delivery address; empty: nothing is delivered.
    pub shipping_lines: Vec<String>,
    /// Notice about an open or pending renewal; may be empty.
    pub note: String,
    /// Page for paying the open renewal; empty: none is open.
    pub pay_path: String,
    /// Payment method of renewals: "Visa •••• 4242, scade 08/27".
    pub payment: String,
    /// Page for changing the payment method; empty: it cannot be changed.
    pub change_path: String,
    /// Whether it can be paused.
    pub can_suspend: bool,
    /// Whether it can be resumed.
    pub can_resume: bool,
    /// Whether it can be cancelled.
    pub can_cancel: bool,
    /// Its orders, newest first.
    pub orders: Vec<AccountOrder>,
}

/// Form for the payment method of a subscription.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPaymentChange {
    pub row: AccountSubscription,
    /// Current payment method.
    pub payment: String,
    /// Id of the saved method that pays it; 0: none.
    pub current: i64,
    /// URL that the form is submitted to.
    pub action: String,
    /// Whether a renewal is open, which is charged as soon as the method has changed.
    pub charges_open: bool,
    /// Number of the owner's other subscriptions, which can be changed too.
    pub others: i64,
    /// The payment provider with the saved methods; `None`: renewals cannot be charged here.
    pub gateway: Option<Box<GatewaySettings>>,
}

/// Form for one address.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountAddress {
    pub kind: AddressKind,
    /// Content of the form.
    pub address: Address,
    /// Validation rules for it.
    pub rules: CheckoutRules,
}

/// Names, e-mail address, password, active logins.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountDetailsView {
    pub first_name: String,
    pub last_name: String,
    /// Name shown with reviews.
    pub display_name: String,
    /// E-mail address in the form.
    pub email: String,
    /// E-mail address of the account.
    pub stored_email: String,
    /// Words that make passwords weaker on this page.
    pub password_page: PasswordPage,
    /// Logged-in browsers, the current one first.
    pub logins: Vec<AccountLogin>,
}

/// A logged-in browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountLogin {
    /// Name of browser and system.
    pub browser: String,
    /// Formatted time of the login.
    pub since: String,
    /// Whether it is the current browser.
    pub current: bool,
}

/// A store credit of the account's owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCredit {
    pub code: String,
    /// Balance that remains.
    pub balance_cents: Cents,
    /// Amount that was issued.
    pub issued_cents: Cents,
    /// Expiry as a text; empty: it does not expire.
    pub end: String,
    /// Reason for issuing it; may be empty.
    pub reason: String,
    /// Whether it can be spent now.
    pub open: bool,
    /// Ledger entries, newest first.
    pub moves: Vec<AccountCreditMove>,
}

/// An entry of a credit's ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCreditMove {
    /// Formatted date of the entry.
    pub date: String,
    /// Description of the entry.
    pub label: String,
    /// Amount added (above zero) or used (below).
    pub cents: Cents,
    /// Number of the related order; empty: none.
    pub order_number: String,
    /// Page of that order; empty: it is not the owner's.
    pub order_path: String,
}

/// A review by the account's owner.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountReview {
    /// Name of the product; empty: no longer sold.
    pub product: String,
    /// Page of the product; empty: there is none.
    pub path: String,
    pub picture: Option<Picture>,
    /// Stars, 1 to 5.
    pub rating: i64,
    pub text: String,
    /// Formatted date of the review.
    pub date: String,
    /// Whether it is published.
    pub published: bool,
}
