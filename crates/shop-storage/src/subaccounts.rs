//! Sub-accounts of companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::Subaccount;
use shop_services::ports::{MainAccount, NewCustomer, StoreError, SubaccountRecord, SubaccountStore, SubaccountTaken};

use crate::account_deletion;
use crate::customers::insert;
use crate::db::{Db, to_json};
use crate::row::row;
use crate::statement::{set, values};

row! {
    SubaccountRecord: customers(id) { id, username, email, subaccount, created_at, }
}

row! {
    MainAccount: companies(+id) {
        company: name, customer_id: owner_id,
        email: "(SELECT u.email FROM customers u WHERE u.id = companies.owner_id)",
    }
}

/// A sub-account of a company: `$1` the account, `$2` the company.
const ONE: &str = "id = $1 AND company_id = $2 AND subaccount IS NOT NULL";

#[async_trait]
impl SubaccountStore for Db {
    async fn main_account(&self, company: CompanyId) -> Result<Option<MainAccount>, StoreError> {
        self.find("WHERE id = $1", values![company]).await
    }

    async fn subaccounts_of(&self, company: CompanyId, limit: u64) -> Result<Vec<SubaccountRecord>, StoreError> {
        let rest = "WHERE company_id = $1 AND subaccount IS NOT NULL ORDER BY id LIMIT $2";
        self.list(rest, values![company, limit]).await
    }

    async fn count_subaccounts(&self, owner: CustomerId) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM customers WHERE subaccount IS NOT NULL \
                   AND company_id = (SELECT id FROM companies WHERE owner_id = $1)";
        Ok(u64::try_from(self.number(sql, values![owner]).await?).unwrap_or(0))
    }

    async fn subaccount_of(&self, company: CompanyId, id: CustomerId) -> Result<Option<SubaccountRecord>, StoreError> {
        self.find(&format!("WHERE {ONE}"), values![id, company]).await
    }

    async fn add_subaccount(
        &self,
        company: CompanyId,
        new: &NewCustomer,
        subaccount: &Subaccount,
        maximum: u64,
        now: UnixSeconds,
    ) -> Result<Result<CustomerId, SubaccountTaken>, StoreError> {
        let write = self.begin(true).await?;
        // An update, so that of two at once one waits here and then counts the other's.
        if write.update("companies", set! { version = "version" }, "id = $1", values![company]).await? == 0 {
            return Ok(Err(SubaccountTaken::Maximum));
        }
        let count = "SELECT COUNT(*) FROM customers WHERE company_id = $1 AND subaccount IS NOT NULL";
        if u64::try_from(write.number(count, values![company]).await?).unwrap_or(u64::MAX) >= maximum {
            return Ok(Err(SubaccountTaken::Maximum));
        }
        let Some(id) = insert(&write, new, &new.username, now).await? else {
            let named = write.has("SELECT id FROM customers WHERE username = $1", values![&new.username]).await?;
            return Ok(Err(if named { SubaccountTaken::Username } else { SubaccountTaken::Email }));
        };
        let of_company = set! { company_id: company, subaccount: to_json(subaccount)? };
        write.update("customers", of_company, "id = $1", values![id]).await?;
        write.commit().await?;
        Ok(Ok(id))
    }

    async fn save_subaccount(
        &self,
        company: CompanyId,
        id: CustomerId,
        subaccount: &Subaccount,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let saved = set! { subaccount: to_json(subaccount)? };
        let found = write.update("customers", saved, ONE, values![id, company]).await? == 1;
        write.commit().await?;
        Ok(found)
    }

    async fn delete_subaccount(&self, company: CompanyId, id: CustomerId) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let held = set! { subaccount = "subaccount" };
        if write.update("customers", held, ONE, values![id, company]).await? == 0 {
            return Ok(false);
        }
        account_deletion::delete_subaccount(&write, company, id).await?;
        write.commit().await?;
        Ok(true)
    }
}
