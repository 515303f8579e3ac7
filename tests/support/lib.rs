//! Serves shops for tests and visits them as a client would.
//!
//! Every test has a database of its own, filled with the catalogue of `support/fixture`: filling is done once, each test starts
//! from a copy. The shop is the real router over the real services, called in memory; what is about processes, sockets and
//! logs starts a server process.

mod clock;
mod cluster;
mod company;
mod contract;
mod cores;
mod customer;
mod database;
mod door;
mod intermediary;
mod mail_server;
mod merchant;
mod payment;
mod place;
mod postgres;
mod reader;
mod server;
mod shop;
mod starting;
mod statements;
mod template;
mod translator;
mod visitor;

use std::pin::Pin;

use shop_server::cli::STACK_BYTES;
use tokio::runtime::Builder;

use crate::cores::Core;

pub use cluster::Cluster;
pub use company::{
    PERMISSIONS, Rights, SUB_PASSWORD, change_subaccount, colleague, company, company_in_state, join, join_at,
    make_company, make_company_at, subaccount, subaccount_fields, trade_call, trade_role, trade_token,
};
pub use contract::compare_with_description;
pub use cores::stay_on_core;
pub use customer::{STRONG, customer, kinds_to, link_for, log_in, page_data, register, section_nonce, send};
pub use database::{Database, Lock, ask, sql};
pub use door::{Carrier, NoAnswer, Request, answer};
pub use intermediary::{StandInIntermediary, TOKEN as INTERMEDIARY_TOKEN};
pub use mail_server::{MailFault, MailServer, TakenIn};
pub use merchant::{ADMIN_EMAIL, ADMIN_PASSWORD, Merchant};
pub use payment::{card_fields, signature, wallet_fields};
pub use place::{Place, Ran, assert_same_rows};
pub use reader::Reader;
pub use server::{Assembly, assemble, config};
pub use shop::{SANDBOX_KEY, SANDBOX_PUBLIC_KEY, TestShop, WEBHOOK_SECRET};
pub use starting::Starting;
pub use translator::{KEY as TRANSLATOR_KEY, StandInTranslator};
pub use visitor::{API, Answer, Visitor, address, checkout, classic_fields, classic_form};

/// The threads of a rule's runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Requests at the same moment take turns wherever they wait: a tenth less work for the machine.
    One,
    /// They run at the same time, as races have to.
    Two,
}

/// Runs a rule on a shop of its own. The rule comes in a box: a runtime compiled for each of thousands of rules is most of what the
/// compiler has to do for them.
///
/// # Panics
/// The rule does not hold.
pub fn run(threads: Threads, database: Database, rule: fn(TestShop) -> Pin<Box<dyn Future<Output = ()>>>) {
    let runtime = match threads {
        Threads::One => Builder::new_current_thread().enable_all().build(),
        Threads::Two => {
            Builder::new_multi_thread().worker_threads(2).thread_stack_size(STACK_BYTES).enable_all().build()
        }
    };
    let runtime = runtime.expect("a runtime can be made");
    let test = move || {
        let _core = (threads == Threads::One).then(Core::take);
        runtime.block_on(async move { rule(TestShop::start(database).await).await });
    };
    // With the stack that the server gives its threads.
    let named = std::thread::Builder::new().name(std::thread::current().name().unwrap_or_default().to_owned());
    let thread = named.stack_size(STACK_BYTES).spawn(test).expect("a thread can be started");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Seconds since 1970 UTC, as the shops of tests have them.
pub fn now() -> i64 {
    shop_services::Clock::now_ms(&shop_services::SystemClock) / 1000
}

/// Declares rules that are tried on SQLite and on PostgreSQL in every run: races, failing databases, and of the others as many as it
/// takes to send every statement. Those on PostgreSQL are ignored unless they are asked for (`--include-ignored`);
/// `scripts/test` does, with `TEST_POSTGRES` set to an address that may create databases.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {
        $($crate::rule! { Two sqlite postgres $(#[$doc])* $name $shop $body })*
    };
}

/// Declares rules that take long on either database and find the same faults on both: tried on PostgreSQL in every run, and on SQLite
/// too by `scripts/test --all`.
#[macro_export]
macro_rules! on_postgres {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {
        $($crate::rule! { Two sqlite_at_length postgres $(#[$doc])* $name $shop $body })*
    };
}

/// Declares rules that are tried on SQLite in every run, and on PostgreSQL too by `scripts/test --all`: their statements are sent by
/// rules of [`on_both_databases!`](crate::on_both_databases). What no such rule sent `scripts/test` tries there with these. They have
/// one thread: what is about two requests at the same moment belongs to the others.
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {
        $($crate::rule! { One sqlite postgres_at_length $(#[$doc])* $name $shop $body })*
    };
}

/// Declares rules that take minutes: tried on both databases by `scripts/test --all` alone.
#[macro_export]
macro_rules! at_length {
    ($($(#[$doc:meta])* async fn $name:ident($shop:ident) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn rule($shop: $crate::TestShop) $body

            #[test]
            #[ignore = "takes minutes"]
            fn sqlite_at_length() {
                $crate::run($crate::Threads::Two, $crate::Database::Sqlite, |shop| Box::pin(rule(shop)));
            }

            #[test]
            #[ignore = "takes minutes, and needs PostgreSQL: set TEST_POSTGRES"]
            fn postgres_at_length() {
                $crate::run($crate::Threads::Two, $crate::Database::postgres(), |shop| Box::pin(rule(shop)));
            }
        }
    )*};
}

/// The two tests of a rule; the first words are its threads and the names of its tests on SQLite and on PostgreSQL.
#[doc(hidden)]
#[macro_export]
macro_rules! rule {
    ($threads:ident $sqlite:ident $postgres:ident $(#[$doc:meta])* $name:ident $shop:ident $body:block) => {
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn rule($shop: $crate::TestShop) $body

            #[test]
            fn $sqlite() {
                $crate::run($crate::Threads::$threads, $crate::Database::Sqlite, |shop| Box::pin(rule(shop)));
            }

            #[test]
            #[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
            fn $postgres() {
                $crate::run($crate::Threads::$threads, $crate::Database::postgres(), |shop| Box::pin(rule(shop)));
            }
        }
    };
}
