//! Who buys: what a visit may do, for whom, and on which terms.

use shop_core::base::{Cents, CompanyId, CustomerId, CustomerRoleId};
use shop_core::platform::messages::codes;
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::company::Approval;

use crate::ports::{Customer, OrderOwner, OrderRecord};

/// Who a visit is by. Read from the login, never from what a request says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buyer {
    /// The account; `None`: a guest's visit.
    pub customer_id: Option<CustomerId>,
    /// What it may do.
    pub account: TradeAccount,
    /// The company that it buys for; `None`: none, or one that is not approved.
    pub company_id: Option<CompanyId>,
    /// The role whose terms hold; `None`: a consumer's.
    pub role_id: Option<CustomerRoleId>,
    /// It is one of a company's sub-accounts, approved or not.
    pub subaccount: bool,
    /// What the merchant says to its company; `None`: it has none.
    pub approval: Option<Approval>,
    /// Goods of a cart above so much, tax included, wait for the main account; `None`: none do.
    pub approval_above_cents: Option<Cents>,
}

/// Why an account may not do what it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TradeRefusal {
    /// Nobody is logged in.
    LogIn,
    /// It is no trade buyer's account.
    NotTrade,
    /// Its company waits for the merchant's approval.
    Pending,
    /// The main account gave no right to it.
    NotAllowed,
}

impl TradeRefusal {
    /// Code of its message.
    pub const fn code(self) -> &'static str {
        match self {
            Self::LogIn => codes::TRADE_LOG_IN,
            Self::NotTrade => codes::TRADE_NOT_TRADE,
            Self::Pending => codes::TRADE_PENDING,
            Self::NotAllowed => codes::TRADE_NOT_ALLOWED,
        }
    }
}

/// An account that was found to have a right: what a service of the trade layer works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeBuyer {
    pub customer_id: CustomerId,
    pub company_id: CompanyId,
    /// All that it may do.
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

    /// The owner of a login.
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
            // The role's terms come with the approval.
            return Self { role_id: None, ..consumer };
        }
        let account =
            membership.subaccount.as_ref().map_or(TradeAccount::Main, |one| TradeAccount::Sub(one.permissions));
        let approval_above_cents = membership.subaccount.as_ref().and_then(|one| one.approval_above_cents);
        let role_id = membership.company_role_id;
        Self { account, company_id: Some(company_id), role_id, approval_above_cents, ..consumer }
    }

    /// Whether it may do something that consumers may do too.
    ///
    /// # Errors
    /// [`TradeRefusal::LogIn`] or [`TradeRefusal::NotAllowed`].
    pub fn check(&self, action: TradeAction) -> Result<(), TradeRefusal> {
        if self.account.may(action) { Ok(()) } else { Err(self.refusal()) }
    }

    /// The trade buyer, who may do something.
    ///
    /// # Errors
    /// Why not: see [`TradeRefusal`].
    pub fn trade(&self, action: TradeAction) -> Result<TradeBuyer, TradeRefusal> {
        match (self.customer_id, self.company_id) {
            (Some(customer_id), Some(company_id)) if self.account.may(action) => {
                Ok(TradeBuyer { customer_id, company_id, account: self.account })
            }
            _ => Err(self.refusal()),
        }
    }

    /// The trade buyer, whatever its rights: for what every account of a company sees.
    ///
    /// # Errors
    /// It is no trade buyer's account.
    pub fn member(&self) -> Result<TradeBuyer, TradeRefusal> {
        match (self.customer_id, self.company_id) {
            (Some(customer_id), Some(company_id)) => Ok(TradeBuyer { customer_id, company_id, account: self.account }),
            _ => Err(self.refusal()),
        }
    }

    /// Whose orders the visit may see: those of the account, and those of its company.
    ///
    /// # Errors
    /// [`TradeRefusal::LogIn`] or [`TradeRefusal::NotAllowed`].
    pub fn orders(&self) -> Result<OrderOwner, TradeRefusal> {
        self.check(TradeAction::ViewOrders)?;
        let customer_id = self.customer_id.ok_or(TradeRefusal::LogIn)?;
        Ok(OrderOwner { customer_id, company_id: self.company_id })
    }

    /// Whether the visit is by the account that placed an order.
    pub fn placed(&self, order: &OrderRecord) -> bool {
        self.customer_id.is_some() && order.customer_id == self.customer_id
    }

    /// Whether the visit may open an order without its key.
    pub fn sees(&self, order: &OrderRecord) -> bool {
        self.orders().is_ok_and(|owner| owner.owns(order))
    }

    /// Whether the visit may pay an order that it has opened: anybody a guest's; a customer's he himself, and who sees it of his company.
    pub fn may_pay(&self, order: &OrderRecord) -> bool {
        self.check(TradeAction::Buy).is_ok() && (order.is_guests() || self.placed(order) || self.sees(order))
    }

    /// Whether the visit may cancel an order, as long as that is possible: who placed it, and a company's main account.
    pub fn may_cancel(&self, order: &OrderRecord) -> bool {
        self.sees(order) && (self.placed(order) || self.account == TradeAccount::Main)
    }

    /// Whether the visit is by a sub-account: what it did is its company's, whatever the merchant says to the company.
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
