//! Purchase lists of companies.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, Order, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shop_core::base::CompanyId;
use shop_core::base::text::fold;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::product_string::ProductLine;
use shop_services::ports::{
    NewPurchaseList, PurchaseList, PurchaseListChanged, PurchaseListFilter, PurchaseListOrder, PurchaseListRow,
    PurchaseListSaved, PurchaseListStore, StoreError,
};

use crate::db::Db;
use crate::db::fetch::page_of;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::purchase_lists::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, customers, record_from};
use crate::search::matches;
use crate::trade::companies;

record_from! { |row: Model| PurchaseList { id, title, lines, version, updated_at } }

/// A list without its lines, with the name of the person who created it.
#[derive(FromQueryResult)]
struct TableRow {
    id: i64,
    title: String,
    line_count: Stored<u64>,
    first_name: Option<String>,
    last_name: Option<String>,
    updated_at: UnixSeconds,
}

impl From<TableRow> for PurchaseListRow {
    fn from(row: TableRow) -> Self {
        let name = row.first_name.zip(row.last_name).map(|(first, last)| format!("{first} {last}"));
        Self {
            id: row.id,
            title: row.title,
            line_count: row.line_count.0,
            made_by: name.unwrap_or_default().trim_matches(' ').to_owned(),
            updated_at: row.updated_at,
        }
    }
}

#[async_trait]
impl PurchaseListStore for Db {
    async fn purchase_lists(
        &self,
        company: CompanyId,
        filter: &PurchaseListFilter,
    ) -> Result<(Vec<PurchaseListRow>, u64), StoreError> {
        let wanted = Entity::find()
            .filter(Column::CompanyId.eq(Stored(company)))
            .apply_if(matches(&filter.search, [Column::Title.into_expr()]), QueryFilter::filter);
        let column = match filter.order {
            PurchaseListOrder::Title => Column::TitleFolded,
            PurchaseListOrder::Lines => Column::LineCount,
            PurchaseListOrder::Changed => Column::UpdatedAt,
        };
        let direction = if filter.ascending { Order::Asc } else { Order::Desc };
        let rows = page_of(wanted.clone(), filter.page, filter.per_page)
            .left_join(customers::Entity)
            .select_only()
            .columns([Column::Id, Column::Title, Column::LineCount, Column::UpdatedAt])
            .columns([customers::Column::FirstName, customers::Column::LastName])
            .order_by(column, direction.clone())
            .order_by(Column::Id, direction)
            .into_model::<TableRow>()
            .fetch_records(self)
            .await?;
        Ok((rows, wanted.fetch_count(self).await?))
    }

    async fn purchase_list(&self, company: CompanyId, id: i64) -> Result<Option<PurchaseList>, StoreError> {
        Entity::find().filter(is_own(company, id)).fetch_record(self).await
    }

    async fn add_purchase_list(
        &self,
        new: &NewPurchaseList,
        most: u64,
        now: UnixSeconds,
    ) -> Result<PurchaseListSaved, StoreError> {
        let lines = Stored(new.lines.clone());
        let write = self.begin(true).await?;
        companies::lock(&write, new.company_id).await?;
        let of_company = Entity::find().filter(Column::CompanyId.eq(Stored(new.company_id)));
        let same = of_company
            .clone()
            .filter(Column::Title.eq(&new.title))
            .filter(Column::Lines.eq(lines.clone()))
            .order_by_asc(Column::Id);
        if let Some(known) = same.fetch_one(&write).await? {
            return Ok(PurchaseListSaved::Saved(known.id));
        }
        if of_company.fetch_count(&write).await? >= most {
            return Ok(PurchaseListSaved::Full);
        }
        let row = ActiveModel {
            company_id: Set(Stored(new.company_id)),
            customer_id: Set(Some(Stored(new.customer_id))),
            title: Set(new.title.clone()),
            title_folded: Set(fold(&new.title)),
            lines: Set(lines),
            line_count: Set(Stored(line_count(&new.lines))),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        let id = Entity::insert(row).fetch_id(&write).await?;
        write.commit().await?;
        Ok(PurchaseListSaved::Saved(id))
    }

    async fn change_purchase_list(
        &self,
        company: CompanyId,
        id: i64,
        version: Option<i64>,
        title: Option<&str>,
        lines: &[ProductLine],
        now: UnixSeconds,
    ) -> Result<PurchaseListChanged, StoreError> {
        let mut row = ActiveModel {
            lines: Set(Stored(lines.to_vec())),
            line_count: Set(Stored(line_count(lines))),
            updated_at: Set(now),
            ..Default::default()
        };
        if let Some(title) = title {
            row.title = Set(title.to_owned());
            row.title_folded = Set(fold(title));
        }
        // Without a version, or with 0, the list is overwritten whatever its version.
        let version = version.filter(|version| *version != 0);
        let change = Entity::update_many()
            .set(row)
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(is_own(company, id))
            .apply_if(version, |query, version| query.filter(Column::Version.eq(version)));
        if change.run(self).await? == 1 {
            return Ok(PurchaseListChanged::Changed);
        }
        let there = Entity::find().filter(is_own(company, id)).fetch_exists(self).await?;
        Ok(if there { PurchaseListChanged::Conflict } else { PurchaseListChanged::Missing })
    }

    async fn delete_purchase_list(&self, company: CompanyId, id: i64) -> Result<bool, StoreError> {
        Ok(Entity::delete_many().filter(is_own(company, id)).run(self).await? == 1)
    }
}

/// Condition for a list of the company.
fn is_own(company: CompanyId, id: i64) -> Condition {
    Condition::all().add(Column::Id.eq(id)).add(Column::CompanyId.eq(Stored(company)))
}

fn line_count(lines: &[ProductLine]) -> u64 {
    u64::try_from(lines.len()).unwrap_or(u64::MAX)
}
