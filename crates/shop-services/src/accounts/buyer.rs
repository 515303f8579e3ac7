//! The buyer of a request: rights, company and terms.

use shop_core::base::{Cents, CompanyId, CustomerId, CustomerRoleId};
use shop_core::platform::messages::codes;
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::company::Approval;

use crate::ports::{Customer, OrderOwner, OrderRecord};

/// The person behind a request. Derived from the login, never from the request's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buyer {
    /// The account; `None` for a guest.
    pub customer_id: Option<CustomerId>,
    /// Rights of the account.
    pub account: TradeAccount,
    /// The company it buys for; `None` without one, or if it is not approved.
    pub company_id: Option<CompanyId>,
    /// The role whose terms apply; `None` for consumers.
    pub role_id: Option<CustomerRoleId>,
    /// The account is a company's sub-account, approved or not.
    pub subaccount: bool,
    /// The merchant's decision on its company; `None` without a company.
    pub approval: Option<Approval>,
    /// Carts with goods above this amount, tax included, need the main account's approval; `None` for no limit.
    pub approval_above_cents: Option<Cents>,
}

/// Why an action is not permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not permitted: {}", self.code())]
pub enum TradeRefusal {
    LogIn,
    /// The account is no trade buyer's.
    NotTrade,
    /// The company waits for the merchant's approval.
    Pending,
    /// The main account has not granted the right.
    NotAllowed,
}

impl TradeRefusal {
    pub const fn code(self) -> &'static str {
        match self {
            Self::LogIn => codes::TRADE_LOG_IN,
            Self::NotTrade => codes::TRADE_NOT_TRADE,
            Self::Pending => codes::TRADE_PENDING,
            Self::NotAllowed => codes::TRADE_NOT_ALLOWED,
        }
    }
}

/// A trade account with a verified right, for which the trade services work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeBuyer {
    pub customer_id: CustomerId,
    pub company_id: CompanyId,
    /// All its rights.
    pub account: TradeAccount,
}

impl Buyer {
    pub const GUEST: Self = Self {
        customer_id: None,
        account: TradeAccount::Guest,
        company_id: None,
        role_id: None,
        subaccount: false,
        approval: None,
        approval_above_cents: None,
    };

    /// Builds the buyer of a logged-in customer.
    pub fn of(customer: &Customer) -> Self {
        let membership = &customer.membership;
        let approved = membership.approval == Some(Approval::Approved);
        let consumer = Self {
            customer_id: Some(customer.id),
            account: TradeAccount::Consumer,
            company_id: None,
            role_id: customer.membership.role_id,
            subaccount: membership.subaccount.is_some(),
            approval: membership.approval,
            approval_above_cents: None,
        };
        let Some(company_id) = membership.company_id else { return consumer };
        if !approved {
            // The role's terms require the company's approval.
            return Self { role_id: None, ..consumer };
        }
        let account =
            membership.subaccount.as_ref().map_or(TradeAccount::Main, |one| TradeAccount::Sub(one.permissions));
        let approval_above_cents = membership.subaccount.as_ref().and_then(|one| one.approval_above_cents);
        let role_id = membership.company_role_id;
        Self { account, company_id: Some(company_id), role_id, approval_above_cents, ..consumer }
    }

    /// Checks an action that consumers may perform too.
    ///
    /// # Errors
    ///
    /// [`TradeRefusal::LogIn`] or [`TradeRefusal::NotAllowed`].
    pub fn check(&self, action: TradeAction) -> Result<(), TradeRefusal> {
        if self.account.may(action) { Ok(()) } else { Err(self.refusal()) }
    }

    /// Returns the trade buyer if the action is permitted.
    ///
    /// # Errors
    ///
    /// See [`TradeRefusal`].
    pub fn trade(&self, action: TradeAction) -> Result<TradeBuyer, TradeRefusal> {
        match (self.customer_id, self.company_id) {
            (Some(customer_id), Some(company_id)) if self.account.may(action) => {
                Ok(TradeBuyer { customer_id, company_id, account: self.account })
            }
            _ => Err(self.refusal()),
        }
    }

    /// Returns the trade buyer whatever its rights: for what every account of a company may see.
    ///
    /// # Errors
    ///
    /// The account is no trade buyer's.
    pub fn member(&self) -> Result<TradeBuyer, TradeRefusal> {
        match (self.customer_id, self.company_id) {
            (Some(customer_id), Some(company_id)) => Ok(TradeBuyer { customer_id, company_id, account: self.account }),
            _ => Err(self.refusal()),
        }
    }

    /// Returns whose orders the buyer may see: the account's own, and those of its company.
    ///
    /// # Errors
    ///
    /// [`TradeRefusal::LogIn`] or [`TradeRefusal::NotAllowed`].
    pub fn orders(&self) -> Result<OrderOwner, TradeRefusal> {
        self.check(TradeAction::ViewOrders)?;
        let customer_id = self.customer_id.ok_or(TradeRefusal::LogIn)?;
        Ok(OrderOwner { customer_id, company_id: self.company_id })
    }

    /// Whether this account placed an order.
    pub fn placed(&self, order: &OrderRecord) -> bool {
        self.customer_id.is_some() && order.customer_id == self.customer_id
    }

    /// Whether the buyer may open an order without its key.
    pub fn sees(&self, order: &OrderRecord) -> bool {
        self.orders().is_ok_and(|owner| owner.owns(order))
    }

    /// Whether the buyer may pay an open order: a guest's order anybody, a customer's order the customer, and those who may see
    /// it for its company.
    pub fn may_pay(&self, order: &OrderRecord) -> bool {
        self.check(TradeAction::Buy).is_ok() && (order.is_guests() || self.placed(order) || self.sees(order))
    }

    /// Whether the buyer may cancel an order, as long as that is possible: the account that placed it, and its company's main
    /// account.
    pub fn may_cancel(&self, order: &OrderRecord) -> bool {
        self.sees(order) && (self.placed(order) || self.account == TradeAccount::Main)
    }

    /// Whether the account is a sub-account: its orders belong to the company, whatever the merchant decides about it.
    pub const fn is_subaccount(&self) -> bool {
        self.subaccount
    }

    fn refusal(&self) -> TradeRefusal {
        match (self.account, self.approval) {
            (TradeAccount::Guest, _) => TradeRefusal::LogIn,
            (TradeAccount::Main | TradeAccount::Sub(_), _) => TradeRefusal::NotAllowed,
            (TradeAccount::Consumer, Some(Approval::Pending)) => TradeRefusal::Pending,
            (TradeAccount::Consumer, _) => TradeRefusal::NotTrade,
        }
    }
}

impl Default for Buyer {
    fn default() -> Self {
        Self::GUEST
    }
}

#[cfg(test)]
mod tests {
    use shop_core::trade::account::TradePermissions;
    use shop_core::trade::company::Subaccount;

    use super::*;
    use crate::ports::{Membership, Role};

    fn customer(membership: Membership) -> Customer {
        Customer {
            id: CustomerId(7),
            email: "a@example.com".into(),
            username: "a".into(),
            password_hash: String::new(),
            role: Role::Customer,
            first_name: String::new(),
            last_name: String::new(),
            blocked: false,
            membership,
        }
    }

    fn member(approval: Approval, subaccount: Option<Subaccount>) -> Buyer {
        Buyer::of(&customer(Membership {
            role_id: None,
            company_id: Some(CompanyId(3)),
            company_role_id: Some(CustomerRoleId(2)),
            approval: Some(approval),
            subaccount,
        }))
    }

    #[test]
    fn a_company_that_waits_or_was_refused_buys_as_a_consumer() {
        for (approval, refusal) in
            [(Approval::Pending, TradeRefusal::Pending), (Approval::Rejected, TradeRefusal::NotTrade)]
        {
            let buyer = member(approval, None);
            assert_eq!((buyer.account, buyer.company_id, buyer.role_id), (TradeAccount::Consumer, None, None));
            assert_eq!(buyer.trade(TradeAction::UseLists), Err(refusal));
            assert_eq!(buyer.check(TradeAction::Buy), Ok(()));
        }
    }

    #[test]
    fn an_approved_company_has_its_roles_terms_and_all_rights() {
        let buyer = member(Approval::Approved, None);
        assert_eq!(buyer.role_id, Some(CustomerRoleId(2)));
        for action in TradeAction::ALL {
            assert!(buyer.trade(*action).is_ok(), "{action:?}");
        }
    }

    #[test]
    fn a_sub_account_has_the_rights_that_it_was_given() {
        let permissions = TradePermissions { view_lists: true, ..TradePermissions::default() };
        let buyer = member(Approval::Approved, Some(Subaccount { permissions, ..Subaccount::default() }));
        assert!(buyer.trade(TradeAction::UseLists).is_ok());
        assert_eq!(buyer.check(TradeAction::Buy), Err(TradeRefusal::NotAllowed));
        assert_eq!(buyer.trade(TradeAction::ManageSubaccounts), Err(TradeRefusal::NotAllowed));
    }

    #[test]
    fn a_guest_is_asked_to_log_in_and_a_consumer_is_no_trade_buyer() {
        assert_eq!(Buyer::GUEST.trade(TradeAction::ViewOffers), Err(TradeRefusal::LogIn));
        assert_eq!(Buyer::GUEST.check(TradeAction::RequestQuote), Ok(()));
        let consumer = Buyer::of(&customer(Membership::default()));
        assert_eq!(consumer.trade(TradeAction::RequestQuote), Err(TradeRefusal::NotTrade));
        assert_eq!(consumer.check(TradeAction::ViewOrders), Ok(()));
    }
}
