//! Why an order is not placed. The cart is as it was.

use shop_core::accounts::form::MIN_PASSWORD_CHARS;
use shop_core::base::{FieldError, Params};
use shop_core::cart::coupon::validity::CouponRefusal;
use shop_core::checkout::api::ApiRefusal;
use shop_core::platform::messages::codes;

use crate::accounts::buyer::TradeRefusal;
use crate::cart::OpenCart;

/// A refused request to order.
#[derive(Debug)]
pub struct Refused {
    /// The cart as it stands, with the addresses that were typed; `None`: refused before it was looked at.
    pub open: Option<Box<OpenCart>>,
    pub reason: Refusal,
}

/// Why an order is refused, in the order in which a request is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The shop has no such way of payment.
    UnknownPaymentMethod(String),
    /// The shop does not take this wallet (any more).
    WalletNotTaken,
    /// Who asks may not order.
    Trade(TradeRefusal),
    /// The shop sells to customers alone, and no account is asked for.
    GuestsRefused,
    /// One wrong value of the request, named as the request names it.
    Value(FieldError),
    /// There is nothing in the cart.
    NothingToOrder,
    /// The order as a whole.
    Order(CheckoutRefusal),
    /// Wrong fields of the shop's own form, in page order.
    Fields(Vec<FieldError>),
    /// A matter that clients of the store API are refused for.
    Api(ApiRefusal),
    /// What the payment needs is missing or wrong.
    Payment(FieldError),
    /// Too many orders from one place.
    TooMany,
    /// No account can be made.
    Account(AccountDenied),
}

impl Refusal {
    /// The refusal as a form tells it: each error at its field, or of the form as a whole, with an empty field.
    pub fn errors(&self) -> Vec<FieldError> {
        let whole = |code: &'static str| vec![FieldError::new("", code)];
        match self {
            Self::UnknownPaymentMethod(_) | Self::WalletNotTaken => {
                vec![FieldError::new("payment_method", codes::PAYMENT_METHOD_UNAVAILABLE)]
            }
            Self::Trade(refusal) => whole(refusal.code()),
            Self::GuestsRefused => whole(codes::GUEST_CHECKOUT_DISABLED),
            Self::Value(error) | Self::Payment(error) => vec![error.clone()],
            Self::NothingToOrder => whole(codes::CART_EMPTY),
            Self::Order(refusal) => vec![FieldError {
                params: refusal.params.clone(),
                ..FieldError::new(field_of(refusal.code), refusal.code)
            }],
            Self::Fields(errors) => errors.clone(),
            Self::Api(_) => whole(codes::UNKNOWN_SERVER_ERROR),
            Self::TooMany => whole(codes::RATE_LIMIT_EXCEEDED),
            Self::Account(denied) => vec![denied.error()],
        }
    }

    pub(super) fn with(self, open: OpenCart) -> Refused {
        Refused { open: Some(Box::new(open)), reason: self }
    }

    pub(super) fn before_the_cart(self) -> Refused {
        Refused { open: None, reason: self }
    }
}

/// The field of the form that a refusal of the order as a whole is about; empty: none.
fn field_of(code: &str) -> &'static str {
    match code {
        codes::TRADE_CREDIT_LIMIT_EXCEEDED => "payment_method",
        _ => "",
    }
}

/// Why no account can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountDenied {
    /// There is one with this address.
    EmailTaken,
    /// The password is shorter than any that an account may have.
    ShortPassword,
    /// The password is weaker than the shop lets an order make.
    WeakPassword,
    /// Too many accounts were asked for from one place: who asks learns which addresses have one.
    TooMany,
    /// Too many passwords are being hashed at once.
    Busy,
    /// A fault of ours.
    Failed,
}

impl AccountDenied {
    /// The refusal of the checkout's form, at its field.
    pub fn error(self) -> FieldError {
        match self {
            Self::EmailTaken => FieldError::new("billing_email", codes::REGISTRATION_ERROR_EMAIL_EXISTS),
            Self::ShortPassword => {
                FieldError::new("account_password", codes::ACCOUNT_PASSWORD_SHORT).with("min", MIN_PASSWORD_CHARS)
            }
            Self::WeakPassword => FieldError::new("account_password", codes::ACCOUNT_PASSWORD_WEAK),
            Self::TooMany | Self::Busy => FieldError::new("", codes::RATE_LIMIT_EXCEEDED),
            Self::Failed => FieldError::new("", codes::UNKNOWN_SERVER_ERROR),
        }
    }
}

/// What is wrong with an order as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutRefusal {
    /// Code of the message.
    pub code: &'static str,
    pub params: Params,
    /// The refusal is about the state of the cart, which the client should read again.
    pub about_cart: bool,
    /// What stands behind the code, where it is more telling.
    pub reason: Option<FieldError>,
    /// Coupons that were taken off the cart, with the reason.
    pub removed_coupons: Vec<CouponRefusal>,
    /// Path of the page where the buyer goes on with the order that was placed already.
    pub order_path: Option<String>,
}

impl CheckoutRefusal {
    pub(super) fn new(code: &'static str) -> Self {
        Self {
            code,
            params: Params::new(),
            about_cart: false,
            reason: None,
            removed_coupons: Vec::new(),
            order_path: None,
        }
    }

    pub(super) fn about_cart(code: &'static str) -> Self {
        Self { about_cart: true, ..Self::new(code) }
    }

    /// There is not enough of a product.
    pub(super) fn short_of_stock(name: String, available: i64) -> Self {
        let code = if available > 0 { codes::PRODUCT_PARTIALLY_OUT_OF_STOCK } else { codes::PRODUCT_OUT_OF_STOCK };
        Self::about_cart(code).with("name", name).with("available", available)
    }

    pub(super) fn because(self, reason: FieldError) -> Self {
        Self { reason: Some(reason), ..self }
    }

    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}
