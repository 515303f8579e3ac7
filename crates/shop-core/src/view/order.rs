//! The order as its buyer sees it, and the pages for paying, finding and withdrawing from it.

use crate::base::Cents;
use serde::Serialize;

use super::{ExpressSettings, GatewaySettings, InstalmentView, Link, Notice, PaymentMethodView, Picture};

/// The order page, `/checkout/order-received/{id}/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderPage {
    pub number: String,
    /// Status code on the wire: `on-hold`, `processing`, …
    pub status: String,
    /// Status as displayed.
    pub status_label: String,
    /// Formatted date of the order.
    pub date: String,
    pub email: String,
    pub lines: Vec<OrderLineView>,
    /// Sums in order, the total last.
    pub totals: Vec<TotalRow>,
    /// Title of the payment method.
    pub payment_title: String,
    /// Payment details (bank account): label and value.
    pub payment_details: Vec<(String, String)>,
    /// Instructions of the payment method.
    pub payment_instructions: String,
    /// The voucher to pay; `None`: there is none, or no longer.
    pub slip: Option<SlipView>,
    /// Notice about a pending payment; empty: none.
    pub payment_waiting: String,
    /// Title of the delivery method.
    pub shipping_title: String,
    /// Printed billing address.
    pub billing_lines: Vec<String>,
    /// Printed delivery address; empty if nothing is delivered.
    pub shipping_lines: Vec<String>,
    /// Note of the buyer.
    pub customer_note: String,
    /// Additional fields that were filled in: label and value.
    pub further: Vec<(String, String)>,
    /// The buyer's own reference; empty: none.
    pub buyer_reference: String,
    /// Formatted requested delivery day; empty: as soon as possible.
    pub delivery_day: String,
    /// Notice about its tax, such as the reason for an exemption; empty: none.
    pub tax_note: String,
    /// Page for paying it; empty: nothing is due.
    pub pay_path: String,
    /// Page for withdrawing from it; empty: not possible.
    pub withdrawal_path: String,
    pub downloads: Vec<DownloadView>,
    /// Amount due with the order; meaningful if there are later payments.
    pub due_now_cents: Cents,
    /// Later payments in order.
    pub instalments: Vec<InstalmentView>,
    /// Its subscriptions: title and page.
    pub subscriptions: Vec<Link>,
    /// Its documents as PDF.
    pub documents: Vec<Link>,
}

/// A voucher that is paid elsewhere: in cash, at a machine, at the bank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SlipView {
    /// The provider's page with the voucher.
    pub url: String,
    /// Data to enter at the machine or give at the counter: label and value.
    pub details: Vec<(String, String)>,
    /// Formatted time of expiry; empty: unknown.
    pub until: String,
}

/// A purchased file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct DownloadView {
    pub product: String,
    /// Name of the file.
    pub name: String,
    /// Download URL; empty: it cannot be downloaded now.
    pub path: String,
    /// Remaining downloads and expiry, or why it cannot be downloaded; may be empty.
    pub note: String,
    /// Number of the order.
    pub order_number: String,
    /// The order's page.
    pub order_path: String,
}

/// The payment page, `/checkout/order-pay/{id}/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderPayPage {
    pub order: OrderPage,
    /// Whether it can be paid now.
    pub payable: bool,
    /// Amount to pay now: of the order, its first part, or the next later payment.
    pub total_cents: Cents,
    /// Title of a partial payment: "Rata del 21 dicembre 2026"; empty: the whole order.
    pub part: String,
    /// Index of that later payment, which the form submits; `None`: the order itself is paid.
    pub instalment: Option<i64>,
    /// URL that the form is submitted to.
    pub action: String,
    /// The order's page.
    pub order_path: String,
    pub notices: Vec<Notice>,
    /// Errors of the submitted form, by field.
    pub errors: Vec<Notice>,
    /// Offered payment methods.
    pub payment_methods: Vec<PaymentMethodView>,
    /// The payment provider; `None`: not used here.
    pub gateway: Option<Box<GatewaySettings>>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// The selected payment method.
    pub payment_method: String,
    /// Whether the terms must be accepted.
    pub terms_required: bool,
    /// Whether the terms are accepted.
    pub terms: bool,
    /// Page of the terms.
    pub terms_path: String,
    pub privacy_path: String,
    /// Nonce of the form.
    pub nonce: String,
}

/// Purpose of looking for an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FindPurpose {
    /// To view it.
    #[default]
    Order,
    /// To withdraw from it.
    Withdrawal,
}

/// The pages `/ordine/` and `/recesso/`, which send a link to an order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FindOrderPage {
    pub purpose: FindPurpose,
    /// Submitted order number.
    pub number: String,
    /// Submitted e-mail address.
    pub email: String,
    /// Whether the form was submitted. It does not reveal whether such an order exists.
    pub sent: bool,
    /// Errors of the submitted form, by field.
    pub errors: Vec<Notice>,
    /// Nonce of the form.
    pub nonce: String,
}

/// Step of a withdrawal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalStep {
    #[default]
    Form,
    /// The buyer reviews and confirms the declaration.
    Confirm,
    /// The declaration was received.
    Done,
    /// A withdrawal is not possible.
    Closed,
}

/// The withdrawal page, `/recesso/{id}/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WithdrawalPage {
    /// Step that the page shows.
    pub step: WithdrawalStep,
    pub number: String,
    /// Formatted date of the order.
    pub date: String,
    /// URL that the form is submitted to.
    pub action: String,
    /// The order's page.
    pub order_path: String,
    /// Name in the form.
    pub name: String,
    /// E-mail address in the form.
    pub email: String,
    /// Lines of the order.
    pub lines: Vec<WithdrawalLineView>,
    /// Formatted last day; empty: there is none yet.
    pub until: String,
    /// Why it is not possible; empty: it is.
    pub closed: String,
    /// Earlier declarations, oldest first.
    pub declared: Vec<DeclaredWithdrawal>,
    /// Errors of the submitted form, by field.
    pub errors: Vec<Notice>,
    /// Nonce of the form.
    pub nonce: String,
}

/// An order line that can be withdrawn from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WithdrawalLineView {
    /// Its index in the order, from 0.
    pub position: i64,
    /// Product with its chosen values and quantity.
    pub text: String,
    /// Whether it is selected.
    pub chosen: bool,
    /// Why it is excluded; empty: it is not.
    pub excluded: String,
    /// Condition for the withdrawal; empty: none.
    pub condition: String,
}

/// A received declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct DeclaredWithdrawal {
    /// Formatted day and time.
    pub at: String,
    /// E-mail address of the acknowledgement.
    pub email: String,
    /// Lines that the buyer withdrew from.
    pub lines: Vec<String>,
}

/// A line of an order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderLineView {
    pub name: String,
    /// Chosen values: label and value.
    pub attributes: Vec<(String, String)>,
    pub quantity: i64,
    /// Line total before discounts, with or without tax as shown to the buyer.
    pub total_cents: Cents,
    /// Page of the product.
    pub path: String,
    pub picture: Option<Picture>,
}

/// A row of the sums.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TotalRow {
    /// Kind of row: `subtotal`, `discount`, `shipping`, `tax` (included in the amounts before it), `added_tax` (in addition to
    /// them), `rounding`, `credit`, `uncaptured`, `total`, `due_now`, `due_later`, `recurring`, `refund`.
    pub kind: String,
    pub label: String,
    pub cents: Cents,
}
