//! Links in e-mails about an order.

use shop_core::base::{Cents, Lang};
use shop_core::orders::OrderStatus;
use shop_core::platform::words::order_texts;

use super::order_file::OrderFile;
use crate::ports::received_path;

/// The data that links are built from.
#[derive(Clone, Debug, Default)]
pub struct MailLinks {
    /// URL prefix of page paths; if empty, e-mails contain no links.
    pub(super) base: String,
    pub(super) files: Vec<OrderFile>,
}

/// Amounts that determine the links.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amounts {
    /// Amount due with the order itself, in cents.
    pub(super) now: Cents,
    /// Whether instalments follow.
    pub(super) later: bool,
    /// Whether a payment method is saved with the order although nothing is due.
    pub(super) keeps_method: bool,
}

impl MailLinks {
    /// Links of the e-mail about a status: label and address.
    pub(super) fn of(
        &self,
        number: &str,
        key: &str,
        status: OrderStatus,
        amounts: Amounts,
        lang: Lang,
    ) -> Vec<(String, String)> {
        let base = &self.base;
        if base.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let pay = format!("{base}/checkout/order-pay/{number}/?pay_for_order=true&key={key}");
        let open = matches!(status, OrderStatus::Pending | OrderStatus::Failed);
        if open && amounts.keeps_method {
            out.push((order_texts::confirm_the_payment_method(lang).to_owned(), pay));
        } else if status.needs_payment(amounts.now) {
            out.push((order_texts::pay_now(lang).to_owned(), pay));
        } else if amounts.later && status.is_paid() {
            out.push((order_texts::pay_the_next_instalment(lang).to_owned(), pay));
        }
        if status.is_paid() {
            let download = order_texts::download(lang).to_owned();
            out.extend(self.files.iter().map(|file| {
                (format!("{download}: {}", file.file.name), format!("{base}{}?key={key}", file.path(number)))
            }));
        }
        out.push((order_texts::see_your_order(lang).to_owned(), format!("{base}{}", received_path(number, key))));
        if matches!(status, OrderStatus::OnHold | OrderStatus::Processing | OrderStatus::Completed) {
            out.push((order_texts::withdraw_here(lang).to_owned(), format!("{base}/recesso/{number}/?key={key}")));
        }
        out
    }
}
