//! The pages of the shop, by subject: routes, and the plain forms that work without scripts. Page data that other doors use too is in
//! [`crate::page_data`].

mod accounts;
mod cached_page;
mod cart;
mod catalogue;
mod checkout;
mod content;
mod moderated_form;
mod orders;
mod payments;
mod plain_form;
mod platform;
mod privacy;
mod redirects;
mod trade;

use axum::Router;

use crate::app::routing::to;
use crate::app::state::AppState;

pub fn router(state: &AppState) -> Router<AppState> {
    Router::new()
        .merge(catalogue::routes(state))
        .merge(cart::routes())
        .merge(checkout::routes())
        .merge(orders::routes())
        .merge(payments::routes())
        .merge(accounts::routes())
        .merge(trade::routes())
        .merge(content::routes())
        .merge(privacy::routes())
        .merge(platform::routes())
        .fallback(to(content::pages::page))
}
