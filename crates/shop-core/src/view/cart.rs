//! The cart and checkout pages.

use serde::Serialize;

use super::conversation::QuoteRequestView;
use super::parts::Notice;
use super::{CartToListView, ExpressSettings, GatewaySettings, ProductCard, VatFieldView};
use crate::checkout::address::country::CountryOption;
use crate::checkout::address::states::StateField;
use crate::checkout::extra_field::ExtraFieldKind;
use crate::checkout::form::FieldLocation;
use crate::store_api::Cart;

/// Offers that the shopper can apply by a click: coupons and store credit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartOffers {
    /// Coupons, those that can be used first.
    pub coupons: Vec<CouponOffer>,
    /// Store credit, earliest expiry first.
    pub credits: Vec<CreditOffer>,
}

/// An offered coupon, with plain texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CouponOffer {
    /// Id of the coupon (`data-id`).
    pub id: i64,
    /// Code of the coupon (`data-code`).
    pub code: String,
    /// Value of the coupon: "10% di sconto".
    pub label: String,
    /// Description by the merchant; may be empty.
    pub description: String,
    /// Expiry: "Fino al 31 dicembre 2026"; empty if it does not expire.
    pub ends: String,
    /// Whether it can be applied now.
    pub active: bool,
    /// Missing condition; empty if there is none.
    pub waits: String,
    /// Whether the cart has it.
    pub applied: bool,
}

/// An offered store credit, with plain texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CreditOffer {
    /// Id of the credit (`data-id`).
    pub id: i64,
    /// Code of the credit (`data-code`).
    pub code: String,
    /// Remaining balance: "25,00 €".
    pub balance: String,
    /// Expiry: "Fino al 31 dicembre 2026"; empty if it does not expire.
    pub ends: String,
    /// Whether it can be applied now.
    pub active: bool,
    /// Whether the cart has it.
    pub applied: bool,
}

/// The cart page, `/cart/`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartPage {
    pub cart: Cart,
    /// Clickable coupons and credit.
    pub offers: CartOffers,
    /// Nonce of the store API.
    pub store_nonce: String,
    /// Nonce of the cart form without scripts (`woocommerce-cart-nonce`).
    pub form_nonce: String,
    /// Nonce of the calls that apply a coupon.
    pub apply_coupon_nonce: String,
    /// Nonce of the call that removes a coupon.
    pub remove_coupon_nonce: String,
    /// Nonce of the call that selects the delivery method.
    pub update_shipping_method_nonce: String,
    pub notices: Vec<Notice>,
    /// Best sellers if the cart is empty; else cross-sells.
    pub suggestions: Vec<ProductCard>,
    /// Configuration of the instalments widget as JSON; empty: there is none.
    pub bnpl: String,
    /// Shipping calculator; `None` if nothing is delivered.
    pub calculator: Option<ShippingCalculator>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// Form for a quote request; `None`: not available.
    pub quote: Option<QuoteRequestView>,
    /// Button that saves the cart as a purchase list; `None`: the buyer cannot use lists.
    pub to_list: Option<CartToListView>,
}

/// The form for the destination before the checkout.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ShippingCalculator {
    /// `woocommerce-shipping-calculator-nonce`, for submitting it without scripts.
    pub nonce: String,
    /// Countries with delivery, sorted by name.
    pub countries: Vec<CountryOption>,
    pub country: String,
    /// State field of the selected country.
    pub state_field: StateField,
    /// Label of the state field in that country.
    pub state_label: String,
    /// Label of the postcode field in that country.
    pub postcode_label: String,
    pub state: String,
    pub city: String,
    pub postcode: String,
    /// Errors of the form just submitted without scripts, by field (`calc_shipping_postcode`); the fields above are as submitted.
    pub errors: Vec<crate::base::FieldError>,
}

/// Type of the checkout form that the shop uses. Rules and fields are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CheckoutKind {
    /// A form that uses the store API.
    #[default]
    Block,
    /// A form that uses the classic calls.
    Classic,
}

/// An additional billing field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExtraFieldView {
    /// Name of the form field: `billing_field_285`.
    pub name: String,
    pub label: String,
    /// Position in the form.
    pub location: FieldLocation,
    /// Whether it is required; of a checkbox: whether it must be ticked.
    pub required: bool,
    /// Type of its value.
    pub kind: ExtraFieldKind,
    /// Options of a list, as submitted.
    pub options: Vec<String>,
    /// Labels of the options, in the same order.
    pub option_labels: Vec<String>,
}

/// A payment method.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PaymentMethodView {
    /// Id such as `bacs` or `cod`.
    pub id: String,
    pub title: String,
    /// Description as plain text.
    pub description: String,
}

/// The checkout page, `/checkout/`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CheckoutPage {
    pub cart: Cart,
    /// Initial content of the form: the shopper's data, or a rejected submission.
    pub form: crate::checkout::form::CheckoutForm,
    /// The buyer's VAT number field; `None`: not shown.
    pub vat: Option<Box<VatFieldView>>,
    /// The invoice part of the form.
    pub invoice: crate::checkout::invoice::InvoiceForm,
    /// Whether an invoice can be requested.
    pub invoices: bool,
    /// Type of the form.
    pub form_kind: CheckoutKind,
    /// Idempotency key of this checkout: submitting it again with the same data returns the same order, never a second one.
    pub attempt: String,
    /// Names of the hidden attribution fields, without `wc_order_attribution_`. Scripts fill them in.
    pub attribution_fields: Vec<String>,
    /// Additional billing fields.
    pub extra_fields: Vec<ExtraFieldView>,
    /// Validation rules of the form.
    pub rules: crate::checkout::form::CheckoutRules,
    /// Delivery addresses of the buyer's company.
    pub delivery_choices: Vec<super::CompanyDelivery>,
    /// Errors of the form just submitted without scripts.
    pub errors: Vec<crate::base::FieldError>,
    pub notices: Vec<Notice>,
    /// Offered payment methods.
    pub payment_methods: Vec<PaymentMethodView>,
    /// Debt and credit limit of the buyer's company; `None`: payment by invoice is not offered here.
    pub credit: Option<crate::trade::credit_line::CreditLine>,
    /// The payment provider; `None`: not used here.
    pub gateway: Option<Box<GatewaySettings>>,
    /// Express buttons; `None`: there are none.
    pub express: Option<Box<ExpressSettings>>,
    /// Clickable coupons and credit.
    pub offers: CartOffers,
    /// Nonce of the store API.
    pub store_nonce: String,
    /// Value of `woocommerce-process-checkout-nonce`.
    pub process_checkout_nonce: String,
    /// Value of `update_order_review_nonce`.
    pub update_order_review_nonce: String,
    /// Value of `apply_coupon_nonce`.
    pub apply_coupon_nonce: String,
    /// Value of `remove_coupon_nonce`.
    pub remove_coupon_nonce: String,
    /// Nonce of the calls that report the chosen payment and delivery methods.
    pub choices_nonce: String,
    /// Whether shoppers with an account are invited to log in.
    pub login_offered: bool,
    /// Nonce of the login; empty for a logged-in shopper.
    pub login_nonce: String,
    /// Page of the terms.
    pub terms_path: String,
    /// Page of the privacy notice.
    pub privacy_path: String,
}
