//! Why an order is not placed. The cart is unchanged.

use shop_core::accounts::form::MIN_PASSWORD_CHARS;
use shop_core::base::{FieldError, Params};
use shop_core::cart::coupon::validity::CouponError;
use shop_core::checkout::api::ApiCheckoutError;
use shop_core::platform::messages::codes;

use crate::accounts::buyer::TradeRefusal;
use crate::cart::OpenCart;

/// A refused order request.
#[derive(Debug)]
pub struct Refused {
    /// The current cart, with the typed addresses; `None` if refused before it was loaded.
    pub open: Option<Box<OpenCart>>,
    pub reason: Refusal,
}

/// Why an order is refused, in the order of the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    UnknownPaymentMethod(String),
    /// The shop does not (or no longer) accept this wallet.
    WalletNotTaken,
    /// The account may not order.
    Trade(TradeRefusal),
    /// The shop only sells to customers with an account, and the request does not create one.
    GuestsRefused,
    /// One invalid value, under the request's own name for it.
    Value(FieldError),
    NothingToOrder,
    /// The order as a whole.
    Order(CheckoutRefusal),
    /// Invalid fields of the shop's own form, in page order.
    Fields(Vec<FieldError>),
    /// Errors specific to the store API.
    Api(ApiCheckoutError),
    /// Payment data are missing or invalid.
    Payment(FieldError),
    /// Rate limit: too many orders from one client.
    TooMany,
    /// No account can be created.
    Account(AccountError),
}

impl Refusal {
    /// Returns the form errors: each for its field, or with an empty field name for the whole form.
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
            Self::Account(error) => vec![error.error()],
        }
    }

    pub(super) fn with(self, open: OpenCart) -> Refused {
        Refused { open: Some(Box::new(open)), reason: self }
    }

    pub(super) fn before_the_cart(self) -> Refused {
        Refused { open: None, reason: self }
    }
}

/// The form field that a refusal of the whole order concerns; empty if none.
fn field_of(code: &str) -> &'static str {
    match code {
        codes::TRADE_CREDIT_LIMIT_EXCEEDED => "payment_method",
        _ => "",
    }
}

/// Why no account can be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountError {
    EmailTaken,
    /// The password is shorter than allowed.
    ShortPassword,
    /// The password is too weak.
    WeakPassword,
    /// Rate limit: the response reveals which addresses have an account, so requests per client are limited.
    TooMany,
    /// Too many passwords are being hashed at once.
    Busy,
    Failed,
}

impl AccountError {
    /// Returns the checkout form's error for its field.
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

/// Why an order as a whole was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutRefusal {
    pub code: &'static str,
    pub params: Params,
    /// The refusal concerns the state of the cart, which the client should load again.
    pub about_cart: bool,
    /// A more specific error behind the code, if any.
    pub reason: Option<FieldError>,
    /// Coupons that were removed from the cart, with the reason.
    pub removed_coupons: Vec<CouponError>,
    /// Path of the page where the buyer continues with an order that was already placed.
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

    /// The stock of a product is insufficient.
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
