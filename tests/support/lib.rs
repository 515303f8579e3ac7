//! Starts shop servers for tests and visits them as a client would.
//!
//! Every test has a server and a database of its own, filled with the catalogue of `support/fixture`. Filling is done once
//! for all tests; each test starts from a copy.

mod customer;
mod database;
mod merchant;
mod payment;
mod shop;
mod template;
mod visitor;

pub use customer::{STRONG, customer, kinds_to, link_for, log_in, page_data, register, section_nonce, send};
pub use database::Database;
pub use merchant::{ADMIN_EMAIL, ADMIN_PASSWORD, Merchant};
pub use payment::signature;
pub use shop::{TestShop, WEBHOOK_SECRET};
pub use visitor::{API, Answer, Visitor, address, checkout, classic_form};

/// Declares tests that must hold on SQLite and on PostgreSQL. PostgreSQL is tested when `TEST_POSTGRES` holds an address
/// that may create databases; `scripts/test` sets it.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn rule($shop: $crate::TestShop) $body

            #[tokio::test]
            async fn sqlite() {
                rule($crate::TestShop::start($crate::Database::Sqlite)).await;
            }

            #[tokio::test]
            async fn postgres() {
                if let Some(postgres) = $crate::Database::postgres() {
                    rule($crate::TestShop::start(postgres)).await;
                }
            }
        }
    )*};
}
