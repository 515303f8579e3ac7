//! A request to order, as a door has read it, and what the checks make of it.

use std::collections::BTreeMap;

use shop_core::base::calendar::name_of_day;
use shop_core::base::{Cents, FieldError};
use shop_core::checkout::address::{Address, MAX_FIELD_CHARS};
use shop_core::checkout::check::Checkout;
use shop_core::checkout::form::CheckoutForm;
use shop_core::checkout::invoice::InvoiceForm;
use shop_core::payments::express::wallet::ExpressWallet;

use super::replay::RequestIdentity;
use crate::cart::AddressChange;
use crate::payments::GatewayPayment;

/// A request to order.
#[derive(Debug)]
pub struct CheckoutRequest {
    /// Identifies the request: sent twice, it is one order.
    pub identity: RequestIdentity,
    /// What was sent.
    pub sent: Sent,
    /// What the buyer saw as to be paid now; `None`: the client does not say.
    pub shown: Option<Cents>,
    /// How it is paid, or what of that is missing. Only looked at when there is something to pay.
    pub payment: Result<PaymentInput, FieldError>,
}

/// How an order is paid.
#[derive(Clone, Debug)]
pub enum PaymentInput {
    /// Without the provider: by transfer, at the door.
    Offline,
    /// By the provider.
    Gateway(Box<GatewayPayment>),
}

/// What a door was sent.
#[derive(Debug)]
pub enum Sent {
    /// The shop's own form, with or without scripts.
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
    /// The buyer's VAT number as typed; `None`: the form does not ask for one.
    pub vat_number: Option<String>,
    /// Where the buyer came from, as it is kept.
    pub attribution: BTreeMap<String, String>,
}

impl FormOrder {
    /// What of it is kept with the cart while the order is not placed.
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

/// An order of the store API. What it leaves out comes from the cart.
#[derive(Debug, Default)]
pub struct ApiOrder {
    /// Changes of the billing address.
    pub billing: Option<AddressChange>,
    /// Changes of the delivery address.
    pub shipping: Option<AddressChange>,
    pub note: String,
    /// Way of payment; empty: none chosen.
    pub payment_method: String,
    /// Whether a guest wants an account.
    pub create_account: bool,
    /// Its password; empty: one that nobody knows, until its owner asks for a new one by mail.
    pub password: String,
    /// Further fields of the platform's clients, by name.
    pub additional_fields: BTreeMap<String, String>,
    /// What the shop's own form adds; `None`: another client.
    pub own: Option<OwnFields>,
    /// The express button that was pressed; `None`: an ordinary order.
    pub express: Option<ExpressOrder>,
    /// Where the buyer came from, as it is kept.
    pub attribution: BTreeMap<String, String>,
}

/// What the shop's own form sends beside the platform's fields.
#[derive(Clone, Debug, Default)]
pub struct OwnFields {
    pub invoice: InvoiceForm,
    /// The buyer's VAT number as typed; `None`: the form does not ask for one.
    pub vat_number: Option<String>,
    /// Further billing fields by name.
    pub extra_fields: BTreeMap<String, String>,
    /// The buyer's own reference.
    pub buyer_reference: String,
    /// Wished day of delivery.
    pub delivery_day: String,
    /// The buyer said to be of age.
    pub age_confirmed: bool,
    /// The buyer accepted the terms.
    pub terms: bool,
    /// The buyer wants digital content before the period of withdrawal ends.
    pub files_consent: bool,
}

/// An order of an express button.
#[derive(Clone, Debug, Default)]
pub struct ExpressOrder {
    /// The wallet, when it names one that there is.
    pub wallet: Option<ExpressWallet>,
    /// What the wallet shows as to be paid; `None`: the page does not say.
    pub shown: Option<Cents>,
    /// The chosen way of delivery; empty: the one that the cart knows.
    pub rate: String,
    /// Values of the further billing fields, by name.
    pub custom_fields: BTreeMap<String, String>,
}

/// What a buyer typed, unchecked: kept with the cart so that nothing is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedCheckout {
    /// Billing address with e-mail.
    pub billing: Address,
    pub shipping: Address,
    /// Id of the rate that the form names; it is taken where it is on offer. `None`: as the cart has it.
    pub rate: Option<String>,
    /// Note; `None`: as the cart has it.
    pub note: Option<String>,
    /// The buyer's own reference; `None`: as the cart has it.
    pub buyer_reference: Option<String>,
    /// Wished day of delivery, as `2026-12-02`; `None`: as the cart has it.
    pub delivery_day: Option<String>,
    /// Way of payment; empty: as the cart has it.
    pub payment_method: String,
}

/// An order that passed the checks of its door. What is left is the cart's own: prices, coupons, stock.
#[derive(Debug)]
pub(super) struct CheckedOrder {
    pub checkout: Checkout,
    /// Id of the rate that the form names.
    pub rate: Option<String>,
    pub door: DoorHabits,
    pub shown: Option<Cents>,
    /// The wallet of an express button.
    pub wallet: Option<ExpressWallet>,
    pub attribution: BTreeMap<String, String>,
    pub identity: RequestIdentity,
    /// Address of the browser.
    pub ip: String,
    /// Argon2id hash of the password of an account to be made with the order.
    pub account_password_hash: Option<String>,
}

impl CheckedOrder {
    /// What of it is kept with the cart.
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

/// How orders of one door differ from those of another, where the platform's do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DoorHabits {
    /// Whether an order without delivery keeps the delivery address: it was asked for, and not merely filled in by the form.
    pub keeps_shipping: bool,
    /// Whether a free order empties its cart at once: the form's does, the store API's when its page is shown.
    pub empties_free_cart: bool,
    /// Whether what was typed is with the cart already.
    pub is_remembered: bool,
}

/// Orders by form.
pub(super) const BY_FORM: DoorHabits =
    DoorHabits { keeps_shipping: false, empties_free_cart: true, is_remembered: false };
/// Orders of the store API.
pub(super) const BY_API: DoorHabits =
    DoorHabits { keeps_shipping: true, empties_free_cart: false, is_remembered: true };
