//! From the cart to an order: fields, doors, wallets, requests that come twice.

pub(crate) mod attempts;
pub(crate) mod checkout_form;
pub(crate) mod classic_calls;
pub(crate) mod delivery_days;
pub(crate) mod express;
pub(crate) mod express_calls;
pub(crate) mod express_orders;
pub(crate) mod express_wallets;
pub(crate) mod forms;
pub(crate) mod races;
pub(crate) mod repeated_requests;
pub(crate) mod store_api;
