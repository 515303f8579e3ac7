//! Checks of VAT numbers with VIES.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::{Approval, VatNumberState};
use shop_core::trade::vat_check::{RegisterFailure, VatAnswer};
use shop_services::ports::{
    NewMail, NewVatCheck, RegisterAnswer, RegisterEntry, StoreError, VatCheck, VatCheckFilter, VatCheckStore,
    VatCompany, WaitingVat,
};

use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::vat_checks::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, companies, customers, record_from};
use crate::platform::outbox::queue;
use crate::search::matches;
use crate::trade::selects::scalar;
use crate::trade::vat_companies;

/// Maximum number of addresses notified of one result.
const MAX_ADDRESSES: u64 = 20;

record_from! {
    |row: Model| VatCheck {
        id, customer_id, company_id, email, requested_by, country, vat_number, answer, failure,
        entry: RegisterEntry { name: row.name, address: row.address, consultation: row.consultation },
        tries, next_try_at, created_at, answered_at,
    }
}

#[async_trait]
impl VatCheckStore for Db {
    async fn add_vat_check(&self, new: &NewVatCheck, mails: &[NewMail], now: UnixSeconds) -> Result<i64, StoreError> {
        let write = self.begin(true).await?;
        let row = ActiveModel {
            customer_id: Set(new.customer_id.map(Stored)),
            company_id: Set(new.company_id.map(Stored)),
            email: Set(new.email.clone()),
            requested_by: Set(new.requested_by.clone()),
            country: Set(new.country.clone()),
            vat_number: Set(new.vat_number.clone()),
            next_try_at: Set(new.next_try_at),
            created_at: Set(now),
            ..answer_columns(&new.answer, now)
        };
        let id = Entity::insert(row).fetch_id(&write).await?;
        update_companies(&write, &new.vat_number, new.answer.answer(), now).await?;
        queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn save_vat_status(
        &self,
        vat_number: &str,
        answer: VatAnswer,
        checked_at: UnixSeconds,
    ) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        update_companies(&write, vat_number, answer, checked_at).await?;
        write.commit().await
    }

    async fn vat_answer_since(&self, vat_number: &str, since: UnixSeconds) -> Result<Option<VatCheck>, StoreError> {
        let latest = Entity::find()
            .filter(Column::VatNumber.eq(vat_number))
            .filter(Column::AnsweredAt.gt(since))
            .order_by_desc(Column::AnsweredAt)
            .order_by_desc(Column::Id);
        latest.fetch_record(self).await
    }

    async fn vat_check(&self, id: i64) -> Result<Option<VatCheck>, StoreError> {
        Entity::find_by_id(id).fetch_record(self).await
    }

    async fn list_vat_checks(&self, filter: &VatCheckFilter) -> Result<(Vec<VatCheck>, u64), StoreError> {
        let searched = [Column::VatNumber, Column::Name, Column::Email].map(ColumnTrait::into_expr);
        let wanted = Entity::find()
            .apply_if(filter.answer, |query, answer| query.filter(Column::Answer.eq(Stored(answer))))
            .apply_if(matches(&filter.search, searched), QueryFilter::filter);
        let rows = wanted.clone().order_by_desc(Column::Id).offset(filter.offset).limit(filter.limit);
        let rows = rows.fetch_records(self).await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn due_vat_numbers(&self, now: UnixSeconds, limit: u64) -> Result<Vec<WaitingVat>, StoreError> {
        let due = Entity::find()
            .select_only()
            .column(Column::VatNumber)
            .column_as(Column::Country.into_expr().min(), "country")
            .column_as(Column::Tries.into_expr().max(), "tries")
            .filter(Column::NextTryAt.lte(now))
            .group_by(Column::VatNumber)
            .order_by_asc(Column::NextTryAt.into_expr().min())
            .order_by_asc(Column::VatNumber)
            .limit(limit)
            .into_tuple::<(String, String, i64)>();
        let waiting = |(vat_number, country, tries)| WaitingVat { country, vat_number, tries };
        Ok(due.fetch_all(self).await?.into_iter().map(waiting).collect())
    }

    async fn claim_vat_number(
        &self,
        vat_number: &str,
        now: UnixSeconds,
        until: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(false).await?;
        let claimed = Entity::update_many()
            .col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
            .set(ActiveModel { next_try_at: Set(Some(until)), ..Default::default() })
            .filter(Column::VatNumber.eq(vat_number))
            .filter(Column::NextTryAt.lte(now))
            .run(&write)
            .await?;
        write.commit().await?;
        Ok(claimed > 0)
    }

    async fn vat_waiting_addresses(&self, vat_number: &str) -> Result<Vec<String>, StoreError> {
        let addresses = Entity::find()
            .select_only()
            .distinct()
            .column(Column::Email)
            .filter(is_unanswered(vat_number))
            .filter(Column::Email.ne(""))
            .order_by_asc(Column::Email)
            .limit(MAX_ADDRESSES);
        addresses.into_tuple::<String>().fetch_all(self).await
    }

    async fn set_vat_recipient(&self, vat_number: &str, email: &str) -> Result<(), StoreError> {
        let last = Entity::find()
            .select_only()
            .column_as(Column::Id.into_expr().max(), "id")
            .filter(is_unanswered(vat_number))
            .filter(Column::Email.eq(""));
        let addressed = Entity::update_many()
            .set(ActiveModel { email: Set(email.to_owned()), ..Default::default() })
            .filter(Column::Id.into_expr().eq(scalar(last.into_query())));
        addressed.run(self).await.map(|_| ())
    }

    async fn answer_vat_number(
        &self,
        vat_number: &str,
        answer: &RegisterAnswer,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let answered = ActiveModel { next_try_at: Set(None), ..answer_columns(answer, now) };
        if Entity::update_many().set(answered).filter(is_unanswered(vat_number)).run(&write).await? == 0 {
            return Ok(false);
        }
        update_companies(&write, vat_number, answer.answer(), now).await?;
        queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn postpone_vat_check(
        &self,
        vat_number: &str,
        failure: RegisterFailure,
        next_try_at: Option<UnixSeconds>,
    ) -> Result<(), StoreError> {
        let row =
            ActiveModel { failure: Set(Some(Stored(failure))), next_try_at: Set(next_try_at), ..Default::default() };
        Entity::update_many().set(row).filter(is_unanswered(vat_number)).run(self).await.map(|_| ())
    }

    async fn companies_with_vat(&self, vat_number: &str) -> Result<Vec<VatCompany>, StoreError> {
        vat_companies::fetch(self, companies::Column::VatNumber.eq(vat_number)).await
    }

    async fn vat_company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError> {
        let company = customers::Entity::find()
            .select_only()
            .column(customers::Column::CompanyId)
            .filter(customers::Column::Id.eq(Stored(customer)));
        let own = companies::Column::Id.into_expr().eq(scalar(company.into_query()));
        let approved = companies::Column::Approval.eq(Stored(Approval::Approved));
        Ok(vat_companies::fetch(self, own.and(approved)).await?.pop())
    }

    async fn vat_company(&self, id: CompanyId) -> Result<Option<VatCompany>, StoreError> {
        Ok(vat_companies::fetch(self, companies::Column::Id.eq(Stored(id))).await?.pop())
    }
}

/// Condition for checks of a number that still wait for the result.
fn is_unanswered(vat_number: &str) -> Condition {
    Condition::all().add(Column::VatNumber.eq(vat_number)).add(Column::Answer.eq(Stored(VatAnswer::Unanswered)))
}

/// Columns of a result.
fn answer_columns(answer: &RegisterAnswer, now: UnixSeconds) -> ActiveModel {
    match answer {
        RegisterAnswer::Valid(entry) => ActiveModel {
            answer: Set(Stored(VatAnswer::Valid)),
            failure: Set(None),
            name: Set(entry.name.clone()),
            address: Set(entry.address.clone()),
            consultation: Set(entry.consultation.clone()),
            answered_at: Set(Some(now)),
            ..Default::default()
        },
        RegisterAnswer::Invalid => ActiveModel {
            answer: Set(Stored(VatAnswer::Invalid)),
            failure: Set(None),
            answered_at: Set(Some(now)),
            ..Default::default()
        },
        RegisterAnswer::Unanswered(failure) => ActiveModel {
            answer: Set(Stored(VatAnswer::Unanswered)),
            failure: Set(Some(Stored(*failure))),
            ..Default::default()
        },
    }
}

/// Updates the companies with the current result for a number. A missing answer does not overwrite an earlier result.
async fn update_companies(
    write: &Write<'_>,
    vat_number: &str,
    answer: VatAnswer,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    use companies::Column::{VatNumber, VatStatus, Version};
    let (standing, replaced) = match answer {
        VatAnswer::Valid => (VatNumberState::Valid, None),
        VatAnswer::Invalid => (VatNumberState::Invalid, None),
        VatAnswer::Unanswered => (VatNumberState::Unanswered, Some(VatNumberState::Unchecked)),
    };
    let noted = companies::ActiveModel {
        vat_status: Set(Stored(standing)),
        vat_checked_at: Set(Some(now)),
        ..Default::default()
    };
    let noted = companies::Entity::update_many()
        .set(noted)
        .col_expr(Version, Expr::col(Version).add(1))
        .filter(VatNumber.eq(vat_number))
        .apply_if(replaced, |query, replaced| query.filter(VatStatus.eq(Stored(replaced))));
    noted.run(write).await.map(|_| ())
}
