//! Receivables: what companies owe for orders by invoice. Companies see them, and the merchant records payments.

mod recording;
mod reminders;

use std::sync::Arc;

use shop_core::base::calendar::local_day;
use shop_core::base::{CompanyId, FieldError};
use shop_core::trade::account::TradeAction;
use shop_core::trade::credit_line::CreditLine;

pub use recording::{ReceivedPaymentForm, ReversalForm};

use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::platform::context::Context;
use crate::ports::{
    AccountStore, CompanyDebt, CompanyStore, OrderStore, Receivable, ReceivableStore, ReceivedPayment, StoreError,
    ports,
};

/// Maximum number of open orders returned.
const MAX_OPEN: u64 = 200;
/// Maximum number of payments returned.
const MAX_PAYMENTS: u64 = 100;

ports! {
    pub(crate) trait ReceivablesPorts: AccountStore + CompanyStore + OrderStore + ReceivableStore
}

#[derive(Clone)]
pub struct Receivables {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ReceivablesPorts>,
}

/// A company's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyAccount {
    pub debt: CompanyDebt,
    /// Today's date, by which overdue amounts are determined.
    pub today: i64,
    /// Orders with an open amount, those due first at the head; at most 200.
    pub open: Vec<Receivable>,
}

/// Why a payment was not recorded or reversed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceivedPaymentError {
    #[error("the company or valid payment does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Receivables {
    /// Returns the account of the buyer's company, for buyers who may see its orders.
    pub async fn own_account(&self, buyer: &Buyer) -> Result<Result<CompanyAccount, TradeRefusal>, StoreError> {
        match buyer.trade(TradeAction::ViewOrders) {
            Ok(member) => self.account(member.company_id).await.map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Returns the balance and credit limit of the buyer's company; `None` for buyers who cannot order by invoice.
    pub async fn own_credit(&self, buyer: &Buyer) -> Result<Option<CreditLine>, StoreError> {
        match buyer.trade(TradeAction::Buy) {
            Ok(member) => self.store.credit_line(member.company_id).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Returns a company's account.
    pub async fn account(&self, company: CompanyId) -> Result<CompanyAccount, StoreError> {
        let today = local_day(self.context.now());
        Ok(CompanyAccount {
            debt: self.store.company_debt(company, today).await?,
            today,
            open: self.store.receivables(company, MAX_OPEN).await?,
        })
    }

    /// Lists a company's payments, newest first; at most 100.
    pub async fn payments(&self, company: CompanyId) -> Result<Vec<ReceivedPayment>, StoreError> {
        self.store.received_payments(company, MAX_PAYMENTS).await
    }
}
