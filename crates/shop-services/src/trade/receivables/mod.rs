//! What companies owe by invoice: told to them and to the merchant, who notes what they pay.

mod desk;
mod reminders;

use std::sync::Arc;

use shop_core::base::calendar::local_day;
use shop_core::base::{CompanyId, FieldError};
use shop_core::trade::account::TradeAction;
use shop_core::trade::credit_line::CreditLine;

pub use desk::{ReceivedPaymentForm, TakeBackForm};

use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::platform::context::Context;
use crate::ports::{
    AccountStore, CompanyDebt, CompanyStore, OrderStore, Receivable, ReceivableStore, ReceivedPayment, StoreError,
    ports,
};

/// Most open orders that are told at once.
const MAX_OPEN: u64 = 200;
/// Most payments that are told at once.
const MAX_PAYMENTS: u64 = 100;

ports! {
    /// Ports of [`Receivables`].
    pub(crate) trait ReceivablesPorts: AccountStore + CompanyStore + OrderStore + ReceivableStore
}

/// What companies owe by invoice.
#[derive(Clone)]
pub struct Receivables {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ReceivablesPorts>,
}

/// How a company's account stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyAccount {
    pub debt: CompanyDebt,
    /// The day of today, by which it is told what is overdue.
    pub today: i64,
    /// Orders of which something is owed, those due first; at most 200.
    pub open: Vec<Receivable>,
}

/// Why a payment was not noted or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentDenied {
    /// There is no such company, or no such payment that holds.
    Unknown,
    /// These fields are wrong.
    Fields(Vec<FieldError>),
}

impl Receivables {
    /// How the account of the buyer's company stands, for who may see its orders.
    pub async fn own_account(&self, buyer: &Buyer) -> Result<Result<CompanyAccount, TradeRefusal>, StoreError> {
        match buyer.trade(TradeAction::ViewOrders) {
            Ok(member) => self.account(member.company_id).await.map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// What the buyer's company owes and may owe, for who may order by invoice; `None`: nobody for whom it could be.
    pub async fn own_credit(&self, buyer: &Buyer) -> Result<Option<CreditLine>, StoreError> {
        match buyer.trade(TradeAction::Buy) {
            Ok(member) => self.store.credit_line(member.company_id).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// How a company's account stands.
    pub async fn account(&self, company: CompanyId) -> Result<CompanyAccount, StoreError> {
        let today = local_day(self.context.now());
        Ok(CompanyAccount {
            debt: self.store.company_debt(company, today).await?,
            today,
            open: self.store.receivables(company, MAX_OPEN).await?,
        })
    }

    /// A company's payments, the newest first; at most 100.
    pub async fn payments(&self, company: CompanyId) -> Result<Vec<ReceivedPayment>, StoreError> {
        self.store.received_payments(company, MAX_PAYMENTS).await
    }
}
