//! A change of a product or variation as the forms send it, and the stock that it asks for.

use serde::Deserialize;
use shop_core::base::ProductId;
use utoipa::ToSchema;

/// A whole number, or the text of a form field that should hold one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(in crate::admin) enum Typed {
    Number(i64),
    /// Text as entered.
    Text(String),
}

impl Typed {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.trim().is_empty())
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok(),
        }
    }
}

/// Fields that products and variations have in common.
pub(super) struct ItemChange {
    pub(super) status: Option<String>,
    pub(super) regular_price: Option<String>,
    pub(super) sale_price: Option<String>,
    pub(super) sale_from: Option<String>,
    pub(super) sale_to: Option<String>,
    pub(super) stock_managed: Option<bool>,
    pub(super) stock_quantity: Option<Typed>,
    pub(super) expected_stock_quantity: Option<i64>,
    pub(super) stock_status: Option<String>,
    pub(super) backorders: Option<String>,
    pub(super) low_stock_amount: Option<Typed>,
    pub(super) quantity_min: Option<Typed>,
    pub(super) quantity_max: Option<Typed>,
    pub(super) quantity_step: Option<Typed>,
}

/// A stock quantity to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestedStock {
    pub(super) id: ProductId,
    pub(super) quantity: i64,
    /// Stock when the form was filled in.
    pub(super) expected: Option<i64>,
    /// Name of the form field.
    pub(super) field: String,
}
