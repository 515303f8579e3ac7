//! The order as its buyer sees it, and the pages on which it is paid, found and withdrawn from.

use serde::Serialize;

use super::{ExpressSettings, GatewaySettings, InstalmentView, Link, Notice, PaymentMethodView, Picture};

/// `/checkout/order-received/{id}/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderPage {
    pub number: String,
    /// Status on the wire: `on-hold`, `processing`, …
    pub status: String,
    /// Status in words.
    pub status_label: String,
    /// Date, written out.
    pub date: String,
    pub email: String,
    pub lines: Vec<OrderLineView>,
    /// Sums, in order, the total last.
    pub totals: Vec<TotalRow>,
    /// Way of payment.
    pub payment_title: String,
    /// What to do now (bank details), line by line: label and value.
    pub payment_details: Vec<(String, String)>,
    /// Explanation of the way of payment.
    pub payment_instructions: String,
    /// The slip that is to be paid; `None`: there is none, or no longer.
    pub slip: Option<SlipView>,
    /// What is told of money that is on its way; empty: nothing.
    pub payment_waiting: String,
    /// Way of delivery.
    pub shipping_title: String,
    /// Printed billing address.
    pub billing_lines: Vec<String>,
    /// Printed delivery address; empty when nothing is delivered.
    pub shipping_lines: Vec<String>,
    /// The buyer's note.
    pub customer_note: String,
    /// The shop's further fields that were filled in: label and value.
    pub further: Vec<(String, String)>,
    /// The buyer's own reference; empty: none.
    pub buyer_reference: String,
    /// The wished day of delivery, written out; empty: as soon as possible.
    pub delivery_day: String,
    /// What is told of its tax, such as why there is none; empty: nothing.
    pub tax_note: String,
    /// Page on which it is paid; empty: nothing is to be paid.
    pub pay_path: String,
    /// Page on which it is withdrawn from; empty: it cannot be.
    pub withdrawal_path: String,
    pub downloads: Vec<DownloadView>,
    /// What was to be paid with the order; meaningful when there are later payments.
    pub due_now_cents: i64,
    /// Later payments, by day.
    pub instalments: Vec<InstalmentView>,
    /// Its subscriptions: words and page.
    pub subscriptions: Vec<Link>,
    /// Papers about it, as PDF.
    pub documents: Vec<Link>,
}

/// A slip that is paid elsewhere: in cash, at a machine, at the bank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct SlipView {
    /// The provider's page with the slip.
    pub url: String,
    /// What is typed at the machine or told at the counter, line by line: label and value.
    pub details: Vec<(String, String)>,
    /// Day and hour until which it can be paid, written out; empty: not known.
    pub until: String,
}

/// A file that was bought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct DownloadView {
    pub product: String,
    /// Name of the file.
    pub name: String,
    /// Address; empty: it cannot be fetched now.
    pub path: String,
    /// How often and until when it can be fetched, or why it cannot; may be empty.
    pub note: String,
    /// Number of the order.
    pub order_number: String,
    /// The order's page.
    pub order_path: String,
}

/// `/checkout/order-pay/{id}/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OrderPayPage {
    pub order: OrderPage,
    /// Whether it can be paid now.
    pub payable: bool,
    /// To pay now: the order, its first part, or the next later payment.
    pub total_cents: i64,
    /// What is paid when it is a part: "Rata del 21 dicembre 2026"; empty: the order.
    pub part: String,
    /// Position of that later payment, which the form names; `None`: the order itself is paid.
    pub instalment: Option<i64>,
    /// Where the form goes.
    pub action: String,
    /// The order's page.
    pub order_path: String,
    pub notices: Vec<Notice>,
    /// What was wrong with the form, with the name of the field.
    pub errors: Vec<Notice>,
    /// Ways of payment.
    pub payment_methods: Vec<PaymentMethodView>,
    /// The payment provider; `None`: nothing is paid by it here.
    pub gateway: Option<Box<GatewaySettings>>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// The chosen one.
    pub payment_method: String,
    /// Whether the terms must be accepted.
    pub terms_required: bool,
    /// Whether they are.
    pub terms: bool,
    /// Page of the terms.
    pub terms_path: String,
    pub privacy_path: String,
    /// Nonce of the form.
    pub nonce: String,
}

/// What an order is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FindPurpose {
    /// To see it.
    #[default]
    Order,
    /// To withdraw from it.
    Withdrawal,
}

/// `/ordine/` and `/recesso/`: asks for a link to an order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FindOrderPage {
    pub purpose: FindPurpose,
    /// Order number as typed.
    pub number: String,
    /// E-mail address as typed.
    pub email: String,
    /// The form was sent. Tells nothing about whether there is such an order.
    pub sent: bool,
    /// What was wrong with the form, with the name of the field.
    pub errors: Vec<Notice>,
    /// Nonce of the form.
    pub nonce: String,
}

/// Where a withdrawal stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalStep {
    #[default]
    Form,
    /// The declaration is read again and confirmed.
    Confirm,
    /// It was received.
    Done,
    /// It is not possible.
    Closed,
}

/// `/recesso/{id}/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WithdrawalPage {
    /// Where it stands.
    pub step: WithdrawalStep,
    pub number: String,
    /// Date of the order, written out.
    pub date: String,
    /// Where the form goes.
    pub action: String,
    /// The order's page.
    pub order_path: String,
    /// Name in the form.
    pub name: String,
    /// E-mail address in the form.
    pub email: String,
    /// Lines of the order.
    pub lines: Vec<WithdrawalLineView>,
    /// Last day, written out; empty: there is none yet.
    pub until: String,
    /// Why it is not possible; empty: it is.
    pub closed: String,
    /// What was declared before, oldest first.
    pub declared: Vec<DeclaredWithdrawal>,
    /// What was wrong with the form, with the name of the field.
    pub errors: Vec<Notice>,
    /// Nonce of the form.
    pub nonce: String,
}

/// A line of an order to withdraw from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct WithdrawalLineView {
    /// Its place in the order, from 0.
    pub position: i64,
    /// Product with its chosen values and pieces.
    pub text: String,
    /// Whether it is chosen.
    pub chosen: bool,
    /// Why it is excluded; empty: it is not.
    pub excluded: String,
    /// On what condition it is not; empty: on none.
    pub condition: String,
}

/// A declaration that was received.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct DeclaredWithdrawal {
    /// Day and time, written out.
    pub at: String,
    /// Where its acknowledgement was sent.
    pub email: String,
    /// What was withdrawn from.
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
    /// Sum of the line before discounts, as its buyer was shown prices: with tax or without.
    pub total_cents: i64,
    /// Address of the product.
    pub path: String,
    pub picture: Option<Picture>,
}

/// One row of the sums.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TotalRow {
    /// `subtotal`, `discount`, `shipping`, `tax` (in the amounts before it), `added_tax` (beside them), `rounding`, `credit`,
    /// `uncaptured`, `total`, `due_now`, `due_later`, `recurring`, `refund`.
    pub kind: String,
    pub label: String,
    pub cents: i64,
}
