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
use crate::base::FieldError;
use crate::checkout::address::{Address, AddressKind};
use crate::checkout::form::CheckoutRules;
use crate::trade::account::TradeAction;

/// A page of the account.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPage {
    /// Who is logged in; `None`: nobody.
    pub person: Option<AccountPerson>,
    pub notices: Vec<Notice>,
    /// What was wrong with the form that was sent.
    pub errors: Vec<FieldError>,
    /// Nonce of the section's form.
    pub nonce: String,
    /// Nonce of the button that logs out; empty when nobody is logged in.
    pub logout_nonce: String,
    /// Token of the trade layer's calls; empty when nobody is logged in.
    pub trade_token: String,
    /// Conversations with answers that the person has not read.
    pub unread_conversations: i64,
    pub section: AccountSection,
}

/// Whose account it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPerson {
    /// How the person is greeted.
    pub display_name: String,
    pub email: String,
    /// Whether the address was confirmed.
    pub email_confirmed: bool,
    /// What a trade buyer's account may do; empty for others.
    pub may: Vec<TradeAction>,
    /// Whether it may see orders, with their files and subscriptions.
    pub sees_orders: bool,
    /// Whether it is a sub-account.
    pub subaccount: bool,
    /// Whether it is the main account of a company, approved or not.
    pub keeps_company: bool,
    /// Offers that its company has not seen yet.
    pub new_offers: i64,
}

/// Content of an account page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum AccountSection {
    /// Logging in and registering.
    Entry(Box<AccountEntry>),
    /// Asking for a new password.
    LostPassword {
        /// What was typed.
        login: String,
        /// The form was sent.
        sent: bool,
        /// Hours that the link is valid.
        link_hours: i64,
    },
    /// Choosing a new password.
    ResetPassword {
        /// The link's token; empty: it is dead.
        key: String,
        /// What weakens passwords here.
        password_page: PasswordPage,
    },
    Dashboard {
        /// The newest orders.
        orders: Vec<AccountOrder>,
        /// Whether the account can ask to buy as a trade buyer.
        may_apply: bool,
    },
    Orders {
        /// This page's orders.
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
        /// Billing; empty: none saved.
        billing: Vec<String>,
        /// Delivery; empty: none saved.
        shipping: Vec<String>,
    },
    /// The form of one address.
    Address(Box<AccountAddress>),
    /// Names, e-mail address, password, open logins.
    Details(Box<AccountDetailsView>),
    /// Files that were bought.
    Downloads {
        /// Files, those of the newest order first.
        downloads: Vec<DownloadView>,
    },
    Credit {
        /// What can be spent now, of all credits together.
        balance_cents: i64,
        /// Credits, those that can be spent first.
        credits: Vec<AccountCredit>,
    },
    Reviews {
        /// Reviews, newest first.
        reviews: Vec<AccountReview>,
    },
    /// Saved methods of payment.
    PaymentMethods {
        /// The payment provider with the saved methods; `None`: nothing can be saved here.
        gateway: Option<Box<GatewaySettings>>,
    },
    /// Changing what a subscription is paid by.
    ChangePaymentMethod(Box<AccountPaymentChange>),
    /// Saving a method of payment.
    AddPaymentMethod {
        /// The payment provider; `None`: nothing can be saved here.
        gateway: Option<Box<GatewaySettings>>,
    },
    /// The company's conversations.
    Conversations(Box<ConversationList>),
    Conversation(Box<ConversationThread>),
    /// The company's sub-accounts.
    Subaccounts(Box<AccountSubaccounts>),
    /// One of them.
    Subaccount(Box<AccountSubaccount>),
    /// Carts that wait for approval.
    Approvals(Box<AccountApprovals>),
    /// The bulk order form.
    BulkOrder(Box<BulkOrderView>),
    PurchaseLists(Box<PurchaseListsView>),
    /// One purchase list.
    PurchaseList(Box<PurchaseListView>),
    /// Orders that the company places again and again.
    StandingOrders(Box<StandingOrdersView>),
    /// One of them.
    StandingOrder(Box<StandingOrderView>),
    /// The company of the account.
    Company(Box<AccountCompany>),
    /// What the company owes by invoice.
    Invoices(Box<AccountInvoices>),
    /// The form of one of its delivery addresses.
    CompanyAddress(Box<CompanyAddressForm>),
    /// Offers to a trade buyer's company.
    Offers(Box<AccountOffers>),
    /// A page that the account may not open; the errors say why.
    Forbidden,
    /// Export and deletion.
    Privacy {
        /// Sub-accounts that go along with the account.
        subaccounts: i64,
        /// Whether the address of the account gets the newsletter; nothing: the shop has none.
        newsletter: Option<bool>,
        /// Years that orders and their documents are kept.
        order_years: i64,
    },
}

/// Logging in and registering.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountEntry {
    /// What was typed as login.
    pub login: String,
    /// What was typed as address of a new account.
    pub email: String,
    /// Whether accounts can be made here.
    pub registration: bool,
    /// Nonce of the registration.
    pub register_nonce: String,
    /// Path to go to after logging in; empty: the account.
    pub redirect: String,
    /// What weakens passwords here.
    pub password_page: PasswordPage,
    /// What is asked of who registers.
    pub form: RegistrationView,
}

/// An order in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOrder {
    pub number: String,
    /// Date, written out.
    pub date: String,
    /// Status on the wire.
    pub status: String,
    /// Status in words.
    pub status_label: String,
    pub total_cents: i64,
    /// Name of the sub-account that ordered it; empty: none did.
    pub ordered_by: String,
    pub path: String,
}

/// An order with what can be done with it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOrderDetail {
    pub order: OrderPage,
    /// Whether it can be cancelled now.
    pub can_cancel: bool,
    /// Name of the sub-account that ordered it; empty: none did.
    pub ordered_by: String,
    /// Messages of the shop about it: date and words.
    pub notes: Vec<(String, String)>,
}

/// A subscription in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubscription {
    pub number: String,
    /// What it brings: "2 × Cassetta del mese".
    pub title: String,
    /// Status on the wire.
    pub status: String,
    /// Status in words.
    pub status_label: String,
    /// What is paid each time: "15,80 € ogni mese".
    pub each: String,
    /// Day of the next payment, written out; empty: there is none.
    pub next: String,
    pub path: String,
}

/// A subscription with what can be done with it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountSubscriptionDetail {
    pub row: AccountSubscription,
    /// Facts: label and value.
    pub facts: Vec<(String, String)>,
    /// What a renewal brings and costs: label and amount, the total last.
    pub sums: Vec<(String, String)>,
    /// Printed delivery address; empty: nothing is delivered.
    pub shipping_lines: Vec<String>,
    /// What is to be known: a renewal that is open or waits; may be empty.
    pub note: String,
    /// Page on which the open renewal is paid; empty: none is open.
    pub pay_path: String,
    /// What renewals are paid by: "Visa •••• 4242, scade 08/27".
    pub payment: String,
    /// Page on which that is changed; empty: it cannot be.
    pub change_path: String,
    /// It can pause.
    pub can_suspend: bool,
    /// It can go on.
    pub can_resume: bool,
    /// It can be ended.
    pub can_cancel: bool,
    /// Its orders, newest first.
    pub orders: Vec<AccountOrder>,
}

/// Changing what a subscription is paid by.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountPaymentChange {
    pub row: AccountSubscription,
    /// What it is paid by now.
    pub payment: String,
    /// Number of the kept method that it is paid by; 0: none.
    pub current: i64,
    /// Where the form goes.
    pub action: String,
    /// A renewal is open, which is charged as soon as the method has changed.
    pub charges_open: bool,
    /// Other subscriptions of the owner, which may be changed along.
    pub others: i64,
    /// The payment provider with the kept methods; `None`: renewals cannot be charged here.
    pub gateway: Option<Box<GatewaySettings>>,
}

/// The form of one address.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountAddress {
    pub kind: AddressKind,
    /// What is in the form.
    pub address: Address,
    /// What it is checked by.
    pub rules: CheckoutRules,
}

/// Names, e-mail address, password, open logins.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountDetailsView {
    pub first_name: String,
    pub last_name: String,
    /// Name shown beside reviews.
    pub display_name: String,
    /// E-mail address in the form.
    pub email: String,
    /// E-mail address of the account.
    pub stored_email: String,
    /// What weakens passwords here.
    pub password_page: PasswordPage,
    /// Browsers that are logged in, this one first.
    pub logins: Vec<AccountLogin>,
}

/// A browser that is logged in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountLogin {
    /// Browser and system in words.
    pub browser: String,
    /// Since when, written out.
    pub since: String,
    /// Whether it is this one.
    pub current: bool,
}

/// A store credit of the account's owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCredit {
    pub code: String,
    /// What is left of it.
    pub balance_cents: i64,
    /// What was on it at first.
    pub issued_cents: i64,
    /// Until when it pays, in words; empty: without end.
    pub end: String,
    /// Why it was issued; may be empty.
    pub reason: String,
    /// Whether it can be spent now.
    pub open: bool,
    /// What happened to it, newest first.
    pub moves: Vec<AccountCreditMove>,
}

/// An entry of a credit's ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCreditMove {
    /// Date, written out.
    pub date: String,
    /// What happened, in words.
    pub label: String,
    /// Added (above zero) or taken (below).
    pub cents: i64,
    /// Number of the order that it is about; empty: none.
    pub order_number: String,
    /// Its page; empty: it is not the owner's.
    pub order_path: String,
}

/// A review of the account's owner.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountReview {
    /// Product; empty: no longer sold.
    pub product: String,
    /// Its page; empty: there is none.
    pub path: String,
    pub picture: Option<Picture>,
    /// 1 to 5.
    pub rating: i64,
    pub text: String,
    /// Date, written out.
    pub date: String,
    /// Whether it can be read by all.
    pub published: bool,
}
