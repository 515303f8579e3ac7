//! Live stock.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use shop_core::base::ProductId;
use shop_core::catalogue::product::Backorders;
use shop_services::ports::{StockChange, StockLevel, StockMoved, StockStore, StoreError};

use crate::db::fetch::{Fetch, Lock, Run};
use crate::db::returning::returning_columns;
use crate::db::{Db, Write};
use crate::entity::Stored;
use crate::entity::products::{ActiveModel, Column, Entity};

#[async_trait]
impl StockStore for Db {
    async fn stock_levels(&self, ids: &[ProductId]) -> Result<Vec<StockLevel>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = Entity::find().filter(Column::Id.is_in(ids.iter().copied().map(Stored)));
        read_levels(self, wanted).await
    }

    async fn all_stock_levels(&self) -> Result<Vec<StockLevel>, StoreError> {
        let moving = Expr::col(Column::StockManaged).or(Column::TotalSales.gt(0_i64));
        read_levels(self, Entity::find().filter(moving)).await
    }
}

async fn read_levels(db: &Db, products: Select<Entity>) -> Result<Vec<StockLevel>, StoreError> {
    let rows = products
        .select_only()
        .columns([Column::Id, Column::StockQuantity, Column::TotalSales])
        .into_tuple::<(Stored<ProductId>, i64, i64)>()
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().map(|(id, quantity, total_sales)| StockLevel { id: id.0, quantity, total_sales }).collect())
}

/// Sets stock quantities; stops at the first one that is not the expected quantity.
pub(super) async fn set_stock(write: &Write<'_>, changes: &[StockChange]) -> Result<Option<StockMoved>, StoreError> {
    // In the order of their ids, like orders lock them.
    let mut changes: Vec<&StockChange> = changes.iter().collect();
    changes.sort_by_key(|change| change.id);
    for change in changes {
        let of_product = Column::Id.eq(Stored(change.id));
        let changed = Entity::update_many()
            .set(ActiveModel { stock_quantity: Set(change.quantity), ..Default::default() })
            .filter(of_product.clone())
            .apply_if(change.expected, |query, expected| query.filter(Column::StockQuantity.eq(expected)))
            .run(write)
            .await?;
        if changed == 0 {
            let left = Entity::find().select_only().column(Column::StockQuantity).filter(of_product);
            let quantity = left.into_tuple::<i64>().fetch_one(write).await?.unwrap_or(0);
            return Ok(Some(StockMoved { id: change.id, quantity }));
        }
    }
    Ok(None)
}

/// Changes of a product's row by an order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Goods {
    /// Units added to its stock; negative: taken from it.
    pub(crate) stock: i64,
    /// Units added to its sales.
    pub(crate) sold: i64,
    /// Whether its stock may become negative.
    pub(crate) overdraft: Overdraft,
}

/// Whether stock may become negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Overdraft {
    #[default]
    Refused,
    /// Always, whether the product allows backorders or not.
    Allowed,
    /// Only if the product allows backorders. Nothing is taken from a deleted product.
    ByProduct,
}

/// A stock with too few units.
pub(crate) struct Shortage {
    pub(crate) id: ProductId,
    pub(crate) left: i64,
}

/// Products per statement: the work of a statement grows with the square of their number.
const AT_ONCE: usize = 100;

/// Changes stock and sales by product, or stops at the first stock with too few units. Rows are locked in the order of their ids:
/// an order's own rows and those of their parents would otherwise be locked in an order that differs from cart to cart, and two
/// orders could deadlock on PostgreSQL.
pub(crate) async fn move_goods(
    write: &Write<'_>,
    goods: &BTreeMap<ProductId, Goods>,
) -> Result<Option<Shortage>, StoreError> {
    let all: Vec<_> = goods.iter().map(|(id, goods)| (*id, *goods)).collect();
    for some in all.chunks(AT_ONCE) {
        let short = move_some(write, &some.iter().copied().collect()).await?;
        if short.is_some() {
            return Ok(short);
        }
    }
    Ok(None)
}

async fn move_some(write: &Write<'_>, goods: &BTreeMap<ProductId, Goods>) -> Result<Option<Shortage>, StoreError> {
    let added = |column: Column, pieces: fn(&Goods) -> i64| Expr::col(column).add(number_by_id(goods, pieces));
    let mut update = Entity::update_many()
        .col_expr(Column::StockQuantity, added(Column::StockQuantity, |goods| goods.stock))
        .col_expr(Column::TotalSales, added(Column::TotalSales, |goods| goods.sold))
        .filter(is_locked_in_order(goods))
        .filter(has_enough(goods))
        .into_query();
    update.returning_col(Column::Id);
    let moved: BTreeSet<ProductId> =
        returning_columns::<Stored<ProductId>>(&update, write).await?.into_iter().map(|id| id.0).collect();
    for (id, goods) in goods.iter().filter(|(id, goods)| goods.stock < 0 && !moved.contains(id)) {
        let left = Entity::find_by_id(Stored(*id)).select_only().column(Column::StockQuantity);
        match left.into_tuple::<i64>().fetch_one(write).await? {
            None if goods.overdraft == Overdraft::ByProduct => {}
            left => return Ok(Some(Shortage { id: *id, left: Ord::max(left.unwrap_or(0), 0) })),
        }
    }
    Ok(None)
}

/// SQL expression for a number that depends on the row.
fn number_by_id(goods: &BTreeMap<ProductId, Goods>, number: fn(&Goods) -> i64) -> Expr {
    let of_product = |(id, goods): (&ProductId, &Goods)| (Column::Id.eq(Stored(*id)), number(goods));
    let each = goods.iter().map(of_product).fold(CaseStatement::new(), |case, (is_it, n)| case.case(is_it, n));
    each.finally(Expr::Constant(0_i64.into())).into()
}

/// Condition for these rows. PostgreSQL locks them in the order of their ids; SQLite has a single writer.
fn is_locked_in_order(goods: &BTreeMap<ProductId, Goods>) -> Expr {
    let locked = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.is_in(goods.keys().copied().map(Stored)))
        .order_by_asc(Column::Id)
        .locked();
    Column::Id.in_subquery(locked.into_query())
}

/// Condition for rows that have the requested units or need not have them.
fn has_enough(goods: &BTreeMap<ProductId, Goods>) -> Condition {
    let needed = |goods: &Goods| match goods.overdraft {
        Overdraft::Refused | Overdraft::ByProduct if goods.stock < 0 => goods.stock.saturating_neg(),
        _ => i64::MIN,
    };
    let by_backorders: Vec<_> =
        goods.iter().filter(|(_, goods)| goods.overdraft == Overdraft::ByProduct).map(|(id, _)| Stored(*id)).collect();
    let backordered = (!by_backorders.is_empty())
        .then(|| Column::Backorders.ne(Stored(Backorders::No)).and(Column::Id.is_in(by_backorders)));
    let enough = Expr::col(Column::StockQuantity).gte(number_by_id(goods, needed));
    Condition::any().add(enough).add_option(backordered)
}
