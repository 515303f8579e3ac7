//! A parsed checkout request, and its validated form.

use std::collections::BTreeMap;

use shop_core::base::calendar::name_of_day;
use shop_core::base::{Cents, FieldError};
use shop_core::checkout::address::{Address, MAX_FIELD_CHARS};
use shop_core::checkout::check::Checkout;
use shop_core::checkout::form::CheckoutForm;
use shop_core::checkout::invoice::InvoiceForm;
use shop_core::payments::express::wallet::ExpressWallet;

use crate::cart::AddressChange;
use crate::payments::GatewayPayment;

/// Identifies a checkout request, so that the same request sent again yields the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestIdentity {
    /// The visitor's session and the client's idempotency key, unique among orders. `None` if the client sends no key.
    pub key: Option<String>,
    /// Hash of the request without its payment.
    pub hash: String,
}

/// A request to place an order.
#[derive(Debug)]
pub struct CheckoutRequest {
    /// Identifies the request: sent twice, it places one order.
    pub identity: RequestIdentity,
    pub sent: Sent,
    /// The amount due that the buyer saw; `None` if the client does not send it.
    pub shown: Option<Cents>,
    /// The payment, or what is missing in it. Only evaluated if there is something to pay.
    pub payment: Result<PaymentInput, FieldError>,
}

/// How an order is paid.
#[derive(Clone, Debug)]
pub enum PaymentInput {
    /// Without the provider: by transfer or on delivery.
    Offline,
    Gateway(Box<GatewayPayment>),
}

/// The input, by kind of client.
#[derive(Debug)]
pub enum Sent {
    /// The shop's own form, with or without JavaScript.
    Form(Box<FormOrder>),
    /// A request of the store API.
    Api(Box<ApiOrder>),
}

/// An order by form.
#[derive(Clone, Debug)]
pub struct FormOrder {
    pub form: CheckoutForm,
    /// Its invoice part.
    pub invoice: InvoiceForm,
    /// The buyer's VAT number as typed; `None` if the form has no such field.
    pub vat_number: Option<String>,
    /// Attribution fields to store.
    pub attribution: BTreeMap<String, String>,
}

impl FormOrder {
    /// The input that is stored in the cart until the order is placed.
    pub fn typed(&self) -> TypedCheckout {
        let billing = self.form.billing.normalised();
        let shipping =
            if self.form.ship_to_different_address { self.form.shipping.normalised() } else { billing.clone() };
        let rate = self.form.shipping_method.get("0").cloned();
        let short = |text: &str| Some(text.chars().take(MAX_FIELD_CHARS).collect());
        TypedCheckout {
            billing,
            shipping,
            rate,
            buyer_reference: short(&self.form.buyer_reference),
            delivery_day: short(&self.form.delivery_day),
            ..TypedCheckout::default()
        }
    }
}

/// An order by the store API. Missing values come from the cart.
#[derive(Debug, Default)]
pub struct ApiOrder {
    /// Changes of the billing address.
    pub billing: Option<AddressChange>,
    /// Changes of the delivery address.
    pub shipping: Option<AddressChange>,
    pub note: String,
    /// Payment method; empty if none is chosen.
    pub payment_method: String,
    /// Whether a guest requests an account.
    pub create_account: bool,
    /// Password of the account; if empty it gets a random one, until its owner resets it by e-mail.
    pub password: String,
    /// Additional fields of WooCommerce clients, by name.
    pub additional_fields: BTreeMap<String, String>,
    /// Fields of the shop's own form; `None` for other clients.
    pub own: Option<OwnFields>,
    /// The pressed express button; `None` for an ordinary order.
    pub express: Option<ExpressOrder>,
    /// Attribution fields to store.
    pub attribution: BTreeMap<String, String>,
}

/// Fields that the shop's own form sends beside WooCommerce's.
#[derive(Clone, Debug, Default)]
pub struct OwnFields {
    pub invoice: InvoiceForm,
    /// The buyer's VAT number as typed; `None` if the form has no such field.
    pub vat_number: Option<String>,
    /// Extra billing fields by name.
    pub extra_fields: BTreeMap<String, String>,
    /// The buyer's own reference.
    pub buyer_reference: String,
    /// Requested delivery day.
    pub delivery_day: String,
    /// The buyer confirmed the minimum age.
    pub age_confirmed: bool,
    pub terms: bool,
    /// The buyer wants digital content before the withdrawal period ends.
    pub files_consent: bool,
}

/// An order by an express button.
#[derive(Clone, Debug, Default)]
pub struct ExpressOrder {
    /// The wallet, if it is known.
    pub wallet: Option<ExpressWallet>,
    /// The amount shown by the wallet; `None` if the page does not send it.
    pub shown: Option<Cents>,
    /// The selected delivery rate; empty for the cart's.
    pub rate: String,
    /// Values of the extra billing fields, by name.
    pub custom_fields: BTreeMap<String, String>,
}

/// Unvalidated input, stored in the cart so that nothing is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedCheckout {
    /// Billing address with e-mail.
    pub billing: Address,
    pub shipping: Address,
    /// Id of the selected delivery rate, used if it is available. `None` leaves the cart's unchanged.
    pub rate: Option<String>,
    /// Note; `None` leaves the cart's unchanged.
    pub note: Option<String>,
    /// The buyer's own reference; `None` leaves the cart's unchanged.
    pub buyer_reference: Option<String>,
    /// Requested delivery day, as `2026-12-02`; `None` leaves the cart's unchanged.
    pub delivery_day: Option<String>,
    /// Payment method; empty leaves the cart's unchanged.
    pub payment_method: String,
}

/// An order whose input is validated. The cart's own checks remain: prices, coupons, stock.
#[derive(Debug)]
pub(super) struct CheckedOrder {
    pub checkout: Checkout,
    /// Id of the selected delivery rate.
    pub rate: Option<String>,
    pub door: ChannelRules,
    pub shown: Option<Cents>,
    /// The wallet of an express button.
    pub wallet: Option<ExpressWallet>,
    pub attribution: BTreeMap<String, String>,
    pub identity: RequestIdentity,
    /// The browser's address.
    pub ip: String,
    /// Argon2id password hash of an account to create with the order.
    pub account_password_hash: Option<String>,
}

impl CheckedOrder {
    /// The part that is stored in the cart.
    pub(super) fn typed(&self) -> TypedCheckout {
        TypedCheckout {
            billing: self.checkout.billing().clone(),
            shipping: self.checkout.shipping().clone(),
            rate: self.rate.clone(),
            note: Some(self.checkout.order_comments().to_owned()),
            buyer_reference: Some(self.checkout.buyer_reference().to_owned()),
            delivery_day: Some(self.checkout.delivery_day().map(name_of_day).unwrap_or_default()),
            payment_method: self.checkout.payment_method().to_owned(),
        }
    }
}

/// Differences between form and API orders, where WooCommerce has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChannelRules {
    /// Whether an order without delivery stores the delivery address: only if the client requested it, not if the form merely
    /// filled it in.
    pub stores_shipping: bool,
    /// Whether a free order empties its cart at once: by form yes, by the store API when its page is shown.
    pub empties_free_cart: bool,
    /// Whether the input is already stored in the cart.
    pub is_remembered: bool,
}

pub(super) const BY_FORM: ChannelRules =
    ChannelRules { stores_shipping: false, empties_free_cart: true, is_remembered: false };
pub(super) const BY_API: ChannelRules =
    ChannelRules { stores_shipping: true, empties_free_cart: false, is_remembered: true };
