//! Actions that an intent requires from the shopper.

use serde::{Deserialize, Serialize};
use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_services::Random;

use crate::ids::random_word;
use crate::options::SandboxOptions;
use crate::store::Tx;

/// An action that an intent requires from the shopper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RequiredAction {
    pub(crate) kind: ActionKind,
    /// Secret token in the address of the action's page.
    pub(crate) token: String,
}

/// Kind of a required action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ActionKind {
    /// Authenticate with 3-D Secure, in a frame of the page or by redirect.
    Authenticate { in_page: bool },
    /// Confirm on the page of the bank, the wallet or the lender.
    Redirect(PaymentMethod),
    /// Pay a voucher elsewhere, until a time in Unix seconds.
    Voucher { method: PaymentMethod, number: String, until: i64 },
    /// Scan a QR code with an app.
    Code(PaymentMethod),
    /// Confirm in the bank's app.
    BankApp { answers: AppAnswer },
}

/// Simulated answer of the bank's app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AppAnswer {
    Yes,
    No,
    /// No answer, so that the code times out.
    Nothing,
}

impl RequiredAction {
    pub(crate) fn new(random: &dyn Random, kind: ActionKind) -> Self {
        Self { kind, token: random_word(random, 32) }
    }

    /// The action that a method always requires, if any.
    pub(crate) fn for_method(tx: &Tx<'_>, method: PaymentMethod) -> Option<Self> {
        let kind = match method.group() {
            MethodGroup::Voucher => ActionKind::Voucher {
                method,
                number: voucher_number(tx.random()),
                until: tx.now() + i64::try_from(tx.options.timings.voucher_ms / 1000).unwrap_or(0),
            },
            MethodGroup::QrWallet if method == PaymentMethod::WechatPay => ActionKind::Code(method),
            MethodGroup::MobileWallet => ActionKind::Code(method),
            MethodGroup::BankRedirect
            | MethodGroup::QrWallet
            | MethodGroup::MarketplaceWallet
            | MethodGroup::BuyNowPayLater => ActionKind::Redirect(method),
            MethodGroup::Card | MethodGroup::OneClick | MethodGroup::BankDebit | MethodGroup::BankCode => return None,
        };
        Some(Self::new(tx.random(), kind))
    }

    /// URL of its page; bank apps have none.
    pub(crate) fn page(&self, options: &SandboxOptions) -> String {
        format!("{}/pages/{}", options.origin, self.token)
    }
}

fn voucher_number(random: &dyn Random) -> String {
    (0..3).map(|_| format!("{:03}", random.below(1000))).collect::<Vec<_>>().join(" ")
}
