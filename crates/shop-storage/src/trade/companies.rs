//! Trade companies.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    TryInsertResult,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, CompanyContent, Subaccount, VatNumberState};
use shop_services::ports::{
    CompanyFilter, CompanyMember, CompanyRecord, CompanyRow, CompanyStore, NewCompany, NewMail, RegistrationFile,
    StoreError,
};

use crate::db::fetch::page_of;
use crate::db::fetch::{Fetch, FetchSome, Run, lock_row};
use crate::db::{Db, Write, store_error};
use crate::entity::companies::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, customers, logins, record_from, registration_files};
use crate::platform::outbox;
use crate::search::matches;
use crate::trade::registration_files::{delete_stray_files, link_files};

/// Maximum number of people listed on a company's page.
const MEMBERS: u64 = 200;

record_from! {
    |row: Model| CompanyRecord {
        id, owner_id, role_id, approval, name, country, vat_number, vat_status,
        credit_limit: row.credit_limited.then_some(row.credit_limit_cents.0),
        content, changed_at, version, created_at,
    }
}

/// A row of the merchant's list.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct ListedCompany {
    id: Stored<CompanyId>,
    name: String,
    country: String,
    vat_number: String,
    vat_status: Stored<VatNumberState>,
    role_id: Stored<CustomerRoleId>,
    approval: Stored<Approval>,
    #[sea_orm(from_expr = "owner_email()")]
    email: String,
    changed_at: Option<UnixSeconds>,
    created_at: UnixSeconds,
}

record_from! {
    |row: ListedCompany| CompanyRow {
        id, name, country, vat_number, vat_status, role_id, approval, email, changed_at, created_at,
    }
}

#[derive(DerivePartialModel)]
#[sea_orm(entity = "customers::Entity")]
struct Member {
    id: Stored<CustomerId>,
    email: String,
    username: String,
    subaccount: Option<Stored<Subaccount>>,
}

impl From<Member> for CompanyMember {
    fn from(row: Member) -> Self {
        let subaccount = row.subaccount.map(|subaccount| subaccount.0);
        Self { id: row.id.0, email: row.email, username: row.username, subaccount }
    }
}

/// Email address of a company's main account.
pub(crate) fn owner_email() -> Expr {
    let owner = customers::Column::Id.into_expr().eq(Column::OwnerId.into_expr());
    customers::Entity::find().select_only().column(customers::Column::Email).filter(owner).into_query().into()
}

#[async_trait]
impl CompanyStore for Db {
    async fn company(&self, id: CompanyId) -> Result<Option<CompanyRecord>, StoreError> {
        Entity::find().filter(Column::Id.eq(Stored(id))).fetch_record(self).await
    }

    async fn company_of_owner(&self, owner: CustomerId) -> Result<Option<CompanyRecord>, StoreError> {
        Entity::find().filter(Column::OwnerId.eq(Stored(owner))).fetch_record(self).await
    }

    async fn list_companies(&self, filter: &CompanyFilter) -> Result<(Vec<CompanyRow>, u64), StoreError> {
        let searched = [Column::Name.into_expr(), Column::VatNumber.into_expr(), owner_email()];
        let condition = Condition::all()
            .add_option(matches(&filter.search, searched))
            .add_option(filter.approval.map(|approval| Column::Approval.eq(Stored(approval))))
            .add_option(filter.role_id.map(|role| Column::RoleId.eq(Stored(role))));
        let wanted = Entity::find().filter(condition);
        // Companies that wait for the merchant come first.
        let waiting = Column::Approval.eq(Stored(Approval::Pending));
        let page = wanted.clone().order_by_desc(waiting).order_by_desc(Column::Id);
        let page = page_of(page, filter.page, filter.per_page).into_partial_model::<ListedCompany>();
        let rows = page.fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn count_companies(&self, approval: Approval) -> Result<u64, StoreError> {
        Entity::find().filter(Column::Approval.eq(Stored(approval))).fetch_count(self).await
    }

    async fn company_members(&self, id: CompanyId) -> Result<Vec<CompanyMember>, StoreError> {
        use customers::Column::{CompanyId, Id, Subaccount};
        // The main account comes first.
        let members = customers::Entity::find()
            .filter(CompanyId.eq(Stored(id)))
            .order_by_asc(Subaccount.is_not_null())
            .order_by_asc(Id)
            .limit(MEMBERS)
            .into_partial_model::<Member>();
        members.fetch_records(self).await
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
        if !save(&write, company).await? {
            return Ok(false);
        }
        link_files(&write, company.id, &company.content).await?;
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn add_registration_file(&self, file: &RegistrationFile) -> Result<(), StoreError> {
        let row = registration_files::ActiveModel {
            stored_name: Set(file.stored_name.clone()),
            name: Set(file.name.clone()),
            kind: Set(Stored(file.kind)),
            size_bytes: Set(file.size_bytes),
            created_at: Set(file.created_at),
            ..Default::default()
        };
        registration_files::Entity::insert(row).run(self).await.map(|_| ())
    }

    async fn registration_file(&self, stored_name: &str) -> Result<Option<RegistrationFile>, StoreError> {
        registration_files::Entity::find_by_id(stored_name.to_owned()).fetch_record(self).await
    }

    async fn company_files(&self, id: CompanyId) -> Result<Vec<RegistrationFile>, StoreError> {
        use registration_files::Column::{CompanyId, CreatedAt, StoredName};
        let files = registration_files::Entity::find().filter(CompanyId.eq(Stored(id)));
        files.order_by_asc(CreatedAt).order_by_asc(StoredName).fetch_records(self).await
    }

    async fn take_stray_files(&self, before: UnixSeconds) -> Result<Vec<String>, StoreError> {
        let write = self.begin(true).await?;
        let names = delete_stray_files(&write, before).await?;
        write.commit().await?;
        Ok(names)
    }
}

/// Creates the company of an account; returns `None` if the account has a company or belongs to one.
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
    let row = ActiveModel {
        owner_id: Set(Stored(owner)),
        role_id: Set(Stored(new.role_id)),
        approval: Set(Stored(new.approval)),
        name: Set(data.name.clone()),
        country: Set(data.country.clone()),
        vat_number: Set(data.vat_number.clone()),
        content: Set(Stored(content.clone())),
        created_at: Set(now),
        ..Default::default()
    };
    let one_each = OnConflict::column(Column::OwnerId).do_nothing().to_owned();
    let added = Entity::insert(row).on_conflict(one_each).try_insert().exec(write).await.map_err(store_error)?;
    let TryInsertResult::Inserted(added) = added else { return Ok(None) };
    let id = added.last_insert_id;
    let joined = customers::ActiveModel { company_id: Set(Some(id)), ..Default::default() };
    let owner = customers::Entity::update_many().set(joined).filter(customers::Column::Id.eq(Stored(owner)));
    if owner.filter(customers::Column::CompanyId.is_null()).run(write).await? == 0 {
        return Ok(None);
    }
    link_files(write, id.0, &content).await?;
    Ok(Some(id.0))
}

/// Saves a company; returns `false` if it was changed meanwhile. A changed VAT number or country is unverified, and accounts of a
/// company that is no longer approved are logged out.
async fn save(write: &Write<'_>, company: &CompanyRecord) -> Result<bool, StoreError> {
    let of_this = Column::Id.eq(Stored(company.id));
    let next = Entity::update_many().col_expr(Column::Version, Expr::col(Column::Version).add(1_i64));
    let unchanged = Column::Version.eq(company.version);
    if next.filter(of_this.clone()).filter(unchanged).run(write).await? == 0 {
        return Ok(false);
    }
    let unchecked = ActiveModel {
        vat_status: Set(Stored(VatNumberState::Unchecked)),
        vat_checked_at: Set(None),
        ..Default::default()
    };
    let other_number = Column::VatNumber.ne(&company.vat_number).or(Column::Country.ne(&company.country));
    Entity::update_many().set(unchecked).filter(of_this.clone()).filter(other_number).run(write).await?;
    let approved = Entity::find().filter(of_this.clone()).filter(Column::Approval.eq(Stored(Approval::Approved)));
    if company.approval != Approval::Approved && approved.fetch_exists(write).await? {
        log_out_people(write, company.id).await?;
    }
    let row = ActiveModel {
        role_id: Set(Stored(company.role_id)),
        approval: Set(Stored(company.approval)),
        name: Set(company.name.clone()),
        country: Set(company.country.clone()),
        vat_number: Set(company.vat_number.clone()),
        credit_limited: Set(company.credit_limit.is_some()),
        credit_limit_cents: Set(Stored(company.credit_limit.unwrap_or_default())),
        content: Set(Stored(company.content.clone())),
        changed_at: Set(company.changed_at),
        ..Default::default()
    };
    Entity::update_many().set(row).filter(of_this).run(write).await?;
    Ok(true)
}

async fn log_out_people(write: &Write<'_>, company: CompanyId) -> Result<(), StoreError> {
    use customers::Column::{CompanyId, Id};
    let people = customers::Entity::find().select_only().column(Id).filter(CompanyId.eq(Stored(company))).into_query();
    let logins = logins::Entity::delete_many().filter(logins::Column::CustomerId.in_subquery(people));
    logins.run(write).await.map(|_| ())
}

/// Locks the row of a company until the transaction ends, so that concurrent additions count each other's rows.
pub(crate) async fn lock(write: &Write<'_>, id: CompanyId) -> Result<(), StoreError> {
    lock_row(Entity::find_by_id(Stored(id)), write).await.map(|_| ())
}
