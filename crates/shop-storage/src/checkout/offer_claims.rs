//! Offers used by orders. A single-use offer is claimed by a conditional update, so that only one of two concurrent orders gets
//! it.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, OfferId, OrderId};
use shop_core::trade::offer::OfferState;
use shop_services::ports::{NewOrder, StoreError};

use crate::db::Write;
use crate::db::fetch::{Fetch, Run};
use crate::entity::offers::{ActiveModel, Column, Entity};
use crate::entity::{Stored, offer_orders};
use crate::trade::offers::is_for_account;

/// Claims the offers of an order about to be written; returns the first that its buyer cannot use. Updating an offer's row makes
/// other orders with it wait until this one is written.
pub(crate) async fn claim(
    write: &Write<'_>,
    order: &NewOrder,
    now: UnixSeconds,
) -> Result<Option<OfferId>, StoreError> {
    let buyer = order.customer_id.unwrap_or(CustomerId(0));
    for id in &order.offers {
        let state = CaseStatement::new()
            .case(Expr::col(Column::Once), Stored(OfferState::Accepted))
            .finally(Expr::col(Column::State));
        let valid = Condition::any().add(Column::ValidUntil.is_null()).add(Column::ValidUntil.gt(now));
        let taken = Entity::update_many()
            .set(ActiveModel { updated_at: Set(now), ..Default::default() })
            .col_expr(Column::State, state.into())
            .filter(Column::Id.eq(Stored(*id)))
            .filter(Column::State.eq(Stored(OfferState::Sent)))
            .filter(valid)
            .filter(is_for_account(buyer));
        if taken.run(write).await? == 0 {
            return Ok(Some(*id));
        }
    }
    Ok(None)
}

/// Records which offers an order uses.
pub(crate) async fn record(write: &Write<'_>, order: OrderId, offers: &[OfferId]) -> Result<(), StoreError> {
    for id in offers {
        let row = offer_orders::ActiveModel { offer_id: Set(Stored(*id)), order_id: Set(Stored(order)) };
        offer_orders::Entity::insert(row).run(write).await?;
        let used = ActiveModel { used_order_id: Set(Some(Stored(order))), ..Default::default() };
        Entity::update_many().set(used).filter(Column::Id.eq(Stored(*id))).run(write).await?;
    }
    Ok(())
}

/// Releases the offers of a cancelled order: they can be used again while they are valid.
pub(crate) async fn release(write: &Write<'_>, order: OrderId) -> Result<(), StoreError> {
    let sent = ActiveModel { state: Set(Stored(OfferState::Sent)), ..Default::default() };
    let used = Entity::update_many()
        .set(sent)
        .filter(Column::UsedOrderId.eq(Stored(order)))
        .filter(Column::State.eq(Stored(OfferState::Accepted)));
    used.run(write).await.map(|_| ())
}

/// Claims the offers of a resumed order again, even expired or withdrawn ones, because they were agreed upon before. Returns one
/// that another order has used up.
pub(crate) async fn reclaim(write: &Write<'_>, order: OrderId) -> Result<Option<OfferId>, StoreError> {
    let offers = offer_orders::Entity::find()
        .select_only()
        .column(offer_orders::Column::OfferId)
        .filter(offer_orders::Column::OrderId.eq(Stored(order)))
        .into_query();
    let for_one_order = Condition::all().add(Column::Once.into_expr()).add(Column::Id.in_subquery(offers));
    let taken = ActiveModel {
        state: Set(Stored(OfferState::Accepted)),
        used_order_id: Set(Some(Stored(order))),
        ..Default::default()
    };
    Entity::update_many()
        .set(taken)
        .filter(for_one_order.clone())
        .filter(Column::State.eq(Stored(OfferState::Sent)))
        .run(write)
        .await?;
    let lost = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(for_one_order)
        .filter(Column::State.eq(Stored(OfferState::Accepted)))
        .filter(Column::UsedOrderId.ne(Stored(order)))
        .order_by_asc(Column::Id)
        .limit(1)
        .into_tuple::<Stored<OfferId>>();
    Ok(lost.fetch_one(write).await?.map(|id| id.0))
}
