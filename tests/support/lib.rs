//! Serves shops for tests and visits them as a client would.
//!
//! Every test has a database of its own, filled with the catalogue of `support/fixture`: filling is done once, each test starts
//! from a copy. The shop is the real router over the real services, called in memory; what is about processes, sockets and
//! logs starts a server process.

mod customer;
mod database;
mod door;
mod merchant;
mod payment;
mod server;
mod shop;
mod statements;
mod template;
mod visitor;

pub use customer::{STRONG, customer, kinds_to, link_for, log_in, page_data, register, section_nonce, send};
pub use database::Database;
pub use door::{NoAnswer, Request};
pub use merchant::{ADMIN_EMAIL, ADMIN_PASSWORD, Merchant};
pub use payment::signature;
pub use shop::{TestShop, WEBHOOK_SECRET};
pub use visitor::{API, Answer, Visitor, address, checkout, classic_form};

/// Declares tests that must hold on SQLite and on PostgreSQL. Those on PostgreSQL are ignored unless they are asked for
/// (`--include-ignored`); `scripts/test` does, with `TEST_POSTGRES` set to an address that may create databases.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn rule($shop: $crate::TestShop) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                rule($crate::TestShop::start($crate::Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
            async fn postgres() {
                rule($crate::TestShop::start($crate::Database::postgres()).await).await;
            }
        }
    )*};
}
