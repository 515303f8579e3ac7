//! Pages.
use crate::state::AppState;
/// Routes.
pub fn router() -> axum::Router<AppState> { axum::Router::new() }
/// Form.
pub fn checkout_form_from_pairs(_: &[(String, String)]) -> shop_core::checkout::form::CheckoutForm { Default::default() }
