//! Purchase lists of companies.

use async_trait::async_trait;
use shop_core::base::CompanyId;
use shop_core::base::text::fold;
use shop_core::base::time::UnixSeconds;
use shop_core::trade::product_string::ProductLine;
use shop_services::ports::{
    NewPurchaseList, PurchaseList, PurchaseListChanged, PurchaseListFilter, PurchaseListOrder, PurchaseListRow,
    PurchaseListSaved, PurchaseListStore, StoreError,
};

use crate::db::{Db, to_json};
use crate::row::row;
use crate::statement::{Filter, set, values};

row! {
    PurchaseList: purchase_lists(id) { id, title, lines, version, updated_at, }
}

row! {
    PurchaseListRow: purchase_lists(id) {
        id, title, line_count,
        made_by: "COALESCE((SELECT TRIM(first_name || ' ' || last_name) FROM customers \
                  WHERE customers.id = purchase_lists.customer_id), '')",
        updated_at,
    }
}

#[async_trait]
impl PurchaseListStore for Db {
    async fn purchase_lists(
        &self,
        company: CompanyId,
        filter: &PurchaseListFilter,
    ) -> Result<(Vec<PurchaseListRow>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        condition.and("company_id = ?", company);
        condition.and_search(&filter.search, &["title"]);
        let column = match filter.order {
            PurchaseListOrder::Title => "title_folded",
            PurchaseListOrder::Lines => "line_count",
            PurchaseListOrder::Changed => "updated_at",
        };
        let direction = if filter.ascending { "ASC" } else { "DESC" };
        self.page(condition, &format!("{column} {direction}, id {direction}"), (filter.page, filter.per_page)).await
    }

    async fn purchase_list(&self, company: CompanyId, id: i64) -> Result<Option<PurchaseList>, StoreError> {
        self.find("WHERE id = $1 AND company_id = $2", values![id, company]).await
    }

    async fn add_purchase_list(
        &self,
        new: &NewPurchaseList,
        most: u64,
        now: UnixSeconds,
    ) -> Result<PurchaseListSaved, StoreError> {
        let lines = to_json(&new.lines)?;
        let write = self.begin(true).await?;
        // New lists of a company wait for each other here, so that they count each other.
        write.run("UPDATE companies SET version = version WHERE id = $1", values![new.company_id]).await?;
        let same =
            "SELECT id FROM purchase_lists WHERE company_id = $1 AND title = $2 AND lines = $3 ORDER BY id LIMIT 1";
        if let Some(id) = write.row::<i64>(same, values![new.company_id, &new.title, &lines]).await? {
            return Ok(PurchaseListSaved::Saved(id));
        }
        let count = "SELECT COUNT(*) FROM purchase_lists WHERE company_id = $1";
        if u64::try_from(write.number(count, values![new.company_id]).await?).unwrap_or(0) >= most {
            return Ok(PurchaseListSaved::Full);
        }
        let row = set! {
            company_id: new.company_id,
            customer_id: new.customer_id,
            title: &new.title,
            title_folded: fold(&new.title),
            lines: &lines,
            line_count: line_count(&new.lines),
            created_at: now,
            updated_at: now,
        };
        let id = write.insert_new("purchase_lists", row).await?;
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
        let mut row = set! {
            lines: to_json(&lines)?,
            line_count: line_count(lines),
            version = "version + 1",
            updated_at: now,
        };
        if let Some(title) = title {
            row.append(set! { title: title, title_folded: fold(title) });
        }
        let condition = "id = $1 AND company_id = $2 AND ($3 = 0 OR version = $3)";
        let changed = self.update("purchase_lists", row, condition, values![id, company, version.unwrap_or(0)]).await?;
        if changed == 1 {
            return Ok(PurchaseListChanged::Changed);
        }
        let there = self.has("SELECT id FROM purchase_lists WHERE id = $1 AND company_id = $2", values![id, company]);
        Ok(if there.await? { PurchaseListChanged::Conflict } else { PurchaseListChanged::Missing })
    }

    async fn delete_purchase_list(&self, company: CompanyId, id: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM purchase_lists WHERE id = $1 AND company_id = $2";
        Ok(self.run(sql, values![id, company]).await? == 1)
    }
}

fn line_count(lines: &[ProductLine]) -> i64 {
    i64::try_from(lines.len()).unwrap_or(i64::MAX)
}
