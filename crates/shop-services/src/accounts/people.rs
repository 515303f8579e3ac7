//! Management of people's accounts by staff.

use std::sync::Arc;

use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::{Approval, Subaccount};

use crate::Context;
use crate::accounts::{Accounts, Link};
use crate::ports::{
    Customer, CustomerStore, PeopleStore, PersonChanged, PersonFilter, PersonRow, Role, StoreError, SubaccountStore,
    ports,
};

/// Why an account was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PersonError {
    #[error("the account does not exist")]
    Unknown,
    #[error("people cannot change their own access")]
    Yourself,
    #[error("the staff member may not do this to a person with that role")]
    NotAllowed,
    #[error("no administrator would be left")]
    LastAdmin,
    #[error("the account is blocked")]
    Blocked,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The company of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonCompany {
    pub id: CompanyId,
    pub name: String,
    pub main_account: CustomerId,
    /// The merchant's decision on the company.
    pub approval: Approval,
    /// Sub-account settings; `None` for the main account.
    pub subaccount: Option<Subaccount>,
}

ports! {
    pub(crate) trait PeoplePorts: CustomerStore + PeopleStore + SubaccountStore
}

/// Accounts for staff.
#[derive(Clone)]
pub struct People {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PeoplePorts>,
    pub(crate) accounts: Accounts,
}

impl People {
    /// Sets a person's role and ends the logins. For administrators.
    pub async fn set_person_role(&self, by: &Customer, id: CustomerId, role: Role) -> Result<(), PersonError> {
        if by.role != Role::Admin {
            return Err(PersonError::NotAllowed);
        }
        if by.id == id {
            return Err(PersonError::Yourself);
        }
        outcome(self.store.set_role(id, role).await?)
    }

    /// Blocks a person, which ends the logins, or unblocks.
    pub async fn set_person_blocked(&self, by: &Customer, id: CustomerId, blocked: bool) -> Result<(), PersonError> {
        self.manageable(by, id).await?;
        outcome(self.store.set_blocked(id, blocked.then(|| self.context.now())).await?)
    }

    /// Sends a person a password reset link. Only the mailbox's owner sees it.
    pub async fn send_person_password_link(
        &self,
        by: &Customer,
        id: CustomerId,
        link: &Link,
    ) -> Result<(), PersonError> {
        let person = self.manageable(by, id).await?;
        if person.blocked_at.is_some() {
            return Err(PersonError::Blocked);
        }
        Ok(self.accounts.send_password_link(id, &person.email, link).await?)
    }

    /// Returns a person whom this staff member may block or send links to.
    async fn manageable(&self, by: &Customer, id: CustomerId) -> Result<PersonRow, PersonError> {
        let Some(person) = self.store.person(id).await? else { return Err(PersonError::Unknown) };
        if by.id == id {
            Err(PersonError::Yourself)
        } else if by.role.may_manage(person.role) {
            Ok(person)
        } else {
            Err(PersonError::NotAllowed)
        }
    }
}

impl People {
    /// Returns a page of people and the total count.
    pub async fn list_people(&self, filter: &PersonFilter) -> Result<(Vec<PersonRow>, u64), StoreError> {
        self.store.list_people(filter).await
    }

    pub async fn person(&self, id: CustomerId) -> Result<Option<PersonRow>, StoreError> {
        self.store.person(id).await
    }

    /// Returns the company of a person's account, if any.
    pub async fn company_of(&self, id: CustomerId) -> Result<Option<PersonCompany>, StoreError> {
        let Some(membership) = self.store.customer(id).await?.map(|person| person.membership) else { return Ok(None) };
        let Some(company_id) = membership.company_id else { return Ok(None) };
        let main = self.store.main_account(company_id).await?;
        Ok(main.map(|main| PersonCompany {
            id: company_id,
            name: main.company,
            main_account: main.customer_id,
            approval: membership.approval.unwrap_or_default(),
            subaccount: membership.subaccount,
        }))
    }

    /// Lists a person's own coupons: id and code.
    pub async fn coupons_of(&self, id: CustomerId) -> Result<Vec<(i64, String)>, StoreError> {
        self.store.coupons_of(id).await
    }
}

fn outcome(changed: PersonChanged) -> Result<(), PersonError> {
    match changed {
        PersonChanged::Done => Ok(()),
        PersonChanged::Unknown => Err(PersonError::Unknown),
        PersonChanged::LastAdmin => Err(PersonError::LastAdmin),
    }
}
