//! What the shopper must do before an intent goes on.

use serde::{Deserialize, Serialize};
use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_services::Random;

use crate::ids::random_word;
use crate::options::SandboxOptions;
use crate::store::Tx;

/// What the shopper must do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Act {
    pub(crate) kind: ActKind,
    /// Opens the page, which is not to be found without it.
    pub(crate) token: String,
}

/// The kinds of what must be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ActKind {
    /// Prove to the card's bank to be its holder; in a frame of the page, or away from it.
    Authenticate { in_page: bool },
    /// Confirm at the bank's, the wallet's or the lender's page.
    Redirect(PaymentMethod),
    /// Pay a slip elsewhere. Unix seconds until which it can be paid.
    Voucher { method: PaymentMethod, number: String, until: i64 },
    /// Read a code with an app.
    Code(PaymentMethod),
    /// Confirm in the bank's app.
    BankApp { answers: AppAnswer },
}

/// What the bank's app will say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AppAnswer {
    Yes,
    No,
    /// Nothing, until the time is over.
    Nothing,
}

impl Act {
    pub(crate) fn new(random: &dyn Random, kind: ActKind) -> Self {
        Self { kind, token: random_word(random, 32) }
    }

    /// Of a method that always asks for something.
    pub(crate) fn of(tx: &Tx<'_>, method: PaymentMethod) -> Option<Self> {
        let kind = match method.group() {
            MethodGroup::Voucher => ActKind::Voucher {
                method,
                number: slip_number(tx.random()),
                until: tx.now() + i64::try_from(tx.options.timings.voucher_ms / 1000).unwrap_or(0),
            },
            MethodGroup::QrWallet if method == PaymentMethod::WechatPay => ActKind::Code(method),
            MethodGroup::MobileWallet => ActKind::Code(method),
            MethodGroup::BankRedirect
            | MethodGroup::QrWallet
            | MethodGroup::MarketplaceWallet
            | MethodGroup::BuyNowPayLater => ActKind::Redirect(method),
            MethodGroup::Card | MethodGroup::OneClick | MethodGroup::BankDebit | MethodGroup::BankCode => return None,
        };
        Some(Self::new(tx.random(), kind))
    }

    /// Where its page is; bank apps have none.
    pub(crate) fn page(&self, options: &SandboxOptions) -> String {
        format!("{}/pages/{}", options.origin, self.token)
    }
}

fn slip_number(random: &dyn Random) -> String {
    (0..3).map(|_| format!("{:03}", random.below(1000))).collect::<Vec<_>>().join(" ")
}
