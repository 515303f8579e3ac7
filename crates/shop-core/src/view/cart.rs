//! Cart and checkout pages.

use serde::Serialize;

use super::conversation::QuoteRequestView;
use super::parts::Notice;
use super::{CartToListView, ExpressSettings, GatewaySettings, ProductCard, VatFieldView};
use crate::checkout::address::country::CountryOption;
use crate::checkout::address::states::StateField;
use crate::checkout::extra_field::ExtraFieldKind;
use crate::checkout::form::FieldLocation;
use crate::store_api::Cart;

/// What the shopper can add to the cart by a click: coupons and store credit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartOffers {
    /// Coupons; those that can be used first.
    pub coupons: Vec<CouponOffer>,
    /// Store credit; what ends first at the head.
    pub credits: Vec<CreditOffer>,
}

/// A coupon on offer. Its texts are plain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CouponOffer {
    /// Its number (`data-id`).
    pub id: i64,
    /// Its code (`data-code`).
    pub code: String,
    /// What it gives: "10% di sconto".
    pub label: String,
    /// The merchant's words; may be empty.
    pub description: String,
    /// "Fino al 31 dicembre 2026"; empty when it does not end.
    pub ends: String,
    /// It can be applied now.
    pub active: bool,
    /// What is missing; empty when nothing is.
    pub waits: String,
    /// The cart has it.
    pub applied: bool,
}

/// A store credit on offer. Its texts are plain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditOffer {
    /// Its number (`data-id`).
    pub id: i64,
    /// Its code (`data-code`).
    pub code: String,
    /// What is left of it: "25,00 €".
    pub balance: String,
    /// "Fino al 31 dicembre 2026"; empty when it does not end.
    pub ends: String,
    /// It can be applied now.
    pub active: bool,
    /// The cart has it.
    pub applied: bool,
}

/// `/cart/`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartPage {
    pub cart: Cart,
    /// Coupons and credit that can be clicked.
    pub offers: CartOffers,
    /// Nonce of the store API.
    pub store_nonce: String,
    /// Nonce of the cart form sent without scripts (`woocommerce-cart-nonce`).
    pub form_nonce: String,
    /// Nonce of the calls that apply a coupon.
    pub apply_coupon_nonce: String,
    /// Nonce of the call that takes one off.
    pub remove_coupon_nonce: String,
    /// Nonce of the call that chooses the delivery.
    pub update_shipping_method_nonce: String,
    pub notices: Vec<Notice>,
    /// Best sellers, when the cart is empty; else what goes well with its content (cross-sells).
    pub suggestions: Vec<ProductCard>,
    /// Configuration of the instalments widget, as JSON; empty: there is none.
    pub bnpl: String,
    /// Where the cart goes to; `None` when nothing of it is delivered.
    pub calculator: Option<ShippingCalculator>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// Asking for a quote; `None`: none can be asked for.
    pub quote: Option<QuoteRequestView>,
    /// Saves the cart as a purchase list; `None`: the buyer may not use lists.
    pub to_list: Option<CartToListView>,
}

/// The form that asks for the destination before the checkout.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingCalculator {
    /// `woocommerce-shipping-calculator-nonce`, for sending it without scripts.
    pub nonce: String,
    /// Countries of delivery, by name.
    pub countries: Vec<CountryOption>,
    pub country: String,
    /// What the state field of that country is.
    pub state_field: StateField,
    /// Words of the state field and of the postcode field in that country.
    pub state_label: String,
    /// See `state_label`.
    pub postcode_label: String,
    pub state: String,
    pub city: String,
    pub postcode: String,
    /// Refusals of the form just sent without scripts, by field (`calc_shipping_postcode`); the fields above are as sent.
    pub errors: Vec<crate::base::FieldError>,
}

/// Which of the two checkout forms the shop shows. Rules and fields are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CheckoutKind {
    /// Talks to the store API.
    #[default]
    Block,
    /// Talks to the classic calls.
    Classic,
}

/// A further billing field that the shop asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExtraFieldView {
    /// Name of the form field: `billing_field_285`.
    pub name: String,
    pub label: String,
    /// Where it stands.
    pub location: FieldLocation,
    /// Whether it must be filled in; of a box: ticked.
    pub required: bool,
    /// What it takes.
    pub kind: ExtraFieldKind,
    /// Choices of a list: what is sent of them.
    pub options: Vec<String>,
    /// The choices in words, in their order.
    pub option_labels: Vec<String>,
}

/// A way to pay.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PaymentMethodView {
    /// `bacs`, `cod`, …
    pub id: String,
    pub title: String,
    /// Explanation, plain text.
    pub description: String,
}

/// `/checkout/`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CheckoutPage {
    pub cart: Cart,
    /// What the form shows when it opens: the shopper's data, or what was just sent and refused.
    pub form: crate::checkout::form::CheckoutForm,
    /// The buyer's VAT number; `None`: this one is not asked.
    pub vat: Option<Box<VatFieldView>>,
    /// The invoice part of the form.
    pub invoice: crate::checkout::invoice::InvoiceForm,
    /// Whether an invoice can be asked for.
    pub invoices: bool,
    /// Which of the two forms it is.
    pub form_kind: CheckoutKind,
    /// Names this try to order: sent again with the same data it gives the same order, and never a second one.
    pub attempt: String,
    /// Names of the hidden fields that say where the buyer came from, without `wc_order_attribution_`. Scripts fill them.
    pub attribution_fields: Vec<String>,
    /// Further billing fields.
    pub extra_fields: Vec<ExtraFieldView>,
    /// Rules that the form is checked by.
    pub rules: crate::checkout::form::CheckoutRules,
    /// Delivery addresses of the buyer's company.
    pub delivery_choices: Vec<super::CompanyDelivery>,
    /// Refusals of the form just sent without scripts.
    pub errors: Vec<crate::base::FieldError>,
    pub notices: Vec<Notice>,
    /// Ways to pay.
    pub payment_methods: Vec<PaymentMethodView>,
    /// What the buyer's company owes and may owe by invoice; `None`: that is no way to pay here.
    pub credit: Option<crate::trade::credit_line::CreditLine>,
    /// The payment provider; `None`: nothing is paid by it here.
    pub gateway: Option<Box<GatewaySettings>>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// Coupons and credit that can be clicked.
    pub offers: CartOffers,
    /// Nonce of the store API.
    pub store_nonce: String,
    /// `woocommerce-process-checkout-nonce`.
    pub process_checkout_nonce: String,
    /// `update_order_review_nonce`.
    pub update_order_review_nonce: String,
    /// `apply_coupon_nonce`.
    pub apply_coupon_nonce: String,
    /// `remove_coupon_nonce`.
    pub remove_coupon_nonce: String,
    /// Nonce of the calls that tell the chosen payment and delivery.
    pub choices_nonce: String,
    /// Whether who has an account is invited to log in.
    pub login_offered: bool,
    /// Nonce of the login; empty: somebody is logged in.
    pub login_nonce: String,
    /// Address of the terms.
    pub terms_path: String,
    /// Address of the privacy page.
    pub privacy_path: String,
}
