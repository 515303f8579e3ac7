//! Companies that buy.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId};
use shop_core::trade::company::{Approval, CompanyContent};
use shop_services::ports::{
    CompanyFilter, CompanyMember, CompanyRecord, CompanyRow, CompanyStore, NewCompany, NewMail, RegistrationFile,
    StoreError,
};

use crate::db::{Db, Write, list, to_json};
use crate::outbox;
use crate::row::row;
use crate::statement::{Filter, set, value, values};

row! {
    CompanyRecord: companies(id) {
        id, owner_id, role_id, approval, name, country, vat_number, vat_status,
        credit_limit: (credit_limited, credit_limit_cents) => limit,
        content, changed_at, version, created_at,
    }
}

row! {
    CompanyRow: companies(id) {
        id, name, country, vat_number, vat_status, role_id, approval,
        email: "(SELECT c.email FROM customers c WHERE c.id = companies.owner_id)",
        changed_at, created_at,
    }
}

row! {
    CompanyMember: customers(id) { id, email, username, subaccount, }
}

row! {
    RegistrationFile: registration_files(stored_name) { stored_name, name, kind, size_bytes, company_id, created_at, }
}

fn limit(limited: bool, cents: Cents) -> Option<Cents> {
    limited.then_some(cents)
}

/// Most people named on a company's page.
const MEMBERS: u64 = 200;
/// Files that are forgotten at once.
const FILES_AT_ONCE: usize = 100;

#[async_trait]
impl CompanyStore for Db {
    async fn company(&self, id: CompanyId) -> Result<Option<CompanyRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn company_of_owner(&self, owner: CustomerId) -> Result<Option<CompanyRecord>, StoreError> {
        self.find("WHERE owner_id = $1", values![owner]).await
    }

    async fn list_companies(&self, filter: &CompanyFilter) -> Result<(Vec<CompanyRow>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        let email = "(SELECT c.email FROM customers c WHERE c.id = companies.owner_id)";
        condition.and_search(&filter.search, &["name", "vat_number", email]);
        if let Some(approval) = filter.approval {
            condition.and("approval = ?", approval);
        }
        if let Some(role) = filter.role_id {
            condition.and("role_id = ?", role);
        }
        let order = "CASE approval WHEN 'pending' THEN 0 ELSE 1 END, id DESC";
        self.page(condition, order, (filter.page, filter.per_page)).await
    }

    async fn count_companies(&self, approval: Approval) -> Result<u64, StoreError> {
        let mut with = Filter::new("1 = 1");
        with.and("approval = ?", approval);
        self.count("companies", with).await
    }

    async fn company_members(&self, id: CompanyId) -> Result<Vec<CompanyMember>, StoreError> {
        let rest = "WHERE company_id = $1 ORDER BY CASE WHEN subaccount IS NULL THEN 0 ELSE 1 END, id LIMIT $2";
        self.list(rest, values![id, MEMBERS]).await
    }

    async fn add_company(
        &self,
        owner: CustomerId,
        new: &NewCompany,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<CompanyId>, StoreError> {
        let write = self.begin(true).await?;
        let Some(id) = insert(&write, owner, new, now).await? else { return Ok(None) };
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(Some(id))
    }

    async fn save_company(
        &self,
        company: &CompanyRecord,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let of_this = "UPDATE companies SET version = version + 1 WHERE id = $1 AND version = $2";
        if write.run(of_this, values![company.id, company.version]).await? == 0 {
            return Ok(false);
        }
        let other_number = "UPDATE companies SET vat_status = 'unchecked', vat_checked_at = NULL \
                            WHERE id = $1 AND (vat_number <> $2 OR country <> $3)";
        write.run(other_number, values![company.id, &company.vat_number, &company.country]).await?;
        let loses = "SELECT id FROM companies WHERE id = $1 AND approval = 'approved'";
        if company.approval != Approval::Approved && write.has(loses, values![company.id]).await? {
            let people = "DELETE FROM logins WHERE customer_id IN (SELECT id FROM customers WHERE company_id = $1)";
            write.run(people, values![company.id]).await?;
        }
        let row = set! {
            role_id: company.role_id,
            approval: company.approval,
            name: &company.name,
            country: &company.country,
            vat_number: &company.vat_number,
            credit_limited: company.credit_limit.is_some(),
            credit_limit_cents: company.credit_limit.unwrap_or_default(),
            content: to_json(&company.content)?,
            changed_at: company.changed_at,
        };
        write.update("companies", row, "id = $1", values![company.id]).await?;
        hold_files(&write, company.id, &company.content).await?;
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn add_registration_file(&self, file: &RegistrationFile) -> Result<(), StoreError> {
        let row = set! {
            stored_name: &file.stored_name,
            name: &file.name,
            kind: file.kind,
            size_bytes: file.size_bytes,
            created_at: file.created_at,
        };
        self.insert("registration_files", row).await
    }

    async fn registration_file(&self, stored_name: &str) -> Result<Option<RegistrationFile>, StoreError> {
        self.find("WHERE stored_name = $1", values![stored_name]).await
    }

    async fn company_files(&self, id: CompanyId) -> Result<Vec<RegistrationFile>, StoreError> {
        self.list("WHERE company_id = $1 ORDER BY created_at, stored_name", values![id]).await
    }

    async fn take_stray_files(&self, before: UnixSeconds) -> Result<Vec<String>, StoreError> {
        let sql = "DELETE FROM registration_files WHERE stored_name IN (SELECT stored_name FROM registration_files \
                   WHERE company_id IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2) RETURNING stored_name";
        let write = self.begin(true).await?;
        let names = write.rows(sql, values![before, FILES_AT_ONCE]).await?;
        write.commit().await?;
        Ok(names)
    }
}

/// Makes the company of an account; `None`: the account has one, or is of one.
pub(crate) async fn insert(
    write: &Write<'_>,
    owner: CustomerId,
    new: &NewCompany,
    now: UnixSeconds,
) -> Result<Option<CompanyId>, StoreError> {
    let data = &new.data;
    let content = CompanyContent {
        tax_code: data.tax_code.clone(),
        sdi_code: data.sdi_code.clone(),
        pec: data.pec.clone(),
        fields: data.fields.clone(),
        ..CompanyContent::default()
    };
    let row = set! {
        owner_id: owner,
        role_id: new.role_id,
        approval: new.approval,
        name: &data.name,
        country: &data.country,
        vat_number: &data.vat_number,
        content: to_json(&content)?,
        created_at: now,
    };
    let made: Vec<CompanyId> =
        write.insert_returning("companies", vec![row], "ON CONFLICT (owner_id) DO NOTHING RETURNING id").await?;
    let Some(id) = made.first().copied() else { return Ok(None) };
    let free = "id = $1 AND company_id IS NULL";
    if write.update("customers", set! { company_id: id }, free, values![owner]).await? == 0 {
        return Ok(None);
    }
    hold_files(write, id, &content).await?;
    Ok(Some(id))
}

/// Ties to a company the files that it names, and lets go those that it named before.
async fn hold_files(write: &Write<'_>, id: CompanyId, content: &CompanyContent) -> Result<(), StoreError> {
    let names: Vec<&String> = content.fields.values().collect();
    let mut held = values![id];
    held.extend(names.iter().map(|name| value(*name)));
    let places = list(2, names.len());
    if !names.is_empty() {
        let sql = format!(
            "UPDATE registration_files SET company_id = $1 WHERE company_id IS NULL AND stored_name IN ({places})"
        );
        write.run(&sql, held.clone()).await?;
    }
    let others = if names.is_empty() { String::new() } else { format!(" AND stored_name NOT IN ({places})") };
    let sql = format!("UPDATE registration_files SET company_id = NULL WHERE company_id = $1{others}");
    write.run(&sql, held).await.map(|_| ())
}
